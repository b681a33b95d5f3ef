package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.env.Entropy;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import io.pfs.wire.SeatMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What all {@link MemoryMembership}s of a test agree on: stands for ZooKeeper, with its bad manners. */
public final class MemoryEnsemble {
    private final Timers network;
    private final SessionTimes times;
    private final Manners manners;
    private final List<SeatEntry> seats;
    private final NavigableMap<MemberId, Session> sessions = new TreeMap<>();
    private final Set<Epochs> given = new HashSet<>();
    private final Set<Address> drained = new HashSet<>();
    private final List<Optional<SeatMove>> moves;
    private List<Optional<MemberId>> wanted;
    private boolean isAway;
    private long changes;

    /** How late it does what it must do in time. */
    public interface Manners {
        /** It does all at once. */
        Manners GOOD = new Manners() {};

        /** How long after its time a session ends. */
        default long endsLateNs() {
            return 0;
        }

        /** How far a session is behind, of which nobody has heard lately: so old is what it reads, and so late is it told. */
        default long behindNs() {
            return 0;
        }
    }

    /** What stood at one time. */
    record State(
            long number,
            List<SeatEntry> seats,
            List<Epoch> served,
            List<Optional<MemberId>> wanted,
            List<Address> drained,
            NavigableMap<MemberId, JoinedServer> servers) {}

    /** Who holds a session, how he hears that something has changed, and what the server knows that he is connected to. */
    private static final class Session {
        private final Runnable changed;
        private JoinedServer server;
        private Timers.Timer end = () -> {};
        private Optional<State> known = Optional.empty();

        Session(JoinedServer server, Runnable changed) {
            this.server = server;
            this.changed = changed;
        }

        /** It never goes back. */
        boolean learn(State state) {
            boolean isNewer = known.isEmpty() || known.get().number < state.number;
            known = isNewer ? Optional.of(state) : known;
            return isNewer;
        }
    }

    private record Epochs(ServerId seat, long epoch) {}

    public MemoryEnsemble(int seats, Timers network, SessionTimes times) {
        this(seats, network, times, Manners.GOOD);
    }

    public MemoryEnsemble(int seats, Timers network, SessionTimes times, Manners manners) {
        this.network = network;
        this.times = times;
        this.manners = manners;
        this.seats = new ArrayList<>(Collections.nCopies(seats, SeatEntry.NEVER_HELD));
        this.wanted = Collections.nCopies(seats, Optional.empty());
        this.moves = new ArrayList<>(Collections.nCopies(seats, Optional.empty()));
    }

    Timers network() {
        return network;
    }

    SessionTimes times() {
        return times;
    }

    /** Answers nobody, and ends no session, until it is back: then all sessions begin anew to be waited for. */
    public void away(boolean away) {
        isAway = away;
        sessions.keySet().forEach(this::touch);
    }

    boolean isAway() {
        return isAway;
    }

    /** Forgets everything. */
    public void wipe() {
        sessions.keySet().stream().toList().forEach(this::end);
        Collections.fill(seats, SeatEntry.NEVER_HELD);
        given.clear();
        drained.clear();
        Collections.fill(moves, Optional.empty());
        wanted = Collections.nCopies(seats.size(), Optional.empty());
    }

    void join(JoinedServer server, Runnable changed) {
        sessions.put(server.member(), new Session(server, changed));
        touch(server.member());
        changed();
        catchUp(server.member());
    }

    boolean isAlive(MemberId member) {
        return sessions.containsKey(member);
    }

    /** A member was heard of. */
    void touch(MemberId member) {
        Session session = sessions.get(member);
        if (session != null) {
            session.end.cancel();
            session.end = network.after(times.timeoutNs() + manners.endsLateNs(), () -> expire(member));
        }
    }

    private void expire(MemberId member) {
        if (!isAway) {
            end(member);
        }
    }

    /** The session is no more. */
    public void end(MemberId member) {
        Session session = sessions.remove(member);
        if (session != null) {
            session.end.cancel();
            changed();
        }
    }

    /** As a member asks for it, perhaps once more since it heard no answer. */
    Optional<SeatEntry> claim(ServerId seat, SeatEntry seen, MemberId member) {
        SeatEntry wished = seen.claimed(member);
        if (seats.get(seat.value()).equals(seen)) {
            if (!given.add(new Epochs(seat, wished.epoch().value()))) {
                throw new AssertionError(wished + " was given before");
            }
            seats.set(seat.value(), wished);
            changed();
        }
        catchUp(member);
        return Optional.of(wished).filter(seats.get(seat.value())::equals);
    }

    void release(ServerId seat, SeatEntry claimed) {
        if (seats.get(seat.value()).equals(claimed)) {
            seats.set(seat.value(), claimed.released());
            changed();
        }
        claimed.holder().ifPresent(this::catchUp);
    }

    void want(List<Optional<MemberId>> seen, List<Optional<MemberId>> next) {
        if (wanted.equals(seen)) {
            wanted = next;
            changed();
        }
    }

    public void drain(Address server, boolean isDrained) {
        if (isDrained ? drained.add(server) : drained.remove(server)) {
            changed();
        }
    }

    void moved(ServerId seat, SeatMove move) {
        moves.set(seat.value(), Optional.of(move));
        changed();
    }

    /** If it has not joined yet, it will as what it is then. */
    void replace(JoinedServer server) {
        Session session = sessions.get(server.member());
        if (session != null && !session.server.equals(server)) {
            session.server = server;
            changed();
        }
    }

    /** How many there were so far. */
    long changes() {
        return changes;
    }

    private void changed() {
        changes++;
        State state = state();
        sessions.values().forEach(session -> tell(session, state, manners.behindNs()));
    }

    private static void tell(Session session, State state) {
        if (session.learn(state)) {
            session.changed.run();
        }
    }

    private void tell(Session session, State state, long behindNs) {
        if (behindNs == 0) {
            tell(session, state);
        } else {
            network.after(behindNs, () -> tell(session, state));
        }
    }

    private State state() {
        return new State(changes, seats(), served(), wanted, drained(), servers());
    }

    /** Who writes is answered when the server that he is connected to has all that was before. */
    private void catchUp(MemberId member) {
        Session session = sessions.get(member);
        if (session != null) {
            tell(session, state());
        }
    }

    /** What a member reads: perhaps old, but never older than what he read before, or did. */
    State readBy(MemberId member) {
        return Optional.ofNullable(sessions.get(member))
                .flatMap(session -> session.known)
                .orElseGet(this::state);
    }

    public List<SeatEntry> seats() {
        return List.copyOf(seats);
    }

    public List<Address> drained() {
        return List.copyOf(drained);
    }

    public List<Optional<SeatMove>> moves() {
        return List.copyOf(moves);
    }

    private List<Epoch> served() {
        return moves.stream()
                .map(move -> new Epoch(move.map(SeatMove::epoch).orElse(0L)))
                .toList();
    }

    public List<Optional<MemberId>> wanted() {
        return wanted;
    }

    public NavigableMap<MemberId, JoinedServer> servers() {
        NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
        sessions.forEach((member, session) -> servers.put(member, session.server));
        return servers;
    }

    /** How one server reaches it. */
    public MemoryCoordinator reachedBy(MemoryCoordinator.Reach reach, Entropy entropy) {
        return new MemoryCoordinator(this, reach, entropy);
    }
}
