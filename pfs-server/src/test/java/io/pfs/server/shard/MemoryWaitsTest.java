package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.server.state.GroupCounters;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.EditRow;
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
}
