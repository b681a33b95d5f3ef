package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.query.index.Indexed;
import io.pfs.row.TagValue;
import io.pfs.server.journal.ManualTimers;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.ChangeIndexes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows can't be read while an index is made of them. */
final class UnreadIndexTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int ROWS = 100;

    private final UnreadDisk disk = new UnreadDisk();
    private final ManualTimers timers = new ManualTimers();
    private final ShardRig rig = new ShardRig(disk);

    /** One from which slices can't be read, or can. */
    private static final class UnreadDisk extends ForwardingDisk {
        private Optional<ErrorCode> refusal = Optional.empty();
        private int refused;

        UnreadDisk() {
            super(new MemoryDisk());
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    if (refusal.isPresent() && name().startsWith("metadata-")) {
                        refused++;
                        throw new PfsException(refusal.get(), "planted: " + name() + " can't be read");
                    }
                    return super.read(target, offset);
                }
            };
        }
    }

    /** A table whose rows are not in memory. */
    private void makeTable() {
        rig.timers = Optional.of(timers);
        rig.open();
        rig.makeTables();
        for (int i = 0; i < ROWS; i++) {
            Map<String, TagValue> tags = Map.of("heat", new TagValue.OfLong(i), "mark", new TagValue.OfLong(-i));
            rig.ask(rig.edit(0, i, Expected.ANY, RowEdit.ofTags(tags, Set.of())));
        }
        rig.checkpoint();
        rig.open();
        rig.runUntilIdle();
    }

    private void addIndex(String tag) {
        ChangeIndexes change = new ChangeIndexes(List.of(new Indexed.OfTag(tag)), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
    }

    private List<Integer> complete() {
        return assertInstanceOf(IndexesMeasured.class, rig.ask(new MeasureIndexes(rig.table(0), Optional.empty())))
                .complete();
    }

    private int triesIn(long seconds) {
        int before = disk.refused;
        timers.pass(seconds * SECOND_NS);
        rig.runUntilIdle();
        return disk.refused - before;
    }

    @Test
    void whatCouldNotBeReadIsTriedAgainEverLater() {
        makeTable();
        disk.refusal = Optional.of(ErrorCode.IO_FAILED);
        addIndex("heat");
        assertTrue(disk.refused > 0, "its rows are not in memory");
        assertEquals(List.of(), complete());
        assertTrue(triesIn(5) > 0);
        assertEquals(0, triesIn(9), "the next time it waits longer");
        assertTrue(triesIn(1) > 0);
        disk.refusal = Optional.empty();
        triesIn(19);
        assertEquals(List.of(), complete());
        triesIn(1);
        assertEquals(List.of(0), complete());
        assertTrue(timers.isIdle());
    }

    @Test
    void whatIsDamagedIsNotReadAgainUntilThereIsAnotherIndex() {
        notReadAgainUntilThereIsAnotherIndex(ErrorCode.CORRUPT);
    }

    @Test
    void whatIsGoneIsNotReadAgainUntilThereIsAnotherIndex() {
        notReadAgainUntilThereIsAnotherIndex(ErrorCode.FILE_MISSING);
    }

    private void notReadAgainUntilThereIsAnotherIndex(ErrorCode why) {
        makeTable();
        disk.refusal = Optional.of(why);
        addIndex("heat");
        assertTrue(disk.refused > 0, "its rows are not in memory");
        assertEquals(0, triesIn(10_000));
        disk.refusal = Optional.empty();
        assertEquals(List.of(), complete());
        addIndex("mark");
        assertEquals(List.of(0, 1), complete());
    }
}
