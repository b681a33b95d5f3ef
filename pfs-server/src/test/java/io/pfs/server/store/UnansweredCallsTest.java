package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UnansweredCallsTest {
    private final List<Reply> answers = new ArrayList<>();
    private final SwitchedTenure tenure = new SwitchedTenure();
    private final UnansweredCalls calls = new UnansweredCalls(tenure);

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
        tenure.holds = false;
        sink.answer(new Reply.StepTaken());
        Refused refused = assertInstanceOf(Refused.class, answers.get(0));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refused.code());
    }
}
