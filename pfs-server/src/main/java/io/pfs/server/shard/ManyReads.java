package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.wire.Envelope;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadMany;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request of many parts while it is served. Each part goes to its shard as if it had come alone, so it is checked, routed and
 * waits like that, and few that must wait keep no other from being served. The last answer sends them all.
 */
final class ManyReads {
    /** No more than so many parts wait at a time, for slices to be read, say: others want the workers, too, and have a share of what may wait. */
    private static final int WAITING_MAX = 16;

    private final Envelope envelope;
    private final List<Part> parts;
    private final Reply.Sink sink;
    private final BiConsumer<Envelope, Reply.Sink> server;
    private final @Nullable Reply[] answers;
    private int begun;
    private int answered;
    private boolean isBeginning;

    private ManyReads(Envelope envelope, List<Part> parts, Reply.Sink sink, BiConsumer<Envelope, Reply.Sink> server) {
        this.envelope = envelope;
        this.parts = parts;
        this.sink = sink;
        this.server = server;
        this.answers = new Reply[parts.size()];
    }

    /** Has all parts served by who serves what comes alone. */
    static void serve(Envelope envelope, ReadMany many, Reply.Sink sink, BiConsumer<Envelope, Reply.Sink> server) {
        new ManyReads(envelope, many.parts(), sink, server).begin();
    }

    /** Those that need not wait are answered before this returns, and not one within the other. */
    private void begin() {
        if (isBeginning) {
            return;
        }
        isBeginning = true;
        while (begun < parts.size() && begun - answered < WAITING_MAX) {
            int nth = begun++;
            server.accept(envelope.of(parts.get(nth)), new OfPart(nth));
        }
        isBeginning = false;
        if (answered == parts.size()) {
            sink.answer(new ManyRead(Arrays.stream(answers)
                    .map(answer -> Check.present(answer, "each part has its answer"))
                    .toList()));
        }
    }

    private final class OfPart implements Reply.Sink {
        private final int nth;

        OfPart(int nth) {
            this.nth = nth;
        }

        /** The first one counts, as with what comes alone. */
        @Override
        public void answer(Reply reply) {
            if (answers[nth] == null) {
                answers[nth] = reply;
                answered++;
                begin();
            }
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder();
        }
    }
}
