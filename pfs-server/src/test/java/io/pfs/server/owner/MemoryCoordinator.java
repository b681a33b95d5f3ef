package io.pfs.server.owner;

import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.Timers;
import io.pfs.net.Address;

/** The coordinator in a test's memory. */
public final class MemoryCoordinator implements Coordinator {
    private final MemoryEnsemble ensemble;
    private final Reach reach;
    private final Entropy entropy;

    /** The way of one server to the ensemble, and its own time. */
    public interface Reach {
        Clock clock();

        /** On the server's loop, which may stand still. */
        Timers timers();

        /** How long the next message takes, one way. */
        long latencyNs();

        /** Whether messages get through now. */
        boolean isUp();
    }

    MemoryCoordinator(MemoryEnsemble ensemble, Reach reach, Entropy entropy) {
        this.ensemble = ensemble;
        this.reach = reach;
        this.entropy = entropy;
    }

    @Override
    public MemoryMembership join(Address address, int weight, MembershipListener listener) {
        JoinedServer server = new JoinedServer(
                MemberId.draw(entropy), address, weight, reach.clock().wallMillis());
        return new MemoryMembership(ensemble, reach, server, listener);
    }
}
