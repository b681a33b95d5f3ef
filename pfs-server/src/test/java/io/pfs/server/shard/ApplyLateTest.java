package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.FaultPoints;
import io.pfs.env.system.NoTimers;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.state.ShardState;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that are answered before they are applied: nobody sees the difference. */
final class ApplyLateTest {
    /** Forces of the journal that fail from now on. */
    private int failures;

    private final ShardRig rig = new ShardRig(
                    new FaultDisk(new MemoryDisk(), (call, file) -> {
                        if (call == FaultDisk.Call.FORCE && failures > 0) {
                            failures--;
                            throw new PfsException(ErrorCode.IO_FAILED, "no force");
                        }
                    }),
                    new MemoryDisk())
            .open();
    private ManualTimers timers = new ManualTimers();
    private long client = 100;

    @BeforeEach
    void openWithTimers() {
        rig.makeTables();
        reopen();
    }

    private void reopen() {
        timers = new ManualTimers();
        rig.timers = Optional.of(timers);
        rig.open();
    }

    /** Asks as a client of its own. */
    private List<Reply> submit(Request request) {
        List<Reply> replies = new ArrayList<>();
        client++;
        rig.group().submit(ShardRig.envelope(client, 1, request), replies::add);
        return replies;
    }

    private List<Reply> ask(Request request) {
        List<Reply> replies = submit(request);
        rig.runUntilIdle();
        return replies;
    }

    private long applied() {
        return rig.group().shard(rig.table(0).maker()).state().applied();
    }

    private void createLate(int number) {
        long before = applied();
        assertInstanceOf(RowChanged.class, ask(rig.create(0, number)).get(0));
        assertEquals(before, applied(), "it is answered, and not applied");
    }

    @Test
    void itIsAppliedWhenTheTurnHasEnded() {
        long before = applied();
        createLate(1);
        timers.pass(0);
        assertEquals(before + 1, applied());
        assertEquals(1, rig.group().counters().appliedLate());
        assertTrue(timers.isIdle());
    }

    @Test
    void withoutTimersThatRingNothingIsLate() {
        rig.timers = Optional.of(new NoTimers());
        rig.open();
        long before = applied();
        assertInstanceOf(RowChanged.class, ask(rig.create(0, 1)).get(0));
        assertEquals(before + 1, applied());
    }

    @Test
    void whoLooksSeesIt() {
        createLate(1);
        assertInstanceOf(RowFound.class, ask(rig.read(0, 1)).get(0));
        createLate(2);
        ListRows list = new ListRows(rig.table(0), Optional.empty(), 10, 10_000, List.of());
        RowsFound listed = assertInstanceOf(RowsFound.class, ask(list).get(0));
        assertEquals(
                List.of(ShardRig.name(1), ShardRig.name(2)),
                listed.rows().stream().map(row -> row.name()).sorted().toList());
    }

    @Test
    void whoChangesTheSameWaitsForIt() {
        createLate(1);
        List<Reply> second = ask(rig.edit(0, 1, Expected.PRESENT, RowEdit.NONE));
        assertEquals(List.of(), second);
        timers.pass(0);
        rig.runUntilIdle();
        assertEquals(2, assertInstanceOf(RowChanged.class, second.get(0)).version());
    }

    /** What one force made durable is applied when the next has ended, should nobody come back for it before. */
    @Test
    void whoChangesSomethingElseDoesNot() {
        long before = applied();
        createLate(1);
        assertInstanceOf(RowChanged.class, ask(rig.create(0, 2)).get(0));
        assertEquals(before + 1, applied());
    }

    @Test
    void aRequestThatIsRepeatedIsNotDoneAgain() {
        Request create = rig.create(0, 1);
        List<Reply> first = new ArrayList<>();
        List<Reply> again = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(7, 1, create), first::add);
        rig.runUntilIdle();
        rig.group().submit(ShardRig.envelope(7, 1, create), again::add);
        timers.pass(0);
        rig.runUntilIdle();
        assertEquals(first, again);
    }

    /** Sequences go back to the last record that is durable, and who waits for it asks for the next one. */
    @Test
    void whoWaitsGoesOnWhenTheForceAfterItFails() {
        createLate(1);
        List<Reply> waiting = ask(rig.edit(0, 1, Expected.PRESENT, RowEdit.NONE));
        failures = 1;
        assertEquals(
                ErrorCode.UNKNOWN_OUTCOME,
                ShardRig.refusal(ask(rig.create(0, 2)).get(0)));
        rig.runUntilIdle();
        timers.pass(0);
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, waiting.get(0));
    }

    /** Who was answered was told the truth; nobody else is told anything, and a restart finds all of it. */
    @Test
    void whatCannotBeAppliedStopsTheShards() {
        createLate(1);
        rig.faultPoints = name -> name.equals("record.apply");
        List<Reply> waiting = ask(rig.edit(0, 1, Expected.PRESENT, RowEdit.NONE));
        assertEquals(ErrorCode.CLOSED, ShardRig.refusal(ask(rig.read(0, 2)).get(0)));
        assertEquals(ErrorCode.CLOSED, ShardRig.refusal(waiting.get(0)));
        timers.pass(0);
        rig.faultPoints = FaultPoints.NONE;
        reopen();
        RowFound found = assertInstanceOf(RowFound.class, ask(rig.read(0, 1)).get(0));
        assertEquals(1, found.found().row().version());
    }

    @Test
    void aCheckpointHasAllThatWasAnswered() {
        createLate(1);
        long late = applied() + 1;
        rig.checkpoint();
        ShardState state = rig.group().shard(rig.table(0).maker()).state();
        assertTrue(state.lastCheckpoint().replayFrom() > late);
    }
}
