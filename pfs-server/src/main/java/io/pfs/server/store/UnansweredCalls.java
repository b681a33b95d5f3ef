package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What was handed to shards and is not answered yet. Shards that close answer to what they journaled and to what waits for memory; who waits
 * for something else hears nothing of them, and hears it here. For the loop.
 */
final class UnansweredCalls {
    private static final Refused CLOSED = new Refused(
            ErrorCode.UNKNOWN_OUTCOME,
            "these shards were closed here, or stopped, before this was answered; they may be open elsewhere");

    private static final Refused TOO_LATE = new Refused(
            ErrorCode.UNKNOWN_OUTCOME, "another server may have these shards since this was answered; ask it");

    private final Tenure tenure;
    private final Set<Sink> open = new LinkedHashSet<>();

    /** @param tenure while it doesn't hold, what was made out of memory may be old, though it was asked for in time */
    UnansweredCalls(Tenure tenure) {
        this.tenure = tenure;
    }

    /** Of one call: equal to nothing but itself. */
    private final class Sink implements Reply.Sink {
        private final Reply.Sink sink;

        Sink(Reply.Sink sink) {
            this.sink = sink;
        }

        @Override
        public void answer(Reply reply) {
            if (open.remove(this)) {
                sink.answer(tenure.holds() ? reply : TOO_LATE);
            }
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder();
        }
    }

    /** The sink by which a call is answered from now on. */
    Reply.Sink add(Call call) {
        Sink sink = new Sink(call.sink());
        open.add(sink);
        return sink;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Nobody will answer what is left. It may have been done. */
    void giveUp() {
        List.copyOf(open).forEach(sink -> sink.answer(CLOSED));
    }
}
