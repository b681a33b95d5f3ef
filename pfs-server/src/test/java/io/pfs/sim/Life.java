package io.pfs.sim;

/** One incarnation of a process. When it ends, nothing it had planned happens any more. */
final class Life {
    private final String name;
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

    void end() {
        alive = false;
    }
}
