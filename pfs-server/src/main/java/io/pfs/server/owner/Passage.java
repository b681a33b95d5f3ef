package io.pfs.server.owner;

import io.pfs.Epoch;

/**
 * How a seat is to go from one machine to another, which are known by what their servers are called: those that differ only in a port share one.
 *
 * @param epoch in which it is held until then
 * @param isFirst whether who is to have it serves none yet
 */
record Passage(Epoch epoch, String from, String to, boolean isFirst) {
    /** Whether there is a machine that has to do with both. */
    boolean meets(Passage other) {
        return touches(other.from) || touches(other.to);
    }

    private boolean touches(String machine) {
        return from.equals(machine) || to.equals(machine);
    }
}
