package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.row.CellLocation;
import io.pfs.server.gc.GcGoal;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.ManualClock;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What becomes of an object that a row refers to while it is being written. */
final class GrowingObjectTest {
    private static final ColumnId CONTENT = new ColumnId(0);
    private static final int LONG = 300_000;

    private final FailingObjects disk = new FailingObjects();
    private final ShardRig rig = new ShardRig(disk);
    private final ManualClock clock = new ManualClock();
    private final ObjectTicket ticket = new ObjectTicket(1, 2);
    private final byte[] bytes = new byte[LONG];

    /** Writes of objects fail when that is wanted. */
    private static final class FailingObjects extends ForwardingDisk {
        private boolean isFailing;

        FailingObjects() {
            super(new MemoryDisk());
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public void write(ByteBuffer written, long offset) {
                    if (isFailing && name().startsWith("object-")) {
                        throw new PfsException(ErrorCode.IO_FAILED, "as the test wants it");
                    }
                    super.write(written, offset);
                }
            };
        }
    }

    GrowingObjectTest() {
        new Random(1).nextBytes(bytes);
        rig.clock = clock;
        rig.open().makeTables();
        rig.ask(new BeginObject(rig.table(0), ShardRig.name(1), CONTENT, ticket, 1));
    }

    private WriteObject piece(int from, int to) {
        return new WriteObject(rig.table(0), ShardRig.name(1), ticket, from, Arrays.copyOfRange(bytes, from, to));
    }

    private Reply force(long length) {
        return rig.ask(new ForceObject(rig.table(0), ShardRig.name(1), ticket, length));
    }

    private EditRow referTo(long length) {
        return rig.edit(0, 1, Expected.ANY, RowEdit.ofObject(new ObjectPut(CONTENT, ticket, length)));
    }

    /** Writes up to a place, and lets the row have that much. */
    private void sync(int from, int to) {
        rig.ask(piece(from, to));
        assertEquals(new ObjectWritten(to), force(to));
        assertTrue(rig.ask(referTo(to)) instanceof RowChanged);
    }

    private void requireCell(int length) {
        Reply reply = rig.ask(new ReadCell(rig.table(0), ShardRig.name(1), CONTENT, 0, LONG + 1));
        CellFound found = (CellFound) reply;
        assertEquals(length, found.cellLength());
        assertArrayEquals(Arrays.copyOf(bytes, length), found.bytes());
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    private void collect() {
        List<Optional<?>> ended = new ArrayList<>();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended::add), "no other round is under way");
        rig.runUntilIdle();
        assertEquals(List.of(Optional.empty()), ended, "the round came to its end");
    }

    private long objects() {
        return disk.list().stream().filter(name -> name.startsWith("object-")).count();
    }

    @Test
    void theRowHasWhatWasForcedLast() {
        sync(0, 100);
        rig.ask(piece(100, 70_000));
        requireCell(100);
        sync(70_000, 131_072);
        requireCell(131_072);
        collect();
        rig.ask(piece(131_072, LONG));
        assertEquals(
                ErrorCode.OUT_OF_RANGE,
                ShardRig.refusal(rig.ask(referTo(LONG))),
                "it was not forced, so no edit can refer to it");
        rig.ask(new SealObject(rig.table(0), ShardRig.name(1), ticket, LONG));
        assertTrue(rig.ask(referTo(LONG)) instanceof RowChanged);
        requireCell(LONG);
        assertEquals(1, objects());
    }

    /** What its writer left behind goes, also where nobody writes anything any more. */
    @Test
    void whatNobodyWritesToIsGivenUpThoughOthersOnlyRead() {
        rig.ask(piece(0, LONG));
        rig.ask(new SealObject(rig.table(0), ShardRig.name(1), ticket, LONG));
        rig.ask(referTo(LONG));
        ObjectTicket left = new ObjectTicket(1, 3);
        rig.ask(new BeginObject(rig.table(0), ShardRig.name(2), CONTENT, left, 1));
        rig.ask(new WriteObject(rig.table(0), ShardRig.name(2), left, 0, bytes));
        rig.ask(new ForceObject(rig.table(0), ShardRig.name(2), left, LONG));
        assertEquals(2, objects());
        clock.pass(Limits.OBJECT_SILENT_MILLIS * 1_000_000 + 1);
        requireCell(LONG);
        rig.runUntilIdle();
        assertEquals(1, objects());
        requireCell(LONG);
    }

    @Test
    void itCountsOnceHoweverOftenItGrew() {
        for (int at = 0; at < 50_000; at += 1_000) {
            sync(at, at + 1_000);
        }
        long counted = rig.group().space().counts().counted();
        assertTrue(counted < 60_000, counted + " bytes are counted");
    }

    @Test
    void whatWasNotWrittenIsNotForced() {
        rig.ask(piece(0, 100));
        assertEquals(ErrorCode.BUSY, ShardRig.refusal(force(101)));
        assertEquals(ErrorCode.OUT_OF_RANGE, ShardRig.refusal(force(99)));
        assertEquals(new ObjectWritten(100), force(100));
        assertEquals(new ObjectWritten(100), force(100), "what is repeated changes nothing");
        assertEquals(ErrorCode.OUT_OF_RANGE, ShardRig.refusal(rig.ask(referTo(99))));
    }

    /** What its writer gives up, and what a server that began anew does not know any more, the row keeps. */
    @Test
    void theRowKeepsWhatItHas() {
        sync(0, 100_000);
        rig.ask(piece(100_000, LONG));
        rig.ask(new DropObject(rig.table(0), ShardRig.name(1), ticket));
        collect();
        requireCell(100_000);
        rig.checkpoint();
        rig.open();
        collect();
        requireCell(100_000);
        assertEquals(ErrorCode.OBJECT_LOST, ShardRig.refusal(rig.ask(piece(100_000, LONG))));
    }

    @Test
    void aRowThatIsRemovedLeavesNothingBehind() {
        sync(0, 100_000);
        rig.ask(rig.remove(0, 1));
        collect();
        assertEquals(1, objects(), "it is being written still");
        sync(100_000, 150_000);
        requireCell(150_000);
        rig.ask(rig.remove(0, 1));
        rig.ask(new DropObject(rig.table(0), ShardRig.name(1), ticket));
        collect();
        assertEquals(0, objects());
    }

    /** Its file must not go before it is known whether a row has it. */
    @Test
    void aWriteThatFailsWhileAnEditIsOnItsWayHarmsNothing() {
        rig.ask(piece(0, 100_000));
        force(100_000);
        List<Reply> edited = rig.begin(referTo(100_000));
        disk.isFailing = true;
        List<Reply> written = rig.begin(piece(100_000, LONG));
        rig.runUntilIdle();
        assertEquals(ErrorCode.OBJECT_LOST, ShardRig.refusal(written.get(0)));
        assertTrue(edited.get(0) instanceof RowChanged, edited.toString());
        collect();
        requireCell(100_000);
        assertEquals(ErrorCode.OBJECT_LOST, ShardRig.refusal(force(100_000)));
        rig.ask(rig.remove(0, 1));
        collect();
        assertEquals(0, objects());
    }

    /** An edit that took what was forced says nothing of the end, whatever comes first. */
    @Test
    void itEndsWhileAnEditThatKnowsOfNoEndIsOnItsWay() {
        rig.ask(piece(0, LONG));
        force(LONG);
        List<Reply> edited = rig.begin(referTo(LONG));
        List<Reply> sealed = rig.begin(new SealObject(rig.table(0), ShardRig.name(1), ticket, LONG));
        rig.runUntilIdle();
        assertTrue(edited.get(0) instanceof RowChanged, edited.toString());
        assertTrue(sealed.get(0) instanceof Reply.ObjectSealed, sealed.toString());
        assertTrue(rig.ask(referTo(LONG)) instanceof RowChanged);
        requireCell(LONG);
        assertEquals(ErrorCode.OBJECT_LOST, ShardRig.refusal(rig.ask(referTo(LONG))), "now all is said");
    }

    @Test
    void whoGivesItUpWhileAnEditIsOnItsWayIsHeardThen() {
        rig.ask(piece(0, LONG));
        force(LONG);
        List<Reply> edited = rig.begin(referTo(LONG));
        rig.begin(new DropObject(rig.table(0), ShardRig.name(1), ticket));
        rig.runUntilIdle();
        assertTrue(edited.get(0) instanceof RowChanged, edited.toString());
        assertEquals(ErrorCode.OBJECT_LOST, ShardRig.refusal(force(LONG)));
        requireCell(LONG);
        rig.ask(rig.remove(0, 1));
        collect();
        assertEquals(0, objects());
    }

    @Test
    void aLocationSaysWhatItIs() {
        CellLocation growing = CellLocation.ofGrowing(7, 100, -1);
        assertTrue(growing.isObject() && growing.lastSum().isPresent());
        assertEquals(100, growing.size());
        assertEquals(CellLocation.partOf(-1), growing.lastSum().getAsInt());
        assertFalse(CellLocation.ofObject(7, 100).lastSum().isPresent());
        assertFalse(new CellLocation(7, 100, 1 << 21).isObject());
    }
}
