package io.pfs.server.identity;

import java.util.List;
import java.util.Optional;

/** Where it stands which users there are, and in which groups. May block. */
@FunctionalInterface
public interface Users {
    /** The user of this name, if there is one; throws if nobody can say just now. */
    Optional<Known> find(String user);

    /**
     * A user.
     *
     * @param groups the first one before all
     */
    record Known(int uid, List<Group> groups) {
        public Known {
            groups = List.copyOf(groups);
        }

        List<Integer> gids() {
            return groups.stream().map(Group::gid).toList();
        }
    }

    /**
     * A group.
     *
     * @param name its number as text if it has none
     */
    record Group(int gid, String name) {
        boolean isCalled(String nameOrNumber) {
            return name.equals(nameOrNumber) || Integer.toUnsignedString(gid).equals(nameOrNumber);
        }
    }
}
