package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.remote.CoordinatorId;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Optional;
import java.util.Queue;
import org.apache.zookeeper.CreateMode;

/** Makes the nodes that are there for good. The one that says what they are comes last: if it is there, all are. */
final class Preparation {
    private static final byte[] NOTHING = new byte[0];

    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final int seats;
    private final ZooKeeperCoordinator.Drive drive;
    private final Runnable told;
    private final Queue<Missing> missing = new ArrayDeque<>();

    private record Missing(String node, byte[] content) {}

    private Preparation(
            ZooKeeperSession session, Nodes nodes, int seats, ZooKeeperCoordinator.Drive drive, Runnable told) {
        this.session = session;
        this.nodes = nodes;
        this.seats = seats;
        this.drive = drive;
        this.told = told;
    }

    /** Tells when all nodes are there. The session ends if they are those of other servers than this one. */
    static void prepare(
            ZooKeeperSession session, Nodes nodes, int seats, ZooKeeperCoordinator.Drive drive, Runnable told) {
        Preparation preparation = new Preparation(session, nodes, seats, drive, told);
        preparation.look(preparation::makeAll);
    }

    private void look(Runnable ifMissing) {
        session.read(
                nodes.format(),
                bytes -> NodeText.seats(nodes.format(), bytes),
                found -> found.ifPresentOrElse(there -> found(there.value()), ifMissing));
    }

    private void found(int there) {
        if (there == seats) {
            identify();
        } else {
            session.end(new PfsException(
                    ErrorCode.NOT_OURS,
                    "node " + nodes.format() + " of ZooKeeper is of " + there + " seats, but the pool has " + seats));
        }
    }

    /** Older versions made no such node. It comes from whoever is first, and is never changed. */
    private void identify() {
        session.create(
                nodes.id(),
                CreateMode.PERSISTENT,
                () -> NodeText.of(CoordinatorId.draw(drive.entropy())),
                () -> session.require(nodes.id(), this::known, unused -> told.run()));
    }

    private CoordinatorId known(byte[] bytes) {
        CoordinatorId id = NodeText.id(nodes.id(), bytes);
        drive.known().accept(id);
        return id;
    }

    private void makeAll() {
        nodes.down().forEach(node -> missing.add(new Missing(node, NOTHING)));
        missing.add(new Missing(nodes.signs(), NOTHING));
        missing.add(new Missing(nodes.members(), NOTHING));
        missing.add(new Missing(nodes.seats(), NOTHING));
        for (int seat = 0; seat < seats; seat++) {
            missing.add(new Missing(nodes.seat(new ServerId(seat)), NodeText.of(SeatEntry.NEVER_HELD)));
        }
        missing.add(new Missing(nodes.wanted(), NodeText.of(Collections.nCopies(seats, Optional.empty()))));
        missing.add(new Missing(nodes.format(), NodeText.format(seats)));
        makeNext();
    }

    /** Others may do the same now; then look who was first. */
    private void makeNext() {
        Missing next = missing.poll();
        if (next == null) {
            look(() -> session.gone(nodes.format()));
            return;
        }
        session.create(next.node(), CreateMode.PERSISTENT, next::content, this::makeNext);
    }
}
