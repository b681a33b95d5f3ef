package io.pfs.server.owner;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.SeatMove;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A session with a {@link MemoryEnsemble}. Messages take their time and get lost, and are sent again; what a member is told of may be old; seats
 * and servers are not looked at in the same moment, the servers later.
 */
public final class MemoryMembership implements Membership {
    private static final int TRIES_PER_TIMEOUT = 50;

    private final MemoryEnsemble ensemble;
    private final MemoryCoordinator.Reach reach;
    private JoinedServer server;
    private final MembershipListener listener;
    private final SessionLease lease;
    private boolean hasJoined;
    private boolean hasLeft;
    private boolean isLooking;
    private boolean isNews;

    MemoryMembership(
            MemoryEnsemble ensemble, MemoryCoordinator.Reach reach, JoinedServer server, MembershipListener listener) {
        this.ensemble = ensemble;
        this.reach = reach;
        this.server = server;
        this.listener = listener;
        this.lease = new SessionLease(reach.clock(), ensemble.times());
        join();
    }

    private void join() {
        Sign sent = Sign.begun(reach.clock());
        send(this::joinThere, unused -> {
            lease.renewed(sent);
            signLater();
            look();
        });
    }

    /** Once, however often it is asked for. */
    private boolean joinThere() {
        if (!hasJoined) {
            hasJoined = true;
            ensemble.join(server, () -> onLoop(this::look));
        }
        return true;
    }

    /** Has it done there, as often as it takes to hear of it; each answer says whether the session lives. */
    private <R> void send(Supplier<R> there, Consumer<R> told) {
        if (isOver()) {
            return;
        }
        ensemble.network().after(reach.latencyNs(), () -> arrive(there, told));
    }

    private void onLoop(Runnable task) {
        ensemble.network().after(reach.latencyNs(), () -> reach.timers().after(0, task));
    }

    private <R> void arrive(Supplier<R> there, Consumer<R> told) {
        if (!reach.isUp() || ensemble.isAway()) {
            again(there, told);
            return;
        }
        if (hasJoined && !ensemble.isAlive(server.member())) {
            onLoop(() -> end("the coordinator knows the session no more"));
            return;
        }
        R answer = there.get();
        ensemble.touch(server.member());
        onLoop(() -> {
            if (isOver()) {
                return;
            }
            if (reach.isUp()) {
                told.accept(answer);
            } else {
                again(there, told);
            }
        });
    }

    private <R> void again(Supplier<R> there, Consumer<R> told) {
        reach.timers().after(ensemble.times().timeoutNs() / TRIES_PER_TIMEOUT, () -> send(there, told));
    }

    private boolean isOver() {
        return hasLeft || lease.hasEnded();
    }

    private void signLater() {
        reach.timers().after(ensemble.times().signNs(), () -> {
            if (isOver()) {
                return;
            }
            if (lease.isGivenUp()) {
                end("nothing was heard of the coordinator for too long");
                return;
            }
            Sign sent = Sign.begun(reach.clock());
            send(() -> true, unused -> lease.renewed(sent));
            signLater();
        });
    }

    private void end(String why) {
        if (!isOver()) {
            PfsException cause = new PfsException(ErrorCode.CLOSED, why);
            lease.end(cause);
            listener.lost(cause);
        }
    }

    /** One look at a time; whatever changes meanwhile makes another. */
    private void look() {
        isNews = true;
        if (isLooking || isOver()) {
            return;
        }
        isLooking = true;
        isNews = false;
        send(
                () -> ensemble.readBy(member()),
                known -> send(
                        () -> ensemble.readBy(member()).wanted(),
                        wanted -> send(
                                () -> ensemble.readBy(member()).drained(),
                                drained -> send(
                                        () -> ensemble.readBy(member()).servers(),
                                        servers -> seen(new ClusterView(
                                                servers,
                                                Collections.emptySet(),
                                                drained,
                                                known.seats(),
                                                wanted,
                                                known.served()))))));
    }

    private void seen(ClusterView view) {
        isLooking = false;
        listener.seen(view);
        if (isNews) {
            look();
        }
    }

    @Override
    public MemberId member() {
        return server.member();
    }

    @Override
    public Tenure tenure() {
        return lease;
    }

    @Override
    public void claim(ServerId seat, SeatEntry seen, Consumer<Optional<SeatEntry>> told) {
        send(() -> ensemble.claim(seat, seen, member()), told);
    }

    @Override
    public void release(ServerId seat, SeatEntry claimed, Runnable told) {
        send(
                () -> {
                    ensemble.release(seat, claimed);
                    return true;
                },
                unused -> told.run());
    }

    @Override
    public void want(List<Optional<MemberId>> seen, List<Optional<MemberId>> wanted) {
        send(
                () -> {
                    ensemble.want(seen, wanted);
                    return true;
                },
                unused -> {});
    }

    @Override
    public void drain(Address other, boolean drained, Runnable told) {
        send(
                () -> {
                    ensemble.drain(other, drained);
                    return true;
                },
                unused -> told.run());
    }

    @Override
    public void moves(Consumer<List<Optional<SeatMove>>> told) {
        send(ensemble::moves, told);
    }

    @Override
    public void moved(ServerId seat, SeatMove move) {
        send(
                () -> {
                    ensemble.moved(seat, move);
                    return true;
                },
                unused -> {});
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

    /** As it is when that is heard of. */
    private void tellOfSelf() {
        send(
                () -> {
                    ensemble.replace(server);
                    return true;
                },
                unused -> {});
    }

    @Override
    public void leave() {
        if (reach.isUp() && !ensemble.isAway()) {
            ensemble.network().after(reach.latencyNs(), () -> ensemble.end(member()));
        }
        hasLeft = true;
    }
}
