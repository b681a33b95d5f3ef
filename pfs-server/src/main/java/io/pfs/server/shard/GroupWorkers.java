package io.pfs.server.shard;

import io.pfs.env.Workers;

/** The workers of one group: knows whether anything is under way, and tells the group when a piece of it has ended. */
final class GroupWorkers implements Workers {
    private final Workers workers;
    private final Runnable after;
    private int underWay;

    GroupWorkers(Workers workers, Runnable after) {
        this.workers = workers;
        this.after = after;
    }

    @Override
    public void run(Runnable job, Runnable done) {
        underWay++;
        workers.run(job, () -> {
            underWay--;
            done.run();
            after.run();
        });
    }

    @Override
    public void giveWay() {
        workers.giveWay();
    }

    boolean isIdle() {
        return underWay == 0;
    }
}
