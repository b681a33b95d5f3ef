package io.pfs.client.sorted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sorted files that a table is in.
 *
 * @param names of those that it is in, in order
 * @param unread names of those that the asker may not read, or that are damaged: whether it is in them is not known
 */
public record Memberships(List<String> names, List<String> unread) {
    static final Memberships NONE = new Memberships(List.of(), List.of());

    public Memberships {
        names = List.copyOf(names);
        unread = List.copyOf(unread);
    }

    /**
     * With one more.
     *
     * @param is whether the table is in it; empty if that is not known
     */
    Memberships with(String name, Optional<Boolean> is) {
        if (is.isEmpty()) {
            return new Memberships(names, and(unread, name));
        }
        return is.get() ? new Memberships(and(names, name), unread) : this;
    }

    private static List<String> and(List<String> all, String one) {
        List<String> more = new ArrayList<>(all);
        more.add(one);
        return more;
    }
}
