package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.wire.Call;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is asked of seats that are being opened: it waits for that, though not for long. Whoever is refused comes again, later each time, and would still
 * wait when the seat is served. Once an opening takes long, whoever comes is refused at once: what waits takes room from what is asked of other
 * seats, and by then he comes again in less time than the opening has taken. Any thread.
 */
final class OpeningCalls {
    /** To open a seat that was closed in order takes less; who waits for more than that, like the end of a lease, better knows. */
    static final long HELD_NS = 500_000_000;

    private final Later later;
    private final Refused refusal;
    private final Map<ServerId, Opening> openings = new ConcurrentHashMap<>();

    /** One opening of a seat: looked at and changed only where the map computes its entry, as many ask at the same moment. */
    private static final class Opening {
        private final List<Call> waiting = new ArrayList<>();
        private boolean isLate;

        boolean keeps(Call call) {
            boolean keeps = !isLate && call.sink().mayWait();
            if (keeps) {
                waiting.add(call);
            }
            return keeps;
        }

        /** Keeps nothing any more. */
        List<Call> late() {
            List<Call> late = List.copyOf(waiting);
            waiting.clear();
            isLate = true;
            return late;
        }
    }

    /** @param refusal for who waited for long enough */
    OpeningCalls(Later later, Refused refusal) {
        this.later = later;
        this.refusal = refusal;
    }

    void begins(ServerId seat) {
        Opening begun = new Opening();
        openings.put(seat, begun);
        later.after(HELD_NS, () -> refuse(seat, begun));
    }

    /** Keeps those of these that may wait, if their seat is being opened; the others are for the caller. */
    List<Call> hold(ServerId seat, List<Call> calls) {
        List<Call> others = new ArrayList<>();
        Opening now = openings.computeIfPresent(seat, (same, opening) -> {
            calls.stream().filter(call -> !opening.keeps(call)).forEach(others::add);
            return opening;
        });
        return now == null ? calls : others;
    }

    /** The seat may be open by now, or opened for another time. */
    private void refuse(ServerId seat, Opening begun) {
        List<Call> late = new ArrayList<>();
        openings.computeIfPresent(seat, (same, opening) -> {
            if (opening == begun) {
                late.addAll(opening.late());
            }
            return opening;
        });
        late.forEach(call -> call.sink().answer(refusal));
    }

    /** Nothing more is kept for this seat; what was is for the caller now. */
    List<Call> ends(ServerId seat) {
        return Check.present(openings.remove(seat), "a seat whose opening ends is being opened").waiting;
    }
}
