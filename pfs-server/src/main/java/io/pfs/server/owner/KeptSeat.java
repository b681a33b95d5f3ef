package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a server does about one seat, one thing after the other:
 *
 * <pre>
 *   CLOSED -> CLAIMING -> OPENING -> OPEN -> CLOSING -> RELEASING -> CLOSED
 *                 |          |                  |
 *                 |          +-- could not -----|--> RELEASING, and rests when it is closed
 *                 +-- another was faster -------+-- the membership is lost --> CLOSED
 * </pre>
 */
final class KeptSeat {
    enum State {
        CLOSED,
        CLAIMING,
        OPENING,
        OPEN,
        CLOSING,
        RELEASING
    }

    private static final long REST_MIN_NS = 1_000_000_000;
    private static final long REST_MAX_NS = 32 * REST_MIN_NS;
    /** An opening that takes longer hangs in something. */
    private static final long OPENING_NS = 60_000_000_000L;

    private final ServerId seat;
    private final Seats seats;
    private final Timers timers;
    private final Clock clock;
    private final Consumer<String> told;
    private final SeatWatch watch;
    private final OwnTroubles troubles;
    private final HandingOver handing;
    /** Something has come to its end: what is next depends on what is wanted by now. */
    private final Runnable turned;

    private State state = State.CLOSED;
    /** In whose name it was claimed; empty if that membership is lost, and before any claim. */
    private Optional<Membership> membership = Optional.empty();

    private SeatEntry claimed = SeatEntry.NEVER_HELD;
    /** When it was to be opened, and when its turn came, which it may have to wait for. */
    private long openingAskedNs;

    private Optional<Long> openingBegunNs = Optional.empty();
    /** Why it serves nothing any more, which was heard before it was heard that it is open. */
    private Optional<PfsException> stoppedEarly = Optional.empty();

    /** The entry that this membership last claimed on. Whatever came of that, it stands no more: who still sees it has to wait for news. */
    private Optional<SeatEntry> tried = Optional.empty();

    private boolean isResting;
    private Timers.Timer restEnd = () -> {};
    private long restNs = REST_MIN_NS;

    KeptSeat(
            ServerId seat,
            Seats seats,
            SeatKeeper.Drive drive,
            OwnTroubles troubles,
            HandingOver handing,
            Runnable turned) {
        this.seat = seat;
        this.seats = seats;
        this.timers = drive.timers();
        this.clock = drive.clock();
        this.told = drive.told();
        this.watch = new SeatWatch(seat, drive.clock());
        this.troubles = troubles;
        this.handing = handing;
        this.turned = turned;
    }

