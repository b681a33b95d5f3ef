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
 * wait when the seat is served. Any thread.
 */
final class OpeningCalls {
    /** To open a seat that was closed in order takes less; who waits for more than that, like the end of a lease, better knows. */
    static final long HELD_NS = 500_000_000;

    private final Later later;
    private final Refused refusal;
    private final Map<ServerId, List<Call>> waiting = new ConcurrentHashMap<>();

    /** @param refusal for who waited for long enough */
    OpeningCalls(Later later, Refused refusal) {
        this.later = later;
        this.refusal = refusal;
    }

    void begins(ServerId seat) {
        waiting.put(seat, List.of());
    }

    /** Keeps these if their seat is being opened; says whether. */
    boolean hold(ServerId seat, List<Call> calls) {
        List<Call> all = waiting.computeIfPresent(seat, (same, before) -> joined(before, calls));
        if (all != null && all.size() == calls.size()) {
            later.after(HELD_NS, () -> refuse(seat));
        }
        return all != null;
    }

    private static List<Call> joined(List<Call> before, List<Call> more) {
        List<Call> all = before.isEmpty() ? new ArrayList<>() : before;
        all.addAll(more);
        return all;
    }

    private void refuse(ServerId seat) {
        List<Call> late = new ArrayList<>();
        waiting.computeIfPresent(seat, (same, calls) -> {
            late.addAll(calls);
            return List.of();
        });
        late.forEach(call -> call.sink().answer(refusal));
    }

    /** Nothing more is kept for this seat; what was is for the caller now. */
    List<Call> ends(ServerId seat) {
        return Check.present(waiting.remove(seat), "a seat whose opening ends is being opened");
    }
}
