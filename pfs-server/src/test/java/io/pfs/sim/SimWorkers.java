package io.pfs.sim;

import io.pfs.env.Workers;
import java.util.TreeSet;

/**
 * The workers of one life of a process: jobs take random time, end in another order than they began, and a crash can
 * come between a job and the news of it. Some of them run in turns with each other, if this run's seed says so.
 */
final class SimWorkers implements Workers {
    private final SimWorld world;
    private final Life life;
    private final Prng prng;
    private final boolean areSlow;
    private final boolean inTurns;
    private final TreeSet<Long> underWay = new TreeSet<>();
    private long begun;

    /**
     * @param areSlow whether some jobs take so long that much else happens meanwhile
     * @param inTurns whether some jobs wait between two calls of a disk
     */
    SimWorkers(SimWorld world, Life life, Prng prng, boolean areSlow, boolean inTurns) {
        this.world = world;
        this.life = life;
        this.prng = prng;
        this.areSlow = areSlow;
        this.inTurns = inTurns;
    }

    @Override
    public void run(Runnable job, Runnable done) {
        long number = begun++;
        underWay.add(number);
        Runnable ended = () -> {
            if (underWay.first() != number) {
                world.tally().count("workers: a job ended before an earlier one");
            }
            underWay.remove(number);
            done.run();
        };
        boolean isSlow = areSlow && prng.oneIn(4);
        long delayNs = isSlow ? prng.between(1_000_000, 10_000_000) : prng.between(10_000, 200_000);
        world.plan(life, delayNs, () -> begin(job, ended));
    }

    private void begin(Runnable job, Runnable ended) {
        if (inTurns && prng.oneIn(4)) {
            SimJob turns = new SimJob(job, prng);
            life.atEnd(turns::kill);
            goOn(turns, ended);
        } else {
            job.run();
            planEnd(ended);
        }
    }

    private void goOn(SimJob job, Runnable ended) {
        if (job.goOn()) {
            planEnd(ended);
        } else {
            world.tally().count("workers: a job waited between two calls of a disk");
            world.plan(life, prng.between(1_000, 300_000), () -> goOn(job, ended));
        }
    }

    /** Now and then the news of a job comes late. */
    private void planEnd(Runnable ended) {
        world.plan(life, prng.oneIn(20) ? prng.between(50_000, 3_000_000) : prng.between(1_000, 50_000), ended);
    }
}
