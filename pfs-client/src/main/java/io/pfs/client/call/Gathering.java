package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.ErrorCode.Retry;
import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadMany;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hops and pages that are asked for together: by as few requests as they fit into, one or more for each seat. A part that was not
 * served there, as its shard or its name is elsewhere, is asked for once more, alone, and then as anything else that is; after a while if
 * it was not the time for it. So are all parts of a request that was refused. For one thread.
 */
final class Gathering {
    /** Of all pages of a request. Those who are behind it in the loop wait no longer than for a large page. */
    private static final int ROWS_MAX = 1 << 14;

    /** What gathers on a thread now. */
    private static final ThreadLocal<@Nullable Gathering> HERE = new ThreadLocal<>();

    private final Caller caller;
    private final List<Ask> asks = new ArrayList<>();

    Gathering(Caller caller) {
        this.caller = caller;
    }

    /** What a client asks for is taken by what gathers for it on this thread, if that is so and it is something for it: all or none. */
    static boolean take(Caller caller, List<Ask> more) {
        Gathering here = HERE.get();
        return here != null
                && here.caller == caller
                && more.stream().allMatch(ask -> ReadMany.takes(ask.request()))
                && here.asks.addAll(more);
    }

    /** Gathers what is asked for in a task, and sends it. In the midst of another one of the same client that one does. */
    void of(Runnable task) {
        Gathering before = HERE.get();
        if (before != null && before.caller == caller) {
            task.run();
            return;
        }
        HERE.set(this);
        try {
            task.run();
        } finally {
            if (before == null) {
                HERE.remove();
            } else {
                HERE.set(before);
            }
            send();
        }
    }

    private void send() {
        List<Ask> sent = new ArrayList<>();
        Map<ServerId, List<Ask>> bySeat = new LinkedHashMap<>();
        for (Ask ask : asks) {
            if (caller.readsMany(ask.shard())) {
                bySeat.computeIfAbsent(caller.ownerOf(ask.shard()), any -> new ArrayList<>())
                        .add(ask);
            } else {
                sent.add(ask);
            }
        }
        bySeat.values().forEach(ofSeat -> divide(ofSeat, sent));
        sendAll(sent);
    }

    /** Nobody is here any more to whom it could be thrown that nothing can be sent. */
    private void sendAll(List<Ask> sent) {
        if (caller.isClosed()) {
            Refused refused = new Refused(ErrorCode.CLOSED, "this file system was closed by its user");
            sent.forEach(ask -> ask.sink().answer(refused));
        } else {
            caller.sendNow(sent);
        }
    }

    private void divide(List<Ask> ofSeat, List<Ask> sent) {
        List<Ask> next = new ArrayList<>();
        int rows = 0;
        for (Ask ask : ofSeat) {
            int more = part(ask).rowsMax();
            if (next.size() == Limits.PARTS_PER_READ_MAX || rows + more > ROWS_MAX) {
                next = close(next, sent);
                rows = 0;
            }
            next.add(ask);
            rows += more;
        }
        close(next, sent);
    }

    private static Part part(Ask ask) {
        return new Part(ask.shard(), ask.request());
    }

    /** Has them sent, and returns where others can be put. */
    private List<Ask> close(List<Ask> parts, List<Ask> sent) {
        if (parts.size() <= 1) {
            sent.addAll(parts);
        } else {
            ReadMany many = new ReadMany(parts.stream().map(Gathering::part).toList());
            sent.add(new Ask(many, parts.get(0).shard(), reply -> answered(parts, reply)));
        }
        return new ArrayList<>();
    }

    private void answered(List<Ask> parts, Reply reply) {
        caller.together(() -> {
            if (reply instanceof ManyRead many && many.answers().size() == parts.size()) {
                answered(parts, many.answers());
            } else if (isForLater(reply)) {
                later(parts);
            } else {
                sendAll(parts); // whoever has the seat by now need not know such requests
            }
        });
    }

    private void answered(List<Ask> parts, List<Reply> answers) {
        List<Ask> again = new ArrayList<>();
        List<Ask> later = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Reply answer = answers.get(i);
            if (isForLater(answer)) {
                later.add(parts.get(i));
            } else if (isElsewhere(answer)) {
                again.add(parts.get(i));
            } else {
                answer(parts.get(i), answer);
            }
        }
        sendAll(again);
        later(later);
    }

    private static boolean isForLater(Reply answer) {
        return answer instanceof Refused refused && refused.code().retry() == Retry.LATER;
    }

    private static boolean isElsewhere(Reply answer) {
        return answer instanceof Misplaced
                || (answer instanceof Refused refused && refused.code().retry() != Retry.NEVER);
    }

    /** A server that has too much to do would have as many requests to refuse at once as there were parts. */
    private void later(List<Ask> parts) {
        if (!parts.isEmpty()) {
            caller.later(caller.delayNs(0), () -> sendAll(parts));
        }
    }

    /** What whoever gets an answer throws is his, and no reason for others not to get theirs. */
    private static void answer(Ask part, Reply answer) {
        try {
            part.sink().answer(answer);
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
