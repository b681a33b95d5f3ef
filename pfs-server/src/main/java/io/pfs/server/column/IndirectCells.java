package io.pfs.server.column;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.table.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The places of all cells of a row whose columns are not direct, as the bytes of its indirect record. Immutable: a change
 * makes new bytes. Layout: see the package.
 */
public final class IndirectCells {
    public static final IndirectCells EMPTY = of(new TreeMap<>());

    static final int VERSION = 1;

    private final byte[] bytes;
    private final int count;
    private final boolean leadsToJournal;

    private IndirectCells(byte[] bytes, int count, boolean leadsToJournal) {
        this.bytes = bytes;
        this.count = count;
        this.leadsToJournal = leadsToJournal;
    }

    /** Reads a record to its end, refusing one that no encoder wrote. */
    public static IndirectCells decode(ByteReader in) {
        byte[] bytes = in.bytes("indirect record", in.remaining());
        long offset = in.offset() - bytes.length;
        IndirectCursor cursor = new IndirectCursor(new ByteReader(in.file(), offset, bytes, 0, bytes.length));
        boolean leadsToJournal = false;
        while (cursor.next()) { // the cursor refuses what is wrong
            leadsToJournal |= cursor.isInJournal();
        }
        cursor.expectEnd();
        return new IndirectCells(bytes, cursor.count(), leadsToJournal);
    }

    private static IndirectCells of(SortedMap<ColumnId, CellLocation> cells) {
        requireCount(cells.size());
        ByteWriter out = new ByteWriter(16 + 12 * cells.size());
        out.u8(VERSION).varint(cells.size());
        IndirectEncoder encoder = new IndirectEncoder(out);
        cells.forEach(encoder::add);
        boolean leadsToJournal = cells.values().stream().anyMatch(CellLocation::isInJournal);
        return new IndirectCells(out.toBytes(), cells.size(), leadsToJournal);
    }

    private static void requireCount(int count) {
        if (count > Limits.CELLS_PER_ROW_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a row has at most " + Limits.CELLS_PER_ROW_MAX + " cells beside those of its first "
                            + Limits.DIRECT_COLUMNS_MAX + " columns, but this one would have " + count);
        }
    }

    static void requireIndirect(ColumnId column) {
        Check.inRange("indirect column", column.value(), Limits.DIRECT_COLUMNS_MAX, Schema.RESERVED_FROM - 1L);
    }

    /** How many cells there are. */
    public int count() {
        return count;
    }

    /** Where the cell of this column is, if the row has one. */
    public Optional<CellLocation> find(ColumnId column) {
        IndirectCursor cursor = cursor();
        while (cursor.next()) {
            if (cursor.column() >= column.value()) {
                return cursor.column() == column.value() ? Optional.of(cursor.location()) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Hands over all cells, by column. */
    public void forEach(BiConsumer<ColumnId, CellLocation> visitor) {
        if (count == 0) {
            return; // as of most rows
        }
        IndirectCursor cursor = cursor();
        while (cursor.next()) {
            visitor.accept(new ColumnId(cursor.column()), cursor.location());
        }
    }

    /** These cells with some set to other places, or removed. */
    public IndirectCells with(Map<ColumnId, Optional<CellLocation>> changes) {
        TreeMap<ColumnId, CellLocation> cells = new TreeMap<>();
        forEach(cells::put);
        changes.forEach((column, location) -> {
            requireIndirect(column);
            location.ifPresentOrElse(place -> cells.put(column, place), () -> cells.remove(column));
        });
        return of(cells);
    }

    /**
     * The same, read from a segment, where it leads to segments alone: what it says of the journal is lost, and may be the place of
     * another one's cell by now, as the row may have come from another shard.
     */
    public IndirectCells ofSegment() {
        if (!leadsToJournal) {
            return this;
        }
        Map<ColumnId, Optional<CellLocation>> lost = new HashMap<>();
        forEach((column, place) -> {
            if (place.isInJournal()) {
                lost.put(column, Optional.of(CellLocation.lost(place.length())));
            }
        });
        return with(lost);
    }

    private IndirectCursor cursor() {
        return new IndirectCursor(new ByteReader("indirect record", bytes));
    }

    /** The bytes of the record, to be stored as a cell of column {@link Schema#INDIRECT}; not copied, do not change. */
    public byte[] bytes() {
        return bytes;
    }
}
