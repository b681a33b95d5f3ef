package io.pfs.wire;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import java.util.List;
import java.util.Optional;

/**
 * A row, with those of its cells that were asked for.
 *
 * @param bytes what is kept of it beside its cells, as {@code io.pfs.row} lays it out; not copied, treat as immutable
 * @param cells one for each column asked for, in that order; empty where the row has none, or a large one
 * @param large cells asked for that are larger than what is handed over whole: they are read in parts
 * @param placed cells asked for of which only the place is told, as that does for who asked
 */
public record FoundRow(
        RowName name, byte[] bytes, List<Optional<byte[]>> cells, List<LargeCell> large, List<PlacedCell> placed) {
    /** Of row and name, and what a message has beside them. */
    public static final int BYTES_MAX = RowLayout.BYTES_MAX + Limits.ROW_NAME_BYTES_MAX + 64;

    /** With all cells that are not large. */
    public FoundRow(RowName name, byte[] bytes, List<Optional<byte[]>> cells, List<LargeCell> large) {
        this(name, bytes, cells, large, List.of());
    }

    /**
     * A large cell.
     *
     * @param nth of the columns asked for
     * @param bytes how many it has
     */
    public record LargeCell(int nth, long bytes) {}

    /**
     * A cell in a segment.
     *
     * @param nth of the columns asked for
     * @param file it, if who is told can read it in this process
     */
    public record PlacedCell(int nth, CellLocation location, Optional<CellFile> file) {
        /** As it is told. */
        public PlacedCell(int nth, CellLocation location) {
            this(nth, location, Optional.empty());
        }
    }

    /** The row as values, taken apart anew each time. */
    public Row row() {
        return Row.decode(name, bytes);
    }

    // Each file that is opened asks for these, and mostly there is one cell or none: to set up a stream would take
    // longer than all else

    /** How long the nth cell asked for is, if it is a large one. */
    public Optional<Long> largeBytes(int nth) {
        for (LargeCell cell : large) {
            if (cell.nth() == nth) {
                return Optional.of(cell.bytes());
            }
        }
        return Optional.empty();
    }

    /** Has the files of all cells open of which only the place is told; false if one can't be: then bytes are to be asked for. Blocks. */
    public boolean opens() {
        for (PlacedCell cell : placed) {
            if (cell.file().filter(CellFile::opens).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** The nth cell asked for, if only its place is told. */
    public Optional<PlacedCell> placedCell(int nth) {
        for (PlacedCell cell : placed) {
            if (cell.nth() == nth) {
                return Optional.of(cell);
            }
        }
        return Optional.empty();
    }
}
