package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class UnansweredCallsTest {
    private final List<Reply> answers = new ArrayList<>();
    private boolean holds = true;
    private final UnansweredCalls calls = new UnansweredCalls(new Tenure() {
        @Override
        public boolean holds() {
            return holds;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            return () -> {};
        }
    });

    private Reply.Sink asked() {
        Request request = new Request.DescribeTable(TableId.of(new ShardId(0), 1));
        return calls.add(new Call(new Envelope(new RequestId(1, 2, 3), 0, new ShardId(0), request), 0, answers::add));
    }

    @Test
    void anAnswerGoesOutAsItIs() {
        Reply reply = new Reply.StepTaken();
        asked().answer(reply);
        assertEquals(List.of(reply), answers);
    }

    /** Whoever slept since he was asked doesn't know what others have done. */
    @Test
    void whatWasAskedInTimeIsNotAnsweredTooLate() {
        Reply.Sink sink = asked();
        holds = false;
        sink.answer(new Reply.StepTaken());
        Refused refused = assertInstanceOf(Refused.class, answers.get(0));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refused.code());
    }
}
