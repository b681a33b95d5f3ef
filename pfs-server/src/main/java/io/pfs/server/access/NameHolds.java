package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.TableId;
import io.pfs.server.state.HashedName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Names that have a change on its way to the journal. State is what is durable, so whoever asks about such a name waits
 * until its change has become durable or has failed.
 */
public final class NameHolds {
    /** Of nearly all names nobody else wants anything meanwhile. */
    private static final List<Runnable> NOBODY = List.of();

    private final Map<HashedName, List<Runnable>> waiting = new HashMap<>();

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    public boolean isHeld(HashedName name) {
        return waiting.containsKey(name);
    }

    /** Any name of this table that is held. */
    public Optional<HashedName> anyOf(TableId table) {
        return waiting.keySet().stream()
                .filter(name -> name.table().equals(table))
                .findAny();
    }

    /** Any such name that is held. */
    public Optional<HashedName> any(Predicate<HashedName> condition) {
        return waiting.keySet().stream().filter(condition).findAny();
    }

    public void hold(HashedName name) {
        Check.that(waiting.put(name, NOBODY) == null, "a name is held once");
    }

    /** Runs {@code task} when the name is free again. */
    public void await(HashedName name, Runnable task) {
        List<Runnable> before = Check.present(waiting.get(name), "only a held name is waited for");
        List<Runnable> all = before == NOBODY ? new ArrayList<>(2) : before;
        all.add(task);
        waiting.put(name, all);
    }

    /** Frees a name; returns those that waited, in the order they came. */
    public List<Runnable> release(HashedName name) {
        return Check.present(waiting.remove(name), "only a held name is released");
    }
}
