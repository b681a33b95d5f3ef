package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.journal.ManualTimers;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked of a seat that is being opened waits for that, or is refused after a while; nothing is forgotten, or answered twice. */
final class OpeningCallsTest {
    private static final ServerId SEAT = new ServerId(3);
    private static final Refused REFUSAL = new Refused(ErrorCode.NOT_OWNER, "not here");

    private final ManualTimers timers = new ManualTimers();
    private final OpeningCalls opening = new OpeningCalls(timers::after, REFUSAL);
    private final List<Reply> answers = new ArrayList<>();

    private List<Call> calls(int count) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ReadRow request = new ReadRow(new TableId(1), RowName.of("row"), List.of());
            Envelope envelope = new Envelope(new RequestId(1, 2, i + 1), 0, new ShardId(0), request);
            calls.add(new Call(envelope, Long.MAX_VALUE, answers::add));
        }
        return calls;
    }

    @Test
    void whatComesMeanwhileIsForWhoOpenedIt() {
        assertFalse(opening.hold(SEAT, calls(1)), "nobody opens it");
        opening.begins(SEAT);
        assertTrue(opening.hold(SEAT, calls(1)));
        assertTrue(opening.hold(SEAT, calls(2)));
        assertFalse(opening.hold(new ServerId(4), calls(1)), "another one");
        assertEquals(3, opening.ends(SEAT).size());
        assertFalse(opening.hold(SEAT, calls(1)), "it is open");
        timers.pass(OpeningCalls.HELD_NS);
        assertEquals(List.of(), answers, "nobody answers but who opened it");
    }

    @Test
    void whatHasWaitedForLongIsRefusedAndWhatComesThenWaitsAgain() {
        opening.begins(SEAT);
        opening.hold(SEAT, calls(2));
        timers.pass(OpeningCalls.HELD_NS - 1);
        assertEquals(List.of(), answers);
        timers.pass(1);
        assertEquals(List.of(REFUSAL, REFUSAL), answers);
        assertTrue(opening.hold(SEAT, calls(1)));
        timers.pass(OpeningCalls.HELD_NS);
        assertEquals(3, answers.size());
        assertEquals(List.of(), opening.ends(SEAT));
    }

    @Test
    void aSeatThatIsOpenedAgainHasNothingOfTheTimeBefore() {
        opening.begins(SEAT);
        opening.hold(SEAT, calls(1));
        opening.ends(SEAT);
        opening.begins(SEAT);
        assertEquals(List.of(), opening.ends(SEAT));
    }
}
