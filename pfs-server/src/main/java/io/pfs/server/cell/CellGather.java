package io.pfs.server.cell;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellStore.Wanted;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.state.CellWindow;
import io.pfs.table.Schema;
import io.pfs.wire.FoundRow.LargeCell;
import io.pfs.wire.FoundRow.PlacedCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gathers cells of rows as they are now. What stands in the journal's window is taken at once; the rest is read by
 * workers, first the indirect records that say where further cells are, if any are asked for.
 */
public final class CellGather {
    private static final int MISSED_MAX = 64;
    /** Of one row, and of a page: with all else an answer still is a message. */
    private static final long ROW_BYTES_MAX = 120L << 20;
    /** For who asks for one row alone. */
    public static final long WHOLE_ROW = Long.MAX_VALUE;

    private final CellWindow window;
    private final CellStore store;
    /** How often a cell was looked for where it is not; of the last few such places. */
    private final Map<CellLocation, Integer> missed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CellLocation, Integer> eldest) {
            return size() > MISSED_MAX;
        }
    };

    private boolean startingAnew;

    public CellGather(CellWindow window, CellStore store) {
        this.window = window;
        this.store = store;
    }

    /**
     * Cells of rows, row by row.
     *
     * @param rows of how many of those that were asked for; fewer, if the cells of these are enough
     * @param cells their bytes; empty where there is none, or a large one, which is only read in parts
     * @param large those that are large
     * @param placed those of which only the place is told
     */
    public record Gathered(int rows, List<Optional<byte[]>> cells, List<LargeCell> large, List<PlacedCell> placed) {
        /** For who asks for no columns. */
        public static final Gathered NOTHING = new Gathered(0, List.of(), List.of(), List.of());

        /** They come in their order, and may be many. */
        private List<PlacedCell> placedWithin(int from, int to) {
            if (placed.isEmpty()) {
                return List.of();
            }
            List<PlacedCell> own = new ArrayList<>(to - from);
            for (int i = firstPlaced(from); i < placed.size() && placed.get(i).nth() < to; i++) {
                own.add(new PlacedCell(placed.get(i).nth() - from, placed.get(i).location()));
            }
            return own;
        }

        /** Where the first stands that is not before {@code nth}. */
        private int firstPlaced(int nth) {
            int low = 0;
            int high = placed.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (placed.get(middle).nth() < nth) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** Those of the row that comes nth, of so many columns. */
        public Gathered row(int nth, int columns) {
            if (columns == 0) {
                return NOTHING;
            }
            int from = nth * columns;
            int to = from + columns;
            List<LargeCell> own = new ArrayList<>();
            for (LargeCell cell : large) {
                if (cell.nth() >= from && cell.nth() < to) {
                    own.add(new LargeCell(cell.nth() - from, cell.bytes()));
                }
            }
            return new Gathered(1, List.copyOf(cells.subList(from, to)), own, placedWithin(from, to));
        }
    }

    /** Where a row's cells come from: the row's bytes, as they are now. */
    public record Source(byte[] row) {
        public FileId fileId() {
            return new FileId(RowLayout.u64(row, RowLayout.FILE_ID));
        }

        public Optional<CellLocation> slot(int slot) {
            return RowLayout.cell(row, 0, slot);
        }
    }

    /** A list that fills up, some places at once, the others when they were read. */
    private final class Filling {
        private final Function<CellLocation, byte[]> fromWindow;
        private final List<Optional<byte[]>> bytes = new ArrayList<>();
        private final List<Integer> missing = new ArrayList<>();
        private final List<Wanted> wanted = new ArrayList<>();
        private final List<LargeCell> large = new ArrayList<>();
        private final List<PlacedCell> placed = new ArrayList<>();
        private final boolean placesDo;
        /** Of all small ones, as far as they were added. */
        private long total;

        Filling(Function<CellLocation, byte[]> fromWindow, boolean placesDo) {
            this.fromWindow = fromWindow;
            this.placesDo = placesDo;
        }

        void add(Optional<CellLocation> location, CellKey key) {
            if (location.isPresent() && location.get().size() > Limits.CELL_BYTES_MAX) {
                large.add(new LargeCell(bytes.size(), location.get().size()));
                bytes.add(Optional.empty());
            } else if (location.isPresent() && !location.get().isInJournal() && placesDo) {
                total += location.get().size(); // who is told reads them
                placed.add(new PlacedCell(bytes.size(), location.get()));
                bytes.add(Optional.empty());
            } else if (location.isPresent() && !location.get().isInJournal()) {
                total += location.get().size();
                addStored(location.get(), key);
            } else {
                total += location.map(CellLocation::size).orElse(0L);
                bytes.add(location.map(fromWindow));
            }
        }

        private void addStored(CellLocation location, CellKey key) {
            Optional<byte[]> cached = store.cached(location, key);
            if (cached.isEmpty()) {
                missing.add(bytes.size());
                wanted.add(Wanted.whole(location, key));
            }
            bytes.add(cached.map(byte[]::clone)); // whoever asked may do with it what he likes
        }

        void fill(Consumer<List<Optional<byte[]>>> then, Runnable again, Consumer<PfsException> failed) {
            if (wanted.isEmpty()) {
                then.accept(bytes);
                return;
            }
            read(
                    wanted,
                    read -> {
                        for (int i = 0; i < read.size(); i++) {
                            bytes.set(missing.get(i), Optional.of(read.get(i)));
                        }
                        then.accept(bytes);
                    },
                    again,
                    failed);
        }
    }

    private void read(List<Wanted> wanted, Consumer<List<byte[]>> then, Runnable again, Consumer<PfsException> failed) {
        store.read(wanted, new CellStore.Reader() {
            @Override
            public void read(List<byte[]> cells) {
                then.accept(cells);
            }

            @Override
            public void gone() {
                again.run();
            }

            @Override
            public void failed(PfsException cause) {
                failed.accept(cause);
            }
        });
    }

    /**
     * The indirect records of these rows, as far as they have any.
     *
     * @param again starts anew: records were moved since the rows were read
     */
    public void indirectOf(
            List<Source> rows, Consumer<List<IndirectCells>> then, Runnable again, Consumer<PfsException> failed) {
        List<Optional<CellLocation>> records = new ArrayList<>(rows.size());
        rows.forEach(row -> records.add(row.slot(RowLayout.INDIRECT_SLOT)));
        Optional<CellLocation> missing = firstGone(records);
        if (missing.isPresent()) {
            startAnew(missing.get(), again, failed);
            return;
        }
        Filling filling = new Filling(window::bytesOf, false);
        for (int i = 0; i < records.size(); i++) {
            filling.add(records.get(i), new CellKey(rows.get(i).fileId(), Schema.INDIRECT));
        }
        filling.fill(found -> decode(records, found, then, failed), again, failed);
    }

    private static IndirectCells decode(CellLocation place, byte[] record) {
        IndirectCells cells = IndirectCells.decode(new ByteReader("indirect record", record));
        return place.isInJournal() ? cells : cells.ofSegment();
    }

    private static void decode(
            List<Optional<CellLocation>> places,
            List<Optional<byte[]>> records,
            Consumer<List<IndirectCells>> then,
            Consumer<PfsException> failed) {
        List<IndirectCells> decoded = new ArrayList<>(records.size());
        try {
            for (int i = 0; i < records.size(); i++) {
                CellLocation place = places.get(i).orElse(null);
                decoded.add(
                        place == null
                                ? IndirectCells.EMPTY
                                : decode(place, records.get(i).orElseThrow()));
            }
        } catch (PfsException e) {
            failed.accept(e);
            return;
        }
        then.accept(decoded);
    }

    /**
     * These columns of these rows, row by row, until there are so many bytes: where cells are that are not in the row itself, and how
     * long, is known only now.
     *
     * @param placesDo whether it is enough to tell where cells are that would have to be read
     * @param again starts anew: cells were moved since the rows were read
     */
    public void cellsOf(
            List<Source> rows,
            List<ColumnId> columns,
            boolean placesDo,
            long bytesMax,
            Consumer<Gathered> then,
            Runnable again,
            Consumer<PfsException> failed) {
        Filling filling = new Filling(window::copyOf, placesDo);
        if (areDirect(columns)) {
            fill(rows, List.of(), columns, filling, bytesMax, then, again, failed);
        } else {
            indirectOf(
                    rows,
                    indirect -> fill(rows, indirect, columns, filling, bytesMax, then, again, failed),
                    again,
                    failed);
        }
    }

    private void fill(
            List<Source> rows,
            List<IndirectCells> indirect,
            List<ColumnId> columns,
            Filling filling,
            long bytesMax,
            Consumer<Gathered> then,
            Runnable again,
            Consumer<PfsException> failed) {
        int taken = 0;
        while (taken < rows.size() && (taken == 0 || filling.total < bytesMax)) {
            Source row = rows.get(taken);
            List<Optional<CellLocation>> places = places(row, indirect, taken, columns);
            Optional<CellLocation> missing = firstGone(places);
            if (missing.isPresent()) {
                startAnew(missing.get(), again, failed);
                return;
            }
            long bytes = bytesOf(places);
            if (taken == 0 && bytes > ROW_BYTES_MAX) {
                failed.accept(tooMuch(bytes));
                return;
            }
            if (filling.total + bytes > ROW_BYTES_MAX) {
                break;
            }
            for (int i = 0; i < places.size(); i++) {
                filling.add(places.get(i), new CellKey(row.fileId(), columns.get(i)));
            }
            taken++;
        }
        int all = taken;
        filling.fill(cells -> then.accept(new Gathered(all, cells, filling.large, filling.placed)), again, failed);
    }

    private static List<Optional<CellLocation>> places(
            Source row, List<IndirectCells> indirect, int nth, List<ColumnId> columns) {
        List<Optional<CellLocation>> places = new ArrayList<>(columns.size());
        for (ColumnId column : columns) {
            places.add(
                    RowPlan.isDirect(column)
                            ? row.slot(column.value())
                            : indirect.get(nth).find(column));
        }
        return places;
    }

    /** Large ones are only told of. */
    private static long bytesOf(List<Optional<CellLocation>> places) {
        long bytes = 0;
        for (Optional<CellLocation> place : places) {
            long size = place.isPresent() ? place.get().size() : 0;
            bytes += size <= Limits.CELL_BYTES_MAX ? size : 0;
        }
        return bytes;
    }

    private static PfsException tooMuch(long bytes) {
        return new PfsException(
                ErrorCode.TOO_LARGE,
                "the cells of one row that were asked for have " + bytes + " bytes, more than the " + ROW_BYTES_MAX
                        + " of one answer: ask for fewer columns at a time");
    }

    /**
     * Reads anew: a cell moved since its row was read. If it still leads nowhere in the same turn, or has led nowhere more
     * often than there can be requests that came too late, the cell is lost.
     */
    private void startAnew(CellLocation missing, Runnable again, Consumer<PfsException> failed) {
        int times = missed.merge(missing, 1, Integer::sum);
        if (startingAnew || times > Limits.REQUESTS_OPEN_MAX) {
            failed.accept(
                    missing.isInJournal()
                            ? CellWindow.lost(missing)
                            : new PfsException(
                                    ErrorCode.INVARIANT_BROKEN,
                                    "a row points to a cell that is not there: " + missing));
            return;
        }
        startingAnew = true;
        try {
            again.run();
        } finally {
            startingAnew = false;
        }
    }

    private static boolean areDirect(List<ColumnId> columns) {
        for (ColumnId column : columns) {
            if (!RowPlan.isDirect(column)) {
                return false;
            }
        }
        return true;
    }

    private Optional<CellLocation> firstGone(List<Optional<CellLocation>> places) {
        for (Optional<CellLocation> place : places) {
            if (place.isPresent() && !isHere(place.get())) {
                return place;
            }
        }
        return Optional.empty();
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
    public void partOf(
            CellLocation location,
            CellKey key,
            long from,
            int length,
            Consumer<byte[]> then,
            Runnable again,
            Consumer<PfsException> failed) {
        long begin = Math.min(from, location.size());
        long end = Math.min(location.size(), begin + length);
        if (!isHere(location)) {
            startAnew(location, again, failed);
        } else if (location.isInJournal()) {
            byte[] whole = window.bytesOf(location);
            byte[] part = new byte[(int) (end - begin)];
            System.arraycopy(whole, (int) begin, part, 0, part.length);
            then.accept(part);
        } else {
            read(
                    List.of(new Wanted(location, key, begin, (int) (end - begin))),
                    read -> then.accept(read.get(0)),
                    again,
                    failed);
        }
    }
}
