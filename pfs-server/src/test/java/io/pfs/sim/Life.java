package io.pfs.sim;

import java.util.ArrayList;
import java.util.List;

/** One incarnation of a process. When it ends, nothing it had planned happens any more. */
final class Life {
    private final String name;
    private final List<Runnable> atEnd = new ArrayList<>(0);
    private boolean alive = true;

    Life(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return alive;
    }

    void atEnd(Runnable task) {
        atEnd.add(task);
    }

    void end() {
        alive = false;
        atEnd.forEach(Runnable::run);
        atEnd.clear();
    }
}
