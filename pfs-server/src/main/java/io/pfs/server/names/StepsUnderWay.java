package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Detach;
import io.pfs.wire.NameStep.Drop;
import io.pfs.wire.NameStep.RaiseSpread;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.NameStep.Unseal;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.TakeStep;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Steps that are taken once others have taken theirs, which may be away for long. Who asked for such a step asks again every few
 * seconds; if each copy asked the others anew, all of them would do so more and more often.
 */
final class StepsUnderWay {
    /** Whatever became of one that has not ended by then, a copy is taken as if it were the first. */
    private static final long TRUSTED_NS = 600_000_000_000L;

    private final Clock clock;
    private final Map<Key, Underway> steps = new HashMap<>();

    private record Key(ProcedureId procedure, TableId table, NameStep step) {}

    StepsUnderWay(Clock clock) {
        this.clock = clock;
    }

    /** The first copy, until it is answered. */
    private final class Underway implements Reply.Sink {
        private final Key key;
        private final Reply.Sink sink;
        private final long sinceNs = clock.monotonicNs();

        Underway(Key key, Reply.Sink sink) {
            this.key = key;
            this.sink = sink;
        }

        boolean isTrusted() {
            return clock.monotonicNs() - sinceNs < TRUSTED_NS;
        }

        @Override
        public void answer(Reply reply) {
            steps.remove(key, this);
            sink.answer(reply);
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder();
        }
    }

    private static boolean asksOthers(NameStep step) {
        return step instanceof ShareRights
                || step instanceof RaiseSpread
                || step instanceof Detach
                || step instanceof Drop
                || step instanceof Unseal;
    }

    private static Key key(TakeStep request) {
        return new Key(request.procedure(), request.table(), request.step());
    }

    /** It was not taken, and who asked hears that. */
    void refused(TakeStep request) {
        steps.remove(key(request));
    }

    /** Whom to answer; nobody, if this was a copy of a step that is under way: he who sent it was told to wait. */
    Optional<Reply.Sink> begin(TakeStep request, Reply.Sink sink) {
        if (!asksOthers(request.step())) {
            return Optional.of(sink);
        }
        Key key = key(request);
        Underway first = steps.get(key);
        if (first != null && first.isTrusted()) {
            sink.answer(new Refused(ErrorCode.BUSY, "this step of " + request.table() + " is being taken"));
            return Optional.empty();
        }
        Underway begun = new Underway(key, sink);
        steps.put(key, begun);
        return Optional.of(begun);
    }
}