    ServerId seat() {
        return seat;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    State state() {
        return state;
    }

    /** In which it was claimed last. */
    Epoch epoch() {
        return claimed.epoch();
    }

    SeatWatch watch() {
        return watch;
    }

    /** Takes the next step to what is wanted now, if there is one and nothing is under way. */
    void follow(Membership current, ClusterView view, boolean isStopping) {
        boolean isWanted = !isStopping && view.isWanted(seat, current.member());
        boolean isNew = !tried.equals(Optional.of(view.seat(seat)));
        boolean mayBegin = !isResting || troubles.tries(seat);
        if (state == State.CLOSED && isWanted && mayBegin && isNew && view.isFree(seat)) {
            claim(current, view.seat(seat));
        } else if (state == State.OPEN && !isWanted && handing.isTurnOf(seat, claimed.epoch())) {
            close(Seats.Closing.IN_ORDER);
        }
    }

    /** To be done every now and then: finds out whether what is held is answered for, and whether an opening hangs. */
    void listen() {
        if (state == State.OPENING && hangs()) {
            troubles.hangs(seat, membership.isPresent());
        }
        boolean isAnswered = seats.answers(seat); // first: a lease that holds afterwards did so here
        if (membership.filter(holder -> holder.tenure().holds()).isEmpty()) {
            return;
        }
        boolean isHeld = state == State.OPEN || state == State.CLOSING;
        if (isHeld && isAnswered) {
            troubles.silenceEnds(seat);
        } else if (state == State.OPEN) {
            troubles.silent(seat);
        }
    }

    /** Who waits for his turn is in no trouble. But if the membership is lost others are to have it, whatever it waits for: its turn may never come. */
    private boolean hangs() {
        long nowNs = clock.monotonicNs();
        long sinceNs = membership.isPresent() ? openingBegunNs.orElse(nowNs) : openingAskedNs;
        return nowNs - sinceNs >= OPENING_NS;
    }

    private void endRest() {
        isResting = false;
        restEnd.cancel();
    }

    private void claim(Membership current, SeatEntry seen) {
        state = State.CLAIMING;
        endRest();
        membership = Optional.of(current);
        tried = Optional.of(seen);
        watch.claims();
        current.claim(seat, seen, outcome -> outcome.ifPresentOrElse(this::open, this::closed));
    }

    private void open(SeatEntry entry) {
        state = State.OPENING;
        claimed = entry;
        openingAskedNs = clock.monotonicNs();
        openingBegunNs = Optional.empty();
        stoppedEarly = Optional.empty();
        Membership holder = holder();
        seats.open(seat, entry.epoch(), holder.tenure(), this::begun, failure -> {
            troubles.hangsNoMore(seat);
            failure.ifPresentOrElse(this::failed, this::opened);
        });
    }

    private void begun() {
        openingBegunNs = Optional.of(clock.monotonicNs());
    }

    private Membership holder() {
        return Check.present(membership.orElse(null), "a membership that is lost opens nothing");
    }

    private void opened() {
        state = State.OPEN;
        if (stoppedEarly.isPresent()) {
            stopped(claimed.epoch(), stoppedEarly.get());
            return;
        }
        if (membership.isPresent()) {
            troubles.opened(seat);
            tellOfMove(membership.get());
            turned.run();
        } else {
            close(Seats.Closing.AT_ONCE);
        }
    }

    private void tellOfMove(Membership holder) {
        watch.claimed(claimed.epoch()).ifPresent(move -> holder.moved(seat, move));
    }

    /** If the membership is lost, that may be why. */
    private void failed(PfsException cause) {
        if (membership.isPresent()) {
            rest(cause);
            troubles.failed(seat, cause);
        }
        release();
    }

    /** Epochs of the coordinator that lie behind those of the pool are for people: claiming again and again would hide that. */
    private void rest(PfsException cause) {
        isResting = true;
        if (cause.code() == ErrorCode.EPOCH_PASSED) {
            told.accept("seat " + seat.value() + " stays closed here: " + cause.getMessage());
            return;
        }
        told.accept("seat " + seat.value() + " is not served, and is tried again: " + cause.getMessage());
        restEnd = timers.after(restNs, () -> {
            isResting = false;
            turned.run();
        });
        restNs = Math.min(REST_MAX_NS, 2 * restNs);
    }

    /** An open seat serves nothing any more, though nobody closed it: it is opened anew, as after a crash. */
    void stopped(Epoch epoch, PfsException cause) {
        if (!claimed.epoch().equals(epoch)) {
            return;
        }
        if (state == State.OPENING) {
            stoppedEarly = Optional.of(cause);
        } else if (state == State.OPEN) {
            beginAnewIfSteady();
            if (membership.isPresent()) {
                rest(cause);
                troubles.stopped(seat, cause);
                troubles.failed(seat, cause);
            }
            close(Seats.Closing.AT_ONCE);
        }
    }

    /** What has worked for a while fails for something new, and is tried again soon. */
    private void beginAnewIfSteady() {
        if (troubles.isSteady(seat)) {
            restNs = REST_MIN_NS;
        }
    }

    private void close(Seats.Closing closing) {
        beginAnewIfSteady();
        state = State.CLOSING;
        troubles.closed(seat);
        seats.close(seat, closing, this::release);
    }

    private void release() {
        state = State.RELEASING;
        membership.ifPresentOrElse(holder -> holder.release(seat, claimed, this::closed), this::closed);
    }

    private void closed() {
        state = State.CLOSED;
        membership = Optional.empty();
        troubles.silenceEnds(seat);
        troubles.say();
        turned.run();
    }

    /** Nobody is told of anything that was asked of the membership. What could not be opened may have been another's already. */
    void membershipLost() {
        membership = Optional.empty();
        endRest();
        tried = Optional.empty();
        switch (state) {
            case CLAIMING, RELEASING -> state = State.CLOSED;
            case OPEN -> close(Seats.Closing.AT_ONCE);
            case CLOSED, OPENING, CLOSING -> {}
        }
    }
}
