package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.SliceMemory;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who finds no memory for a change waits for it, but not for ever. */
final class MemoryWaitsTest {
    private static final long BUDGET = 64 << 10;
    /** All rows go into one write of the journal. */
    private static final Limits ROOMY = new Limits(8, 4, 1 << 22, 1 << 20, 1 << 20, 64, 1 << 20, 64);

    private static final int ROWS = 1_000;
    private static final int LATE = 5_000;

    private boolean poolFails;
    private final ManualWorld world = new ManualWorld(1);
    private final ShardRig rig = new ShardRig(new FaultDisk(new MemoryDisk(), (call, file) -> {
        if (poolFails && call == Call.WRITE) {
            throw new PfsException(ErrorCode.NO_SPACE, "planted");
        }
    }));
    private long client = 100;

    MemoryWaitsTest() {
        rig.limits = ROOMY;
        rig.memoryBytes = BUDGET;
        rig.clock = world;
        rig.timers = Optional.of(world.timers());
        rig.open();
        rig.makeTables();
    }

    private GroupCounters counters() {
        return rig.group().counters();
    }

    /** Asks as a client of its own. */
    private List<Reply> submit(EditRow edit) {
        List<Reply> replies = new ArrayList<>();
        client++;
        rig.group().submit(ShardRig.envelope(client, 1, edit), replies::add);
        return replies;
    }

    /** Changes more rows than fit in memory, before any of them can be written, and asks for one more. */
    private List<Reply> fillAndAsk() {
        IntStream.range(0, ROWS).forEach(i -> submit(rig.create(0, i)));
        long before = counters().journalWrites();
        while (counters().journalWrites() == before) {
            rig.step();
        }
        rig.group().catchUp();
        List<Reply> late = submit(rig.create(0, LATE));
        assertEquals(List.of(), late, "it waits");
        assertEquals(1, counters().waitedForMemory());
        return late;
    }

    @Test
    void whoFindsNoMemoryIsServedAfterTheCheckpoint() {
        List<Reply> late = fillAndAsk();
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, late.get(0));
        assertEquals(0, counters().refusedForMemory());
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, LATE)));
    }

    @Test
    void theyAreServedInTheOrderTheyCame() {
        List<List<Reply>> late = new ArrayList<>();
        late.add(fillAndAsk());
        IntStream.range(1, 500).forEach(i -> late.add(submit(rig.create(0, LATE))));
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, late.get(0).get(0));
        rig.group().catchUp(); // the others came after its name
        late.subList(1, 500)
                .forEach(other ->
                        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(other.get(0)), "the first one made it"));
    }

    @Test
    void whoWaitsTooLongIsRefused() {
        poolFails = true;
        List<Reply> late = fillAndAsk();
        rig.runUntilIdle();
        world.pass(400_000_000);
        List<Reply> later = submit(rig.create(0, LATE + 1));
        rig.runUntilIdle();
        assertEquals(List.of(), late, "storage may take something yet");
        world.pass(100_000_000);
        assertEquals(ErrorCode.BUSY, refusal(late.get(0)));
        assertEquals(List.of(), later, "this one has not waited so long");
        poolFails = false;
        world.pass(399_000_000);
        submit(rig.create(0, LATE + 2)); // has another round begin
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, later.get(0));
        assertEquals(1, counters().refusedForMemory());
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, LATE))), "nothing of it was done");
    }

    @Test
    void whoWaitsWhenTheServerEndsHearsThat() {
        List<Reply> late = fillAndAsk();
        rig.group().close();
        assertEquals(ErrorCode.CLOSED, refusal(late.get(0)));
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed());
    }

    @Test
    void whoWaitsWhenNothingIsServedAnyMoreHearsThat() {
        List<Reply> late = fillAndAsk();
        rig.group().stop(new PfsException(ErrorCode.INVARIANT_BROKEN, "planted"));
        assertEquals(ErrorCode.CLOSED, refusal(late.get(0)));
    }

    /** As one whose connection was lost does. */
    @Test
    void whoAsksTheSameAgainWhileHeWaitsHearsTheSame() {
        fillAndAsk();
        List<Reply> first = new ArrayList<>();
        List<Reply> second = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(50, 1, rig.create(0, LATE + 1)), first::add);
        rig.group().submit(ShardRig.envelope(50, 1, rig.create(0, LATE + 1)), second::add);
        rig.runUntilIdle();
        rig.group().catchUp();
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, first.get(0));
        assertEquals(first, second);
    }

    /** He says so with what he asks next, which is a removal here, as that does not wait. */
    @Test
    void whoWaitsNoLongerIsNotServed() {
        fillAndAsk();
        List<Reply> first = new ArrayList<>();
        List<Reply> next = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(50, 1, rig.create(0, LATE + 1)), first::add);
        rig.group().submit(ShardRig.envelope(50, 2, rig.remove(0, 1)), next::add);
        rig.runUntilIdle();
        rig.group().catchUp();
        assertInstanceOf(RowGone.class, next.get(0));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refusal(first.get(0)));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, LATE + 1))));
    }

    @Test
    void whoIsRefusedIsToldWhatLacks() {
        for (boolean hasIndexRoom : List.of(true, false)) {
            List<Reply> replies = new ArrayList<>();
            MemoryWaits waits = new MemoryWaits(
                    new SliceMemory(-1, Limits.DEFAULT, world, counters()),
                    () -> hasIndexRoom,
                    world,
                    Optional.empty(),
                    counters(),
                    () -> {});
            waits.add(() -> {}, replies::add);
            assertEquals(ErrorCode.BUSY, refusal(replies.get(0)));
            assertEquals(!hasIndexRoom, replies.get(0).toString().contains("an index"), replies.toString());
        }
    }

    /** A mistake of ours ends the loop in the middle of a release; then nothing is served any more, and all hear of it. */
    @Test
    void whoWaitsBehindOneThatEndsInAMistakeHearsThat() {
        List<String> done = new ArrayList<>();
        MemoryWaits waits = new MemoryWaits(
                new SliceMemory(-1, Limits.DEFAULT, world, counters()),
                () -> true,
                world,
                Optional.of(world.timers()),
                counters(),
                () -> {});
        waits.add(
                () -> {
                    throw new IllegalStateException("planted");
                },
                reply -> {});
        waits.add(() -> done.add("second"), reply -> {});
        assertThrows(IllegalStateException.class, waits::giveUp);
        waits.giveUp();
        assertEquals(List.of("second"), done);
    }

    /** What waits takes no part in what others may ask. */
    @Test
    void whoReadsIsServedWhileVeryManyWait() {
        poolFails = true;
        fillAndAsk();
        IntStream.range(0, Limits.REQUESTS_OPEN_MAX).forEach(i -> submit(rig.create(0, LATE)));
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 1)));
        assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, 1)));
    }

    /** Nothing can be written meanwhile, but what was changed in a table that is gone need not be. */
    @Test
    void whoWaitsIsServedWhenTheTableGoesThatFilledMemory() {
        poolFails = true;
        fillAndAsk();
        List<Reply> other = submit(rig.create(1, LATE));
        rig.runUntilIdle();
        assertEquals(List.of(), other, "it waits, too");
        TableId root = TableId.of(new ShardId(0), 1);
        IntStream.range(0, ROWS).forEach(i -> rig.ask(rig.remove(0, i)));
        rig.ask(new RemoveTable(root, RowName.of("table-0"), false));
        assertInstanceOf(RowChanged.class, other.get(0));
    }
}
