package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.SegmentFile;
import io.pfs.format.ByteReader;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.shard.StateWalk.KeptCell;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.table.Schema;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads every cell that a row leads to, and counts what of each segment is alive. */
final class CellCheck implements AutoCloseable {
    private static final int OPEN_SEGMENTS_MAX = 64;
    private static final int PART_BYTES = 1 << 20;

    private final Pool pool;
    private final OpenSegments segments;
    private final LoanCheck loans;
    private final FileNames names;
    private final Findings findings;
    private final Map<Long, Long> liveBytes = new TreeMap<>();
    private boolean isAllMet = true;
    private long cells;
    private long cellBytes;

    /** @param pool the segments and objects of all servers */
    CellCheck(Pool pool, LoanCheck loans, FileNames names, Findings findings) {
        this.pool = pool;
        this.segments = new OpenSegments(pool, CellBody.UNPACKER, OPEN_SEGMENTS_MAX);
        this.loans = loans;
        this.names = names;
        this.findings = findings;
    }

    /** Bytes of a segment that rows lead to and that could be read, framing included; empty if no row leads there. */
    OptionalLong liveBytesOf(long segment) {
        Long live = liveBytes.get(segment);
        return live == null ? OptionalLong.empty() : OptionalLong.of(live);
    }

    /** Something can't be read that may lead to cells: what else leads to these is not known. */
    void missed() {
        isAllMet = false;
    }

    /** Whether all was met that leads to cells. */
    boolean isAllMet() {
        return isAllMet;
    }

    long cells() {
        return cells;
    }

    long cellBytes() {
        return cellBytes;
    }

    /** All cells of a row; returns those of column 0, if they could be read. */
    Optional<byte[]> row(ShardView shard, Row row, String subject) {
        Optional<byte[]> content = Optional.empty();
        for (int slot = 0; slot < RowLayout.INDIRECT_SLOT; slot++) {
            Optional<CellLocation> location = row.cells().get(slot);
            if (location.isPresent()) {
                Optional<byte[]> bytes =
                        cell(shard, location.get(), new CellKey(row.fileId(), new ColumnId(slot)), subject);
                content = slot == 0 ? bytes : content;
            }
        }
        row.cells().get(RowLayout.INDIRECT_SLOT).ifPresent(at -> indirect(shard, at, row.fileId(), subject));
        return content;
    }

    private void indirect(ShardView shard, CellLocation at, FileId fileId, String subject) {
        Optional<byte[]> bytes = read(shard, at, new CellKey(fileId, Schema.INDIRECT), subject);
        if (bytes.isEmpty()) {
            missed();
            return;
        }
        try {
            IndirectCells.decode(new ByteReader("indirect record", bytes.get()))
                    .forEach((column, location) -> cell(shard, location, new CellKey(fileId, column), subject));
        } catch (PfsException e) {
            missed();
            report(at, new CellKey(fileId, Schema.INDIRECT), subject, e.detail());
        }
    }

    private Optional<byte[]> cell(ShardView shard, CellLocation location, CellKey key, String subject) {
        cells++;
        cellBytes += location.size();
        return read(shard, location, key, subject);
    }

    private Optional<byte[]> read(ShardView shard, CellLocation location, CellKey key, String subject) {
        if (location.isInJournal()) {
            return kept(shard, location, key, subject);
        }
        loans.pointed(shard.id(), location, subject);
        liveBytes.merge(location.segment(), 0L, Long::sum); // damaged or not, its row needs the file
        return location.isObject() ? object(location, key, subject) : stored(location, key, subject);
    }

    private Optional<byte[]> kept(ShardView shard, CellLocation location, CellKey key, String subject) {
        Optional<KeptCell> kept = shard.keptCell(location);
        if (kept.isEmpty()) {
            report(location, key, subject, "the journal should hold the cell, found none at its place");
            return Optional.empty();
        }
        KeptCell cell = kept.get();
        boolean isIt = cell.column().equals(key.column())
                && cell.bytes().length == location.length()
                && cell.fileId().equals(key.fileId());
        if (!isIt) {
            report(
                    location,
                    key,
                    subject,
                    "the journal should hold " + location.length() + " bytes of " + key.fileId() + ", found "
                            + cell.bytes().length + " of " + cell.column() + " of " + cell.fileId());
            return Optional.empty();
        }
        return Optional.of(cell.bytes());
    }

    private Optional<byte[]> stored(CellLocation location, CellKey key, String subject) {
        SegmentFile file = segments.take(location.segment());
        try {
            CellHeader header = CellReader.header(file, location, key);
            ByteBuffer read = CellReader.read(file, location, key);
            liveBytes.merge(location.segment(), (long) header.recordBytes(), Long::sum);
            byte[] bytes = new byte[read.remaining()];
            read.get(bytes);
            return Optional.of(bytes);
        } catch (PfsException e) {
            Check.that(e.code() != ErrorCode.INVARIANT_BROKEN, e.detail());
            report(location, key, subject, e.detail());
            return Optional.empty();
        } finally {
            segments.give(file);
        }
    }

    /** Reads an object to its end, a part at a time; none of it is kept. */
    private Optional<byte[]> object(CellLocation location, CellKey key, String subject) {
        SegmentFile file = segments.take(location.segment(), id -> ObjectFile.open(pool, id));
        try {
            if (location.lastSum().isEmpty()) {
                requireSealed(file, location, key, subject);
            }
            for (long at = 0; at < location.size(); at += PART_BYTES) {
                ObjectReader.readPart(file, location, at, PART_BYTES);
            }
            liveBytes.merge(location.segment(), ObjectFile.fileBytes(location.size()), Long::sum);
        } catch (PfsException e) {
            Check.that(e.code() != ErrorCode.INVARIANT_BROKEN, e.detail());
            report(location, key, subject, e.detail());
        } finally {
            segments.give(file);
        }
        return Optional.empty();
    }

    private void requireSealed(SegmentFile file, CellLocation location, CellKey key, String subject) {
        long sealed = ObjectReader.size(file);
        if (sealed != location.size()) {
            report(location, key, subject, "the object should have " + location.size() + " bytes, has " + sealed);
        }
    }

    private void report(CellLocation location, CellKey key, String subject, String text) {
        boolean isKept = location.isInJournal();
        String file = isKept ? "" : names.ofCell(location);
        long offset = isKept || location.isObject() ? -1 : location.offset();
        findings.found(Finding.damage(file, offset, subject + " " + key.column(), text));
    }

    @Override
    public void close() {
        segments.close();
    }
}
