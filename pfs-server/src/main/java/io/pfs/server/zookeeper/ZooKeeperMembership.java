package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Timers.Timer;
import io.pfs.net.Address;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.Membership;
import io.pfs.server.owner.MembershipListener;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.SeatLoads;
import io.pfs.server.owner.SessionLease;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.owner.Troubles;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import io.pfs.server.zookeeper.ZooKeeperSession.Content;
import io.pfs.server.zookeeper.ZooKeeperSession.Written;
import io.pfs.wire.SeatMove;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;

/** A member whose session is one of ZooKeeper. */
final class ZooKeeperMembership implements Membership, ZooKeeperSession.Events {
    private static final byte[] NOTHING = new byte[0];

    private final Nodes nodes;
    private final int seats;
    private final SessionTimes times;
    private final ZooKeeperCoordinator.Drive drive;
    private final MembershipListener listener;
    private final SessionLease lease;
    private final ZooKeeperSession session;
    private final String hosts;
    private final Notes notes;
    private final ZooKeeperView view;
    private final Timer watch;
    private JoinedServer server;
    private volatile boolean hasBegun;
    private boolean hasJoined;
    private boolean hasLeft;
    private boolean isSigning;
    private boolean isTelling;

    ZooKeeperMembership(
            ZooKeeperCoordinator.Place place,
            ZooKeeperCoordinator.Drive drive,
            JoinedServer server,
            MembershipListener listener) {
        this.nodes = place.nodes();
        this.seats = place.seats();
        this.times = place.times();
        this.drive = drive;
        this.server = server;
        this.listener = listener;
        hosts = place.hosts();
        lease = new SessionLease(drive.clock(), times);
        session = new ZooKeeperSession(place.hosts(), times, drive, this);
        view = new ZooKeeperView(session, nodes, seats, new Unreadable(drive.told()), this::seen);
        notes = new Notes(session, nodes, seats);
        watch = SessionWatch.each(times.signNs(), this::endIfGivenUp);
        signLater();
    }

    @Override
    public void connected() {
        if (!hasBegun) {
            hasBegun = true;
            Preparation.prepare(session, nodes, seats, drive, this::join);
        } else if (hasJoined) {
            view.mayAllHaveChanged();
        }
    }

    /** By the time that is said others tell who came first: so it is not that of a connection that took longer than another's. */
    private void join() {
        server = server.joining(drive.clock().wallMillis());
        session.create(
                nodes.member(member()),
                CreateMode.EPHEMERAL,
                () -> NodeText.of(server),
                () -> watch(List.of(nodes.members(), nodes.seats(), nodes.wanted(), nodes.drained(), nodes.moves())
                        .iterator()));
    }

    private void watch(Iterator<String> missing) {
        if (missing.hasNext()) {
            session.watch(missing.next(), () -> watch(missing));
        } else {
            joined();
        }
    }

    private void joined() {
        hasJoined = true;
        sign();
        view.mayAllHaveChanged();
    }

    private void signLater() {
        drive.timers().after(times.signNs(), () -> {
            if (hasLeft || lease.hasEnded()) {
                return;
            }
            if (hasJoined) {
                sign();
            }
            signLater();
        });
    }

    /** Not on the loop: if that stands still, nobody else would ever get what is held here. */
    private void endIfGivenUp() {
        if (!lease.hasEnded() && lease.isGivenUp()) {
            PfsException cause = silence();
            lease.end(cause);
            session.abandon(cause);
        }
    }

    private PfsException silence() {
        return new PfsException(
                ErrorCode.UNREACHABLE,
                hasBegun
                        ? "nothing was heard of ZooKeeper at " + hosts + " for too long"
                        : "nobody answers as ZooKeeper at " + hosts);
    }

    /**
     * Shows life by writing: what most of ZooKeeper's servers have agreed to while the session lived. A read shows less, since it may be answered by a server that is
     * cut off from the others.
     */
    private void sign() {
        if (isSigning) {
            return;
        }
        isSigning = true;
        Sign sent = Sign.begun(drive.clock());
        session.write(nodes.signs(), NOTHING, ZooKeeperSession.ANY, written -> {
            isSigning = false;
            if (written == Written.NO_NODE) {
                session.gone(nodes.signs());
            } else {
                lease.renewed(sent);
            }
        });
    }

