package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.server.journal.Journal;

/** A turn of the loop in which a journal speaks ends with that, or takes in what else comes in the next moment. */
record SimTurns(Journal.Listener listener, Prng prng, SimWorld world, Life life, Runnable turnEnds)
        implements Journal.Listener {
    @Override
    public void durable(Journal.Durable durable) {
        listener.durable(durable);
        end();
    }

    @Override
    public void failed(PfsException cause, Journal.Durable kept) {
        listener.failed(cause, kept);
        end();
    }

    private void end() {
        if (prng.oneIn(2)) {
            turnEnds.run();
        } else {
            world.plan(life, prng.between(0, 20_000), turnEnds);
        }
    }
}
