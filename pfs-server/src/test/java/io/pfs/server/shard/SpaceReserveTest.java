package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.env.system.InlineWorkers;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowEdit.Attributes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** A disk that its owner fills: what adds something is refused in time, and removals make room again, without a restart. */
final class SpaceReserveTest {
    private static final long CAPACITY = 400_000;
    private static final int CELL_BYTES = 700;

    /** Takes so many bytes and no more. */
    private static final class SmallDisk extends ForwardingDisk {
        private long capacity = CAPACITY;

        SmallDisk() {
            super(new MemoryDisk());
        }

        private long used() {
            return list().stream()
                    .mapToLong(name -> {
                        try (DiskFile file = super.open(name)) {
                            return file.size();
                        }
                    })
                    .sum();
        }

        @Override
        public long usableBytes() {
            return capacity - used();
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public void write(ByteBuffer bytes, long offset) {
                    requireRoom(offset + bytes.remaining() - size());
                    super.write(bytes, offset);
                }

                @Override
                public void preallocate(long bytes) {
                    requireRoom(bytes - size());
                    super.preallocate(bytes);
                }
            };
        }

        private void requireRoom(long more) {
            if (more > 0 && more > usableBytes()) {
                throw new PfsException(ErrorCode.NO_SPACE, "the small disk is full");
            }
        }
    }

    private static byte[] content(int number) {
        byte[] bytes = new byte[CELL_BYTES];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    /** Puts rows until one is refused; returns how many there are. */
    private static int fill(ShardRig rig, int from) {
        int rows = from;
        Reply reply = rig.ask(rig.put(0, rows, 0, content(rows)));
        while (reply instanceof RowChanged) {
            rows++;
            assertTrue(rows < CAPACITY / CELL_BYTES + from, "it runs full");
            reply = rig.ask(rig.put(0, rows, 0, content(rows)));
        }
        assertEquals(ErrorCode.NO_SPACE, refusal(reply), reply.toString());
        assertTrue(reply.toString().contains("remove something"), "refused in time: " + reply);
        return rows;
    }

    @Test
    void aFullDiskIsReadAndEmptiedAndFilledAgain() {
        ShardRig rig = new ShardRig(new SmallDisk()).open();
        rig.makeTables();
        int rows = fill(rig, 0);
        assertTrue(rows > 100, rows + " rows fit");
        for (int i = 0; i < rows; i++) {
            assertArrayEquals(content(i), rig.cell(0, i, 0).orElseThrow(), "row " + i);
        }
        for (int i = 0; i < rows; i++) {
            assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, i)), "row " + i);
        }
        rig.ask(rig.put(0, rows, 0, content(rows))); // refused or not, it makes the group look again
        rig.runUntilIdle();
        rig.ask(rig.put(0, rows, 0, content(rows)));
        rig.runUntilIdle();
        int more = fill(rig, rows + 1) - rows;
        assertTrue(more > rows / 2, more + " rows fit after " + rows);
        rig.open();
        assertArrayEquals(content(rows + 2), rig.cell(0, rows + 2, 0).orElseThrow());
    }

    /** A quarter of each segment is not worth copying the rest for, as long as there is space elsewhere. */
    @Test
    void onAFullDiskLittleThatWasRemovedHereAndThereComesBack() {
        ShardRig rig = new ShardRig(new SmallDisk()).open();
        rig.makeTables();
        int rows = fill(rig, 0);
        for (int i = 0; i < rows; i += 4) {
            assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, i)), "row " + i);
        }
        int more = 0; // each that is refused has a segment collected, as that is all that the reserve has room to copy
        for (int asked = 0; asked < rows; asked++) {
            more += rig.ask(rig.put(0, rows + asked, 0, content(rows))) instanceof RowChanged ? 1 : 0;
            rig.runUntilIdle();
        }
        assertTrue(more > rows / 8, more + " rows fit where " + rows / 4 + " of " + rows + " were removed");
        rig.open();
        for (int i = 0; i < rows; i++) {
            if (i % 4 != 0) {
                assertArrayEquals(content(i), rig.cell(0, i, 0).orElseThrow(), "row " + i);
            }
        }
    }

    /** The journal's disk, which somebody else fills and then empties. */
    @Test
    void spaceThatComesBackIsUsedWithoutARestart() {
        SmallDisk journal = new SmallDisk();
        ShardRig rig = new ShardRig(journal, new MemoryDisk()).open();
        rig.makeTables();
        rig.create(0, 0, 10);
        journal.capacity = journal.used() + rig.limits.spaceReservedBytes() - 512;
        int rows = fill(rig, 10);
        assertTrue(rig.group().counters().refusedForSpace() > 0);
        assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, 3)));
        assertInstanceOf(
                RowChanged.class, rig.ask(rig.edit(0, 4, Expected.PRESENT, cellsRemoved())), "it only takes away");
        journal.capacity = CAPACITY;
        assertEquals(ErrorCode.NO_SPACE, refusal(rig.ask(rig.create(0, rows))), "nobody has looked yet");
        assertInstanceOf(RowChanged.class, rig.ask(rig.create(0, rows)));
    }

    /** They would have to be copied into what removals and checkpoints need. */
    @Test
    void whatTheJournalAloneHasOfCellsHasItsSpaceKept() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        InlineWorkers workers = new InlineWorkers();
        long[] waiting = {300};
        List<String> heard = new ArrayList<>();
        SpaceReserve reserve = new SpaceReserve(
                new SpaceReserve.Kept(1000, 200, () -> waiting[0]),
                () -> 1499,
                workers,
                rig.group().counters(),
                new SpaceReserve.Listener() {
                    @Override
                    public void runsShort() {
                        heard.add("runs short");
                    }

                    @Override
                    public void isShort(long bytesToCopyInto) {
                        heard.add(bytesToCopyInto + " to copy into");
                    }

                    @Override
                    public void hasEnough() {
                        heard.add("enough");
                    }
                });
        Request put = rig.put(0, 1, 0, content(1));
        reserve.require(put); // nobody has looked yet
        assertTrue(workers.poll());
        PfsException refused = assertThrows(PfsException.class, () -> reserve.require(put));
        assertEquals(ErrorCode.NO_SPACE, refused.code());
        assertTrue(refused.getMessage().contains("the last 1500 are kept"), refused.getMessage());
        waiting[0] = 500;
        assertTrue(workers.poll());
        waiting[0] = 299;
        assertThrows(PfsException.class, () -> reserve.require(put));
        assertTrue(workers.poll());
        reserve.require(put);
        assertEquals(List.of("runs short", "699 to copy into", "499 to copy into", "enough"), heard);
    }

    @Test
    void aSmallDiskKeepsLittleToCopyInto() {
        Limits limits = Limits.DEFAULT;
        assertEquals(
                limits.columnFileBytes(),
                SpaceReserve.Kept.of(limits, () -> 1L << 40, () -> 0).copyingBytes());
        assertEquals(
                1 << 20, SpaceReserve.Kept.of(limits, () -> 16 << 20, () -> 0).copyingBytes());
        LongSupplier unknown = () -> {
            throw new PfsException(ErrorCode.IO_FAILED, "nobody knows");
        };
        assertEquals(
                limits.columnFileBytes(),
                SpaceReserve.Kept.of(limits, unknown, () -> 0).copyingBytes());
    }

    private static RowEdit cellsRemoved() {
        return new RowEdit(
                List.of(),
                List.of(new ColumnId(0)),
                RowEdit.NONE.tags(),
                RowEdit.NONE.removedTags(),
                Attributes.UNCHANGED);
    }
}
