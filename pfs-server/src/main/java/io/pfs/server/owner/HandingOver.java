package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.env.Timers;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Whose turn it is, of the seats that are wanted elsewhere: few at a time go from a machine, or to one, since each is served by nobody for as long
 * as all those take that are opened together. The next one goes when one of those before is served again. What nobody opens is not waited for for long.
 *
 * <p>Servers don't ask each other: by what all are told, each finds out for all seats alike.
 */
final class HandingOver {
    private static final int SEATS_MAX = 2;
    /** Of so many each still waits for few others: as many are opened and closed at a time. */
    private static final int SEATS_IN_HASTE_MAX = 8;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long PATIENCE_NS = 2 * SECOND_NS;

    /** Whoever stops a server does not wait for ever, and what it holds when it is killed is served only after the end of its session: after so long it makes haste. */
    private static final long STOPPING_NS = 10 * SECOND_NS;

    /** So long each step of the haste takes. */
    private static final long HASTE_NS = 5 * SECOND_NS;

    private final Timers timers;
    /** It may be the turn of another one. */
    private final Runnable turned;
    /** All that are to go, by their order. */
    private NavigableMap<ServerId, Passage> line = Collections.emptyNavigableMap();
    /** Whose turn it is, until they are served again, as far as is known. */
    private final Map<ServerId, Passage> going = new TreeMap<>();
    /** Who had a turn and took longer than others wait, and in which epoch it was held. */
    private final Map<ServerId, Epoch> late = new TreeMap<>();

    /** How many may be away at a time, of those that go from a machine, or to one. */
    private int seatsMax = SEATS_MAX;

    private boolean isHurried;
    private boolean isPatienceOver;

    HandingOver(Timers timers, Runnable turned) {
        this.timers = timers;
        this.turned = turned;
    }

    /** Whether a seat that is held in this epoch may be closed, if it is wanted elsewhere. */
    boolean isTurnOf(ServerId seat, Epoch epoch) {
        Passage passage = going.get(seat);
        return isHurried || epoch.equals(late.get(seat)) || (passage != null && epoch.equals(passage.epoch()));
    }

    void seen(ClusterView view) {
        line = view.passages();
        going.entrySet()
                .removeIf(seat ->
                        view.isServedAfter(seat.getKey(), seat.getValue().epoch()));
        late.entrySet().removeIf(seat -> view.isServedAfter(seat.getKey(), seat.getValue()));
        callUp();
    }

    private void callUp() {
        line.forEach((seat, passage) -> {
            boolean hadTurn = going.containsKey(seat) || passage.epoch().equals(late.get(seat));
            if (!hadTurn && hasRoom(passage)) {
                callUp(seat, passage);
            }
        });
    }

    private boolean hasRoom(Passage passage) {
        return going.values().stream().filter(passage::meets).count() < seatsMax && !mustWaitAlone(passage);
    }

    /** A process opens its first seat more slowly than later ones: only one waits for that, unless it takes too long, or all is in haste. */
    private boolean mustWaitAlone(Passage passage) {
        return passage.newcomer().isPresent()
                && seatsMax == SEATS_MAX
                && late.isEmpty()
                && going.values().stream().anyMatch(other -> other.newcomer().equals(passage.newcomer()));
    }

    private void callUp(ServerId seat, Passage passage) {
        going.put(seat, passage);
        timers.after(PATIENCE_NS, () -> {
            if (going.remove(seat, passage)) {
                late.put(seat, passage.epoch());
                callUp();
                turned.run();
            }
        });
    }

    /** All is to be handed over, in bounded time: after a while more and more seats at a time, in the end all that are left. */
    void stopping() {
        timers.after(STOPPING_NS, this::makeHaste);
    }

    private void makeHaste() {
        if (seatsMax < SEATS_IN_HASTE_MAX) {
            seatsMax *= 2;
            callUp();
            timers.after(HASTE_NS, this::makeHaste);
        } else {
            isPatienceOver = true;
            hurry();
        }
        turned.run();
    }

    /** Whether who stops has waited for others for as long as it may. */
    boolean isPatienceOver() {
        return isPatienceOver;
    }

    /** From now on nothing waits for anything. */
    void hurry() {
        isHurried = true;
    }

    /** What was held is closed, whatever becomes of it. */
    void membershipLost() {
        line = Collections.emptyNavigableMap();
        going.clear();
        late.clear();
    }
}
