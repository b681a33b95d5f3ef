package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.Membership;
import io.pfs.server.owner.MembershipListener;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.SeatLoads;
import io.pfs.server.owner.Troubles;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.SeatMove;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** What stands between a member and the coordinator, and passes on what it hears from both. */
class PassedOn implements MembershipListener, Membership {
    private final MembershipListener listener;
    private Optional<Membership> membership = Optional.empty();

    PassedOn(MembershipListener listener) {
        this.listener = listener;
    }

    /** Each member has one of its own. */
    static Coordinator over(Coordinator coordinator, Function<MembershipListener, PassedOn> making) {
        return (address, weight, listener) -> {
            PassedOn between = making.apply(listener);
            between.join(coordinator, address, weight);
            return between;
        };
    }

    private void join(Coordinator coordinator, Address address, int weight) {
        membership = Optional.of(coordinator.join(address, weight, this));
    }

    private Membership membership() {
        return membership.orElseThrow();
    }

    @Override
    public void seen(ClusterView view) {
        listener.seen(view);
    }

    @Override
    public void lost(PfsException cause) {
        listener.lost(cause);
    }

    @Override
    public MemberId member() {
        return membership().member();
    }

    @Override
    public Tenure tenure() {
        return membership().tenure();
    }

    @Override
    public void claim(ServerId seat, SeatEntry seen, Consumer<Optional<SeatEntry>> told) {
        membership().claim(seat, seen, told);
    }

    @Override
    public void release(ServerId seat, SeatEntry claimed, Runnable told) {
        membership().release(seat, claimed, told);
    }

    @Override
    public void want(List<Optional<MemberId>> seen, List<Optional<MemberId>> wanted) {
        membership().want(seen, wanted);
    }

    @Override
    public void drain(Address server, boolean drained, Runnable told) {
        membership().drain(server, drained, told);
    }

    @Override
    public void moves(Consumer<List<Optional<SeatMove>>> told) {
        membership().moves(told);
    }

    @Override
    public void moved(ServerId seat, SeatMove move) {
        membership().moved(seat, move);
    }

    @Override
    public void tell(Troubles troubles) {
        membership().tell(troubles);
    }

    @Override
    public void measured(SeatLoads loads) {
        membership().measured(loads);
    }

    @Override
    public void weigh(int weight) {
        membership().weigh(weight);
    }

    @Override
    public void leave() {
        membership().leave();
    }
}
