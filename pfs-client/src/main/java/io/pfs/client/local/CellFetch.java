package io.pfs.client.local;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellRun;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Reads the cells of one answer of which only the places were told: those that lie near each other by one read. Blocks. */
final class CellFetch {
    private final LocalFiles files;
    private final List<ColumnId> columns;
    private final BooleanSupplier isWorthIt;
    private final List<Wanted> wanted = new ArrayList<>();
    private final Set<ColumnId> packed = new LinkedHashSet<>();
    private long bytes;

    /** A cell, and where its bytes belong. */
    private record Wanted(CellLocation location, CellKey key, List<Optional<byte[]>> cells, int nth) {
        long segment() {
            return location.segment();
        }

        long offset() {
            return location.offset();
        }
    }

    /**
     * Of one answer.
     *
     * @param columns that were asked for
     * @param isWorthIt whether it is worth to read on: it may be that nobody waits any more
     */
    CellFetch(LocalFiles files, List<ColumnId> columns, BooleanSupplier isWorthIt) {
        this.files = files;
        this.columns = columns;
        this.isWorthIt = isWorthIt;
    }

    /** A row that is whole once {@link #read} has come back. */
    FoundRow add(FoundRow row) {
        if (row.placed().isEmpty()) {
            return row;
        }
        FileId fileId = new FileId(RowLayout.u64(row.bytes(), RowLayout.FILE_ID));
        List<Optional<byte[]>> cells = new ArrayList<>(row.cells());
        for (PlacedCell cell : row.placed()) {
            CellKey key = new CellKey(fileId, columns.get(cell.nth()));
            wanted.add(new Wanted(cell.location(), key, cells, cell.nth()));
        }
        return new FoundRow(row.name(), row.bytes(), cells, row.large());
    }

    int cells() {
        return wanted.size();
    }

    long bytes() {
        return bytes;
    }

    /** Reads them all; throws why one can't be. */
    void read() {
        if (wanted.size() > 1) {
            wanted.sort(Comparator.comparingLong(Wanted::segment).thenComparingLong(Wanted::offset));
        }
        int next = 0;
        while (next < wanted.size()) {
            CellRun run = new CellRun();
            int end = next;
            do {
                run.add(wanted.get(end).location(), wanted.get(end).key());
                end++;
            } while (end < wanted.size() && joins(run, wanted.get(end)));
            requireWorthIt();
            read(run, wanted.subList(next, end));
            next = end;
        }
    }

    /** An object has a file of its own. */
    private static boolean joins(CellRun run, Wanted next) {
        return !next.location().isObject() && run.takes(next.location());
    }

    private static byte[] object(SegmentFile file, Wanted cell) {
        byte[] bytes = new byte[(int) cell.location().size()];
        ObjectReader.readInto(file, cell.location(), 0, bytes, 0, bytes.length);
        return bytes;
    }

    private void requireWorthIt() {
        if (!isWorthIt.getAsBoolean()) {
            throw new PfsException(ErrorCode.IO_FAILED, wanted.size() + " cells were not read in time");
        }
    }

    private void read(CellRun run, List<Wanted> some) {
        SegmentFile file = files.take(some.get(0).location());
        List<byte[]> read;
        try {
            read = some.get(0).location().isObject() ? List.of(object(file, some.get(0))) : run.read(file);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_SUPPORTED) {
                some.forEach(cell -> lookIfPacked(file, cell));
            }
            throw e;
        } finally {
            files.give(file);
        }
        for (int i = 0; i < read.size(); i++) {
            Wanted cell = some.get(i);
            cell.cells().set(cell.nth(), Optional.of(read.get(i)));
            bytes += read.get(i).length;
        }
    }

    /** A run has cells of several columns, of which one may be compressed. */
    private void lookIfPacked(SegmentFile file, Wanted cell) {
        CellRun alone = new CellRun();
        alone.add(cell.location(), cell.key());
        try {
            alone.read(file);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_SUPPORTED) {
                packed.add(cell.key().column());
            }
        }
    }

    /** Columns of which a compressed cell was met. */
    Set<ColumnId> packed() {
        return packed;
    }
}
