package io.pfs.sim;

import io.pfs.env.Workers;
import java.util.ArrayDeque;
import java.util.Deque;

/** A few workers: each takes one job after the other, and for each what the storage takes that it calls. */
final class SteadyWorkers implements Workers {
    private static final int WORKERS = 4;
    /** Of a core, for each job. */
    private static final long JOB_NS = 10_000;

    private final SimWorld world;
    private final Life life;
    private final SimCores cores;
    private final SimMeter meter;
    private final Deque<Job> waiting = new ArrayDeque<>();
    private int busy;

    private record Job(Runnable job, Runnable done) {}

    SteadyWorkers(SimWorld world, Life life, SimCores cores, SimMeter meter) {
        this.world = world;
        this.life = life;
        this.cores = cores;
        this.meter = meter;
    }

    @Override
    public void run(Runnable job, Runnable done) {
        waiting.add(new Job(job, done));
        next();
    }

    private void next() {
        if (busy < WORKERS && !waiting.isEmpty()) {
            busy++;
            Job job = waiting.remove();
            cores.compute(life, JOB_NS, () -> begin(job));
        }
    }

    private void begin(Job job) {
        job.job.run();
        world.plan(life, meter.takeNs(), () -> {
            busy--;
            next();
            job.done.run();
        });
    }
}
