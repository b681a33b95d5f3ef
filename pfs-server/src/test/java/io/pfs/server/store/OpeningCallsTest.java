package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

    private int held(ServerId seat, int calls) {
        return calls - opening.hold(seat, calls(calls)).size();
    }

    @Test
    void whatComesMeanwhileIsForWhoOpenedIt() {
        assertEquals(0, held(SEAT, 1), "nobody opens it");
        opening.begins(SEAT);
        assertEquals(1, held(SEAT, 1));
        assertEquals(2, held(SEAT, 2));
        assertEquals(0, held(new ServerId(4), 1), "another one");
        assertEquals(3, opening.ends(SEAT).size());
        assertEquals(0, held(SEAT, 1), "it is open");
        timers.pass(OpeningCalls.HELD_NS);
        assertEquals(List.of(), answers, "nobody answers but who opened it");
    }

    @Test
    void whatHasWaitedForLongIsRefusedAndWhoComesThenIsAtOnce() {
        opening.begins(SEAT);
        assertEquals(2, held(SEAT, 2));
        timers.pass(OpeningCalls.HELD_NS - 1);
        assertEquals(List.of(), answers);
        timers.pass(1);
        assertEquals(List.of(REFUSAL, REFUSAL), answers);
        assertEquals(0, held(SEAT, 1), "it would take room from others again and again");
        assertEquals(List.of(), opening.ends(SEAT));
        opening.begins(SEAT);
        assertEquals(1, held(SEAT, 1), "this time it may be quick");
    }

    /** Whoever comes first is not waited for to begin with that: of two who come at the same moment none may be the first. */
    @Test
    void howLongItTakesCountsFromItsBeginning() {
        opening.begins(SEAT);
        timers.pass(OpeningCalls.HELD_NS - 1);
        assertEquals(1, held(SEAT, 1));
        timers.pass(1);
        assertEquals(List.of(REFUSAL), answers);
    }

    @Test
    void whatMayNotWaitIsForTheCaller() {
        opening.begins(SEAT);
        Call first = calls(1).get(0);
        Call other = new Call(first.envelope(), first.deadlineNs(), new Reply.Sink() {
            @Override
            public void answer(Reply reply) {
                answers.add(reply);
            }

            @Override
            public boolean mayWait() {
                return false;
            }
        });
        assertEquals(List.of(other), opening.hold(SEAT, List.of(first, other)));
        assertEquals(List.of(first), opening.ends(SEAT));
    }

    @Test
    void aSeatThatIsOpenedAgainHasNothingOfTheTimeBefore() {
        opening.begins(SEAT);
        opening.hold(SEAT, calls(1));
        opening.ends(SEAT);
        timers.pass(OpeningCalls.HELD_NS - 1);
        opening.begins(SEAT);
        assertEquals(1, held(SEAT, 1));
        timers.pass(1);
        assertEquals(List.of(), answers, "the time of that is over, not of this");
        assertEquals(1, opening.ends(SEAT).size());
    }
}
