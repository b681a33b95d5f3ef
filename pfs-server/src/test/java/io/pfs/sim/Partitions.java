package io.pfs.sim;

import java.util.Set;
import java.util.TreeSet;

/** Which servers do not hear which others, while clients reach all of them. */
final class Partitions {
    private final Set<String> cut = new TreeSet<>();
    private boolean paused;

    private static String way(SimServer from, SimServer to) {
        return from.number() + " to " + to.number();
    }

    /** From now on what one says does not come to the other. */
    void cut(SimServer from, SimServer to) {
        cut.add(way(from, to));
    }

    boolean isCut(SimServer from, SimServer to) {
        return !paused && cut.contains(way(from, to));
    }

    boolean isAny() {
        return !cut.isEmpty();
    }

    void heal() {
        cut.clear();
    }

    void pause(boolean now) {
        paused = now;
    }
}
