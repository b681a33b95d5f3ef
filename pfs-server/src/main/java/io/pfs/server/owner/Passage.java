package io.pfs.server.owner;

import io.pfs.Epoch;
import java.util.Optional;

/**
 * How a seat is to go from one machine to another, which are known by what their servers are called: those that differ only in a port share one.
 *
 * @param epoch in which it is held until then
 * @param newcomer who is to have it, if he serves none yet
 */
record Passage(Epoch epoch, String from, String to, Optional<MemberId> newcomer) {
    /** Whether there is a machine that has to do with both. */
    boolean meets(Passage other) {
        return touches(other.from) || touches(other.to);
    }

    private boolean touches(String machine) {
        return from.equals(machine) || to.equals(machine);
    }
}