    @Override
    public void changed(String node) {
        if (hasJoined) { // before, all is read anyway
            view.changed(node);
        }
    }

    private void seen(ClusterView seen) {
        if (hasLeft) {
            return;
        }
        if (seen.servers().containsKey(member())) {
            listener.seen(seen);
        } else {
            session.gone(nodes.member(member()));
        }
    }

    @Override
    public void ended(PfsException cause) {
        watch.cancel();
        lease.end(cause);
        listener.lost(cause);
    }

    @Override
    public MemberId member() {
        return server.member();
    }

    @Override
    public Tenure tenure() {
        return lease;
    }

    /** An entry like the wished one can only have been written by this call, without an answer: no two are the same. */
    @Override
    public void claim(ServerId seat, SeatEntry seen, Consumer<Optional<SeatEntry>> told) {
        SeatEntry wished = seen.claimed(member());
        replace(seat, seen, wished, stands -> told.accept(stands ? Optional.of(wished) : Optional.empty()));
    }

    @Override
    public void release(ServerId seat, SeatEntry claimed, Runnable told) {
        replace(seat, claimed, claimed.released(), stands -> told.run());
    }

    /** Writes one entry where another one stands; tells whether it stands then. */
    private void replace(ServerId seat, SeatEntry seen, SeatEntry wished, Consumer<Boolean> told) {
        Optional<Content<SeatEntry>> before =
                view.known(seat).filter(content -> content.value().equals(seen));
        before.ifPresentOrElse(
                content -> write(seat, content, wished, told), () -> readAndReplace(seat, seen, wished, told));
    }

    private void readAndReplace(ServerId seat, SeatEntry seen, SeatEntry wished, Consumer<Boolean> told) {
        String node = nodes.seat(seat);
        session.require(node, bytes -> NodeText.seat(node, bytes), found -> {
            if (found.value().equals(seen)) {
                write(seat, found, wished, told);
            } else {
                told.accept(found.value().equals(wished));
            }
        });
    }

    /** Where something else stands, or the same was written anew meanwhile, that is looked at. */
    private void write(ServerId seat, Content<SeatEntry> before, SeatEntry wished, Consumer<Boolean> told) {
        session.write(nodes.seat(seat), NodeText.of(wished), before.version(), written -> {
            if (written == Written.DONE) {
                view.written(seat, new Content<>(wished, before.version() + 1));
                told.accept(true);
            } else {
                readAndReplace(seat, before.value(), wished, told);
            }
        });
    }

    @Override
    public void want(List<Optional<MemberId>> seen, List<Optional<MemberId>> wanted) {
        String node = nodes.wanted();
        session.require(node, bytes -> NodeText.wanted(node, bytes, seats), found -> {
            if (found.value().equals(seen)) {
                session.write(node, NodeText.of(wanted), found.version(), written -> {});
            }
        });
    }

    @Override
    public void drain(Address other, boolean drained, Runnable told) {
        notes.drain(other, drained, told);
    }

    @Override
    public void moves(Consumer<List<Optional<SeatMove>>> told) {
        notes.moves(told);
    }

    @Override
    public void moved(ServerId seat, SeatMove move) {
        notes.moved(seat, move);
    }

    @Override
    public void tell(Troubles troubles) {
        server = server.troubled(troubles);
        tellOfSelf();
    }

    @Override
    public void measured(SeatLoads loads) {
        server = server.loaded(loads);
        tellOfSelf();
    }

    @Override
    public void weigh(int weight) {
        server = server.weighing(weight);
        tellOfSelf();
    }

    /** Once at a time, since what is asked again may come behind what is newer. Who has not joined yet will as what it is by then. */
    private void tellOfSelf() {
        if (isTelling) {
            return;
        }
        isTelling = true;
        JoinedServer told = server;
        session.write(nodes.member(member()), NodeText.of(told), ZooKeeperSession.ANY, written -> {
            isTelling = false;
            if (!server.equals(told)) {
                tellOfSelf();
            }
        });
    }

    @Override
    public void leave() {
        hasLeft = true;
        watch.cancel();
        lease.end(new PfsException(ErrorCode.CLOSED, "this server has left the others"));
        session.close();
    }
}
