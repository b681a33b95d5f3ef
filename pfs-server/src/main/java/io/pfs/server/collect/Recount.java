package io.pfs.server.collect;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.SegmentFile;
import io.pfs.format.ByteReader;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.Total;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.server.gc.SegmentCounts;
import io.pfs.server.state.Intents;
import io.pfs.server.table.Intent.Decided;
import io.pfs.table.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts anew, from all rows and their indirect records, what of each segment is needed, and compares that with what is
 * counted. For checks, while nothing is under way; it reads everything, and blocks.
 */
public final class Recount {
    private final Pool pool;
    private final TreeMap<Long, Long> live = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    private Recount(Pool pool) {
        this.pool = pool;
    }

    /** What differs, a line for each segment. */
    public static List<String> differences(List<? extends CollectedShard> shards, SegmentCounts counts, Pool pool) {
        Recount recount = of(shards, counts, pool);
        Map<Long, Long> counted = new TreeMap<>();
        for (Total total : counts.totals()) {
            counted.put(total.segment(), total.live());
        }
        TreeSet<Long> segments = new TreeSet<>(counted.keySet());
        segments.addAll(recount.live.keySet());
        for (long segment : segments) {
            long found = recount.live.getOrDefault(segment, 0L);
            long known = counted.getOrDefault(segment, 0L);
            if (found != known) {
                recount.differences.add(
                        "rows point to " + found + " bytes of segment " + segment + ", counted are " + known);
            }
        }
        return recount.differences;
    }

    /**
     * Has what is counted be what rows point to, and fails if not all of them can be looked at. What is on its way to another shard may be there
     * by now: it is counted once more than need be, rather than not at all.
     */
    public static void set(List<? extends CollectedShard> shards, SegmentCounts counts, Pool pool) {
        counts.left().stream().filter(left -> !isReadable(left, pool)).forEach(counts::forget);
        Recount recount = of(shards, counts, pool);
        shards.forEach(recount::countTravellers);
        counts.found(recount.live);
    }

    private void countTravellers(CollectedShard shard) {
        Intents intents = shard.state().tables().intents();
        for (Decided decided : intents.decided()) {
            intents.traveller(decided.procedure()).ifPresent(row -> count(shard, decided.toString(), row));
        }
    }

    /** Whether what a row leads to may be counted: not if its indirect record is gone or damaged. What fails to be read may be there another time. */
    public static boolean isCountable(byte[] row, Pool pool) {
        FileId fileId = new FileId(RowLayout.u64(row, RowLayout.FILE_ID));
        try {
            RowLayout.cell(row, 0, RowLayout.INDIRECT_SLOT)
                    .filter(record -> !record.isInJournal())
                    .ifPresent(record -> new Recount(pool).countRecord(fileId, record));
            return true;
        } catch (PfsException e) {
            return !e.code().isUnreadable() || e.code() == ErrorCode.IO_FAILED;
        }
    }

    /** That it was read before, and what held it let go, may be what was lost. */
    private static boolean isReadable(IndirectLeft left, Pool pool) {
        try {
            new Recount(pool).countRecord(left.fileId(), left.record());
            return true;
        } catch (PfsException e) {
            if (!e.code().isUnreadable()) {
                throw e;
            }
            return false;
        }
    }

    private static Recount of(List<? extends CollectedShard> shards, SegmentCounts counts, Pool pool) {
        Recount recount = new Recount(pool);
        shards.forEach(recount::count);
        counts.left().forEach(left -> recount.countRecord(left.fileId(), left.record()));
        return recount;
    }

    private void count(CollectedShard shard) {
        TableId intents = shard.state().tables().intentTable();
        shard.state().visit((table, name, row) -> {
            if (!table.equals(intents)) {
                count(
                        shard,
                        table + "/" + name,
                        row); // a row that is on its way between shards is where it was, or where it goes
            }
        });
    }

    private void count(CollectedShard shard, String where, byte[] row) {
        FileId fileId = new FileId(RowLayout.u64(row, RowLayout.FILE_ID));
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            boolean isIndirect = slot == RowLayout.INDIRECT_SLOT;
            RowLayout.cell(row, 0, slot).ifPresent(cell -> {
                if (cell.isInJournal() && shard.state().window().find(cell).isEmpty()) {
                    differences.add(where + " points to " + cell + ", which is not in the journal");
                } else if (isIndirect) {
                    countIndirect(shard, fileId, cell);
                } else {
                    count(cell);
                }
            });
        }
    }

    private void countIndirect(CollectedShard shard, FileId fileId, CellLocation record) {
        if (record.isInJournal()) {
            countCells(shard.state().window().bytesOf(record));
        } else {
            countRecord(fileId, record);
        }
    }

    private void countRecord(FileId fileId, CellLocation record) {
        count(record);
        try (SegmentFile file = new SegmentFile(pool, record.segment(), CellBody.UNPACKER)) {
            ByteBuffer read = CellReader.read(file, record, new CellKey(fileId, Schema.INDIRECT));
            byte[] bytes = new byte[read.remaining()];
            read.get(bytes);
            countCells(bytes);
        }
    }

    private void countCells(byte[] record) {
        IndirectCells.decode(new ByteReader("indirect record", record)).forEach((column, cell) -> count(cell));
    }

    private void count(CellLocation cell) {
        if (!cell.isInJournal()) {
            live.merge(cell.segment(), CellTally.weight(cell), Long::sum);
        }
    }
}
