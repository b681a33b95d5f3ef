package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.column.CellKey;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.shard.CellStore.Wanted;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gathers cells of rows as they are now. What stands in the journal's window is taken at once; the rest is read by
 * workers, first the indirect records that say where further cells are, if any are asked for.
 */
final class CellGather {
    private final CellWindow window;
    private final CellStore store;
    private boolean startingAnew;

    CellGather(CellWindow window, CellStore store) {
        this.window = window;
        this.store = store;
    }

    /** Where a row's cells come from: the row's bytes, as they are now. */
    record Source(byte[] row) {
        FileId fileId() {
            return new FileId(RowLayout.u64(row, RowLayout.FILE_ID));
        }

        Optional<CellLocation> slot(int slot) {
            return RowLayout.cell(row, 0, slot);
        }
    }

    /** A list that fills up, some places at once, the others when they were read. */
    private final class Filling {
        private final Function<CellLocation, byte[]> fromWindow;
        private final List<Optional<byte[]>> bytes = new ArrayList<>();
        private final List<Integer> missing = new ArrayList<>();
        private final List<Wanted> wanted = new ArrayList<>();

        Filling(Function<CellLocation, byte[]> fromWindow) {
            this.fromWindow = fromWindow;
        }

        void add(Optional<CellLocation> location, CellKey key) {
            if (location.isPresent() && !location.get().isInJournal()) {
                missing.add(bytes.size());
                wanted.add(Wanted.whole(location.get(), key));
            }
            bytes.add(location.filter(CellLocation::isInJournal).map(fromWindow));
        }

        void fill(Consumer<List<Optional<byte[]>>> then, Consumer<PfsException> failed) {
            if (wanted.isEmpty()) {
                then.accept(bytes);
                return;
            }
            store.read(
                    wanted,
                    read -> {
                        for (int i = 0; i < read.size(); i++) {
                            bytes.set(missing.get(i), Optional.of(read.get(i)));
                        }
                        then.accept(bytes);
                    },
                    failed);
        }
    }

    /** The indirect records of these rows, as far as they have any. */
    void indirectOf(List<Source> rows, Consumer<List<IndirectCells>> then, Consumer<PfsException> failed) {
        Filling filling = new Filling(window::bytesOf);
        rows.forEach(row -> filling.add(row.slot(RowLayout.INDIRECT_SLOT), new CellKey(row.fileId(), Schema.INDIRECT)));
        filling.fill(records -> decode(records, then, failed), failed);
    }

    private static IndirectCells decode(byte[] record) {
        return IndirectCells.decode(new ByteReader("indirect record", record));
    }

    private static void decode(
            List<Optional<byte[]>> records, Consumer<List<IndirectCells>> then, Consumer<PfsException> failed) {
        List<IndirectCells> decoded = new ArrayList<>(records.size());
        try {
            records.forEach(record -> decoded.add(record.map(CellGather::decode).orElse(IndirectCells.EMPTY)));
        } catch (PfsException e) {
            failed.accept(e);
            return;
        }
        then.accept(decoded);
    }

    /**
     * These columns of these rows, row by row.
     *
     * @param again starts anew: cells were moved since the rows were read
     */
    void cellsOf(
            List<Source> rows,
            List<ColumnId> columns,
            Consumer<List<Optional<byte[]>>> then,
            Runnable again,
            Consumer<PfsException> failed) {
        if (columns.stream().allMatch(RowPlan::isDirect)) {
            fill(rows, List.of(), columns, then, again, failed);
        } else {
            boolean areHere = rows.stream()
                    .allMatch(row -> row.slot(RowLayout.INDIRECT_SLOT).stream().allMatch(this::isHere));
            if (!areHere) {
                startAnew(again, failed);
                return;
            }
            indirectOf(rows, indirect -> fill(rows, indirect, columns, then, again, failed), failed);
        }
    }

    private void fill(
            List<Source> rows,
            List<IndirectCells> indirect,
            List<ColumnId> columns,
            Consumer<List<Optional<byte[]>>> then,
            Runnable again,
            Consumer<PfsException> failed) {
        Filling filling = new Filling(window::copyOf);
        for (int i = 0; i < rows.size(); i++) {
            Source row = rows.get(i);
            for (ColumnId column : columns) {
                Optional<CellLocation> location = RowPlan.isDirect(column)
                        ? row.slot(column.value())
                        : indirect.get(i).find(column);
                if (location.isPresent() && !isHere(location.get())) {
                    startAnew(again, failed);
                    return;
                }
                filling.add(location, new CellKey(row.fileId(), column));
            }
        }
        filling.fill(then, failed);
    }

    /** What is read anew in the same turn is as it was; if it still leads nowhere, a cell is lost. */
    private void startAnew(Runnable again, Consumer<PfsException> failed) {
        if (startingAnew) {
            failed.accept(new PfsException(ErrorCode.INVARIANT_BROKEN, "a row points to a cell that is not there"));
            return;
        }
        startingAnew = true;
        try {
            again.run();
        } finally {
            startingAnew = false;
        }
    }

    /** Whether a cell is where it was when its row was read: those in the journal are moved to segments. */
    private boolean isHere(CellLocation location) {
        return !location.isInJournal() || window.find(location).isPresent();
    }

    /**
     * A part of one cell.
     *
     * @param again starts anew: the cell moved while its place was looked up
     */
    void partOf(
            CellLocation location,
            CellKey key,
            long from,
            int length,
            Consumer<byte[]> then,
            Runnable again,
            Consumer<PfsException> failed) {
        long begin = Math.min(from, location.length());
        long end = Math.min(location.length(), begin + length);
        if (!isHere(location)) {
            startAnew(again, failed);
        } else if (location.isInJournal()) {
            byte[] whole = window.bytesOf(location);
            byte[] part = new byte[(int) (end - begin)];
            System.arraycopy(whole, (int) begin, part, 0, part.length);
            then.accept(part);
        } else {
            store.read(
                    List.of(new Wanted(location, key, begin, (int) (end - begin))),
                    read -> then.accept(read.get(0)),
                    failed);
        }
    }
}
