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
 * waits like that, and one that must wait keeps no other from being served. The last answer sends them all.
 */
final class ManyReads {
    private final Reply.Sink sink;
    private final @Nullable Reply[] answers;
    private int left;

    private ManyReads(int parts, Reply.Sink sink) {
        this.sink = sink;
        this.answers = new Reply[parts];
        this.left = parts;
    }

    /** Has all parts served by who serves what comes alone. */
    static void serve(Envelope envelope, ReadMany many, Reply.Sink sink, BiConsumer<Envelope, Reply.Sink> server) {
        List<Part> parts = many.parts();
        ManyReads reads = new ManyReads(parts.size(), sink);
        for (int i = 0; i < parts.size(); i++) {
            server.accept(envelope.of(parts.get(i)), reads.new OfPart(i));
        }
    }

    private final class OfPart implements Reply.Sink {
        private final int nth;

        OfPart(int nth) {
            this.nth = nth;
        }

        @Override
        public void answer(Reply reply) {
            answers[nth] = reply;
            left--;
            if (left == 0) {
                sink.answer(new ManyRead(Arrays.stream(answers)
                        .map(answer -> Check.present(answer, "each part has its answer"))
                        .toList()));
            }
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder();
        }
    }
}
