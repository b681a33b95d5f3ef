package io.pfs.server.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.wire.NameStep.Detach;
import io.pfs.wire.NameStep.FindParent;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies of a step that waits for others start nothing. */
final class StepsUnderWayTest {
    private static final ProcedureId PROCEDURE = new ProcedureId(new ShardId(3), 9);

    private long nowNs;
    private final StepsUnderWay steps = new StepsUnderWay(new Clock() {
        @Override
        public long monotonicNs() {
            return nowNs;
        }

        @Override
        public long wallMillis() {
            return nowNs / 1_000_000;
        }
    });
    private final List<Reply> heard = new ArrayList<>();

    private static TakeStep detach(long table) {
        return new TakeStep(new TableId(table), PROCEDURE, new Detach());
    }

    @Test
    void aCopyIsToldToWaitUntilTheFirstIsAnswered() {
        Reply.Sink first = steps.begin(detach(1), heard::add).orElseThrow();
        assertTrue(steps.begin(detach(1), heard::add).isEmpty());
        assertEquals(
                ErrorCode.BUSY, assertInstanceOf(Refused.class, heard.get(0)).code());
        assertTrue(steps.begin(detach(2), heard::add).isPresent(), "of another table");
        first.answer(new StepTaken());
        assertInstanceOf(StepTaken.class, heard.get(1));
        assertTrue(steps.begin(detach(1), heard::add).isPresent());
    }

    @Test
    void whatWasRefusedAtOnceIsTakenWhenItComesAgain() {
        assertTrue(steps.begin(detach(1), heard::add).isPresent());
        steps.refused(detach(1));
        assertTrue(steps.begin(detach(1), heard::add).isPresent());
    }

    /** Whatever became of the first, nobody waits for ever; and its late answer ends nothing of the later one's. */
    @Test
    void afterSomeTimeACopyIsTakenAnew() {
        Reply.Sink first = steps.begin(detach(1), heard::add).orElseThrow();
        nowNs += 601_000_000_000L;
        assertTrue(steps.begin(detach(1), heard::add).isPresent());
        first.answer(new StepTaken());
        assertTrue(steps.begin(detach(1), heard::add).isEmpty());
    }

    @Test
    void whatAsksNobodyIsTakenEachTime() {
        TakeStep look = new TakeStep(new TableId(1), PROCEDURE, new FindParent());
        assertTrue(steps.begin(look, heard::add).isPresent());
        assertTrue(steps.begin(look, heard::add).isPresent());
    }
}
