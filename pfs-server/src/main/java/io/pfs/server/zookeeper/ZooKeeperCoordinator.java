package io.pfs.server.zookeeper;

import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.Timers;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.net.Address;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.Membership;
import io.pfs.server.owner.MembershipListener;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.wire.FileSystemFacts;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** ZooKeeper, for the servers of one file system. */
public final class ZooKeeperCoordinator implements Coordinator {
    private static final int CLOSERS = 4;

    private static final BackgroundThreads CLOSING = new BackgroundThreads("pfs-zookeeper-close", CLOSERS);

    private final Place place;
    private final Drive drive;

    /** What of ZooKeeper is meant. */
    record Place(String hosts, Nodes nodes, int seats, SessionTimes times) {}

    /**
     * What it runs on.
     *
     * @param loop has something done on the loop, from any thread
     * @param timers of the loop
     * @param told hears, for people, what can't be read
     * @param known hears who it is that gives out seats before a server joins, which it doesn't if that is refused; may block, as a member who has
     *     not joined has nothing to lose
     * @param closing closes sessions, which waits for ZooKeeper, for a while
     */
    public record Drive(
            Consumer<Runnable> loop,
            Timers timers,
            Clock clock,
            Entropy entropy,
            Consumer<String> told,
            Consumer<CoordinatorId> known,
            Executor closing) {
        public Drive(
                Consumer<Runnable> loop,
                Timers timers,
                Clock clock,
                Entropy entropy,
                Consumer<String> told,
                Consumer<CoordinatorId> known) {
            this(loop, timers, clock, entropy, told, known, CLOSING);
        }
    }

    /**
     * @param facts of the file system, whose id names the nodes
     * @param seats how many it has
     */
    public ZooKeeperCoordinator(
            ZooKeeperHosts hosts, FileSystemFacts facts, int seats, SessionTimes times, Drive drive) {
        SilentLog.begin();
        this.place = new Place(hosts.hosts(), Nodes.of(hosts, facts.idHigh(), facts.idLow()), seats, times);
        this.drive = drive;
    }

    @Override
    public Membership join(Address address, int weight, MembershipListener listener) {
        JoinedServer server = new JoinedServer(
                MemberId.draw(drive.entropy()), address, weight, drive.clock().wallMillis());
        return new ZooKeeperMembership(place, drive, server, listener);
    }
}
