package io.pfs.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One incarnation of a process, or a part of one. When it ends, nothing it had planned happens any more; while it sleeps, it waits. */
final class Life {
    private final String name;
    private final Optional<Life> whole;
    private final List<Runnable> atEnd = new ArrayList<>(0);
    private final List<Slept> sleptOver = new ArrayList<>(0);
    private boolean alive = true;
    private boolean asleep;

    /** What should have happened in a part of it. */
    record Slept(Life part, Runnable task) {}

    Life(String name) {
        this(name, Optional.empty());
    }

    private Life(String name, Optional<Life> whole) {
        this.name = name;
        this.whole = whole;
    }

    /** A part of this one, which may end before it, and sleeps with it. */
    Life part(String of) {
        return new Life(name + "/" + of, Optional.of(this));
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return alive && whole.map(Life::isAlive).orElse(true);
    }

    /** From now on it does nothing, until it wakes. */
    void sleep() {
        asleep = true;
    }

    boolean isAsleep() {
        return asleep;
    }

    /** Whether it sleeps: then this is done when it has woken. */
    boolean sleepsOver(Life part, Runnable task) {
        if (whole.isPresent()) {
            return whole.get().sleepsOver(part, task);
        }
        if (asleep) {
            sleptOver.add(new Slept(part, task));
        }
        return asleep;
    }

    /** Returns what has to be done now, in its order. */
    List<Slept> wake() {
        asleep = false;
        List<Slept> due = List.copyOf(sleptOver);
        sleptOver.clear();
        return due;
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
