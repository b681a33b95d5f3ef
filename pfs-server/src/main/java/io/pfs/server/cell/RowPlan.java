package io.pfs.server.cell;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.wire.CellPut;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an edit makes of a row. Decided before its cells have a place; the places complete it: small cells get theirs with
 * the sequence of the record that they travel in, bigger ones when they were written to a segment.
 */
public final class RowPlan {
    /** Of all cells that travel in one record; the rest of it is row, reply and indirect record. */
    private static final int EMBEDDED_BYTES_MAX = Limits.JOURNAL_RECORD_BYTES_MAX * 3 / 8;

    private static final byte[] NO_INLINE = {};

    private final EditRow request;
    private final Row before;
    private final IndirectCells indirect;
    private final long nowMillis;
    private final List<CellPut> embedded;
    private final List<CellPut> big;
    private final List<CellPut> whole;

    /** How much more may travel in one record; the edits of it share it. */
    public static final class Room {
        private final int cellBytesMax;
        private int bytes = EMBEDDED_BYTES_MAX;
        private int cells;

        /**
         * Room for the cells of these edits.
         *
         * @param cellBytesMax how long a cell may be for it
         */
        public Room(int cellBytesMax, List<EditRow> edits) {
            this.cellBytesMax = cellBytesMax;
            this.cells = Change.CELLS_KEPT_MAX - indirectRecords(edits);
        }

        /** They always go with their rows, so their places are kept before any cell takes one. */
        private static int indirectRecords(List<EditRow> edits) {
            int count = 0;
            for (EditRow edit : edits) {
                count += touchesIndirect(edit.edit()) ? 1 : 0;
            }
            return count;
        }

        boolean take(int length) {
            boolean fits = length <= cellBytesMax && length <= bytes && cells > 0;
            if (fits) {
                bytes -= length;
                cells--;
            }
            return fits;
        }
    }

    /**
     * Plans an edit of a row as it was, or as it is just born.
     *
     * @param indirect what its indirect record says
     * @param policy of the table
     */
    public RowPlan(EditRow request, Row before, IndirectCells indirect, long nowMillis, Room room, Policy policy) {
        this.request = request;
        this.before = before;
        this.indirect = indirect;
        this.nowMillis = nowMillis;
        boolean isBare = request.edit().puts().isEmpty();
        this.embedded = isBare ? List.of() : new ArrayList<>();
        this.big = isBare ? List.of() : new ArrayList<>();
        this.whole = isBare ? List.of() : new ArrayList<>();
        for (CellPut put : request.edit().puts()) {
            if (isWhole(put, policy)) {
                whole.add(put);
            } else {
                (room.take(put.bytes().length) ? embedded : big).add(put);
            }
        }
    }

    /** The files of a large table are objects, but for empty ones. */
    static boolean isWhole(CellPut put, Policy policy) {
        return policy == Policy.LARGE && put.bytes().length > 0 && put.column().equals(Column.CONTENT.id());
    }

    /** A row that isn't there yet: the edit that comes with its birth makes it version 1. */
    public static Row newborn(NewRow born, FileId fileId, Row.Times times) {
        byte[] inline = born.target().isEmpty()
                ? NO_INLINE
                : Inline.ofTarget(born.target().get()).toBytes();
        return Row.unborn(fileId, born.kind(), born.mode(), born.owner(), born.group(), inline, times);
    }

    public FileId fileId() {
        return before.fileId();
    }

    public long version() {
        return before.version() + 1;
    }

    /** Cells that travel in the record. */
    public List<CellPut> embedded() {
        return embedded;
    }

    /** Cells that must be in a segment before the record that refers to them is written. */
    public List<CellPut> big() {
        return big;
    }

    /** Cells that must each be in an object before that. */
    List<CellPut> whole() {
        return whole;
    }

    /** Cells that were written to objects before. */
    List<ObjectPut> referred() {
        return request.edit().objects();
    }

    /**
     * Adds what the record with this sequence says of it; returns how many cells that are.
     *
     * @param cellsBefore how many cells stand in the record already
     * @param staged where the cells are that don't travel in it
     */
    public int addTo(List<Change> changes, long sequence, int cellsBefore, Map<ColumnId, CellLocation> staged) {
        if (!request.edit().touchesCells()) {
            byte[] row = isBareBirth()
                    ? before.toBytes(version())
                    : after(before.cells()).toBytes();
            changes.add(new RowPut(request.table(), request.name(), row));
            return 0;
        }
        Kept kept = new Kept(sequence, cellsBefore);
        Map<ColumnId, CellLocation> places = new HashMap<>(staged);
        for (CellPut put : embedded) {
            places.put(put.column(), kept.add(put.column(), put.compressed(), put.bytes()));
        }
        List<Optional<CellLocation>> slots = slots(places);
        if (touchesIndirect(request.edit())) {
            IndirectCells changed = indirect.with(further(places));
            slots.set(
                    RowLayout.INDIRECT_SLOT,
                    changed.count() == 0
                            ? Optional.empty()
                            : Optional.of(kept.add(Schema.INDIRECT, false, changed.bytes())));
        }
        changes.add(new RowPut(request.table(), request.name(), after(slots).toBytes()));
        changes.addAll(kept.cells);
        changes.addAll(tally(slots, places).changes());
        return kept.cells.size();
    }

    /** The cells of this row that travel in the record. */
    private static final class Kept {
        private final List<CellKept> cells = new ArrayList<>();
        private final long sequence;
        private final int cellsBefore;

        Kept(long sequence, int cellsBefore) {
            this.sequence = sequence;
            this.cellsBefore = cellsBefore;
        }

        CellLocation add(ColumnId column, boolean compressed, byte[] bytes) {
            CellLocation place = Change.placeInJournal(sequence, cellsBefore + cells.size(), bytes.length);
            cells.add(new CellKept(column, compressed, bytes));
            return place;
        }
    }

    /** What segments gain and lose by it: also by the cells that the indirect record leads to. */
    private CellTally tally(List<Optional<CellLocation>> slots, Map<ColumnId, CellLocation> places) {
        CellTally tally = new CellTally();
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            tally.replace(before.cells().get(slot), slots.get(slot));
        }
        further(places).forEach((column, place) -> tally.replace(indirect.find(column), place));
        return tally;
    }

    private List<Optional<CellLocation>> slots(Map<ColumnId, CellLocation> places) {
        List<Optional<CellLocation>> slots = new ArrayList<>(before.cells());
        request.edit().removedCells().stream()
                .filter(RowPlan::isDirect)
                .forEach(column -> slots.set(column.value(), Optional.empty()));
        places.forEach((column, place) -> {
            if (isDirect(column)) {
                slots.set(column.value(), Optional.of(place));
            }
        });
        return slots;
    }

    /** What changes in the indirect record. */
    private Map<ColumnId, Optional<CellLocation>> further(Map<ColumnId, CellLocation> places) {
        Map<ColumnId, Optional<CellLocation>> further = new HashMap<>();
        places.forEach((column, place) -> further.put(column, Optional.of(place)));
        request.edit().removedCells().forEach(column -> further.put(column, Optional.empty()));
        further.keySet().removeIf(RowPlan::isDirect);
        return further;
    }

    /** Whether all that happens to the row is that it is there now: many are made so at once. */
    private boolean isBareBirth() {
        return before.version() == 0 && request.edit().equals(RowEdit.NONE);
    }

    private Row after(List<Optional<CellLocation>> slots) {
        RowEdit edit = request.edit();
        RowEdit.Attributes set = edit.attributes();
        long ctime = Math.max(nowMillis, before.times().ctimeMillis());
        boolean isWritten = edit.touchesCells();
        long mtime = isWritten
                ? Math.max(nowMillis, before.times().mtimeMillis())
                : before.times().mtimeMillis();
        Row.Times times = new Row.Times(
                set.mtimeMillis().orElse(mtime),
                ctime,
                set.atimeMillis().orElse(before.times().atimeMillis()));
        long size = before.kind() == RowKind.SYMLINK
                ? before.size()
                : slots.get(0).map(CellLocation::size).orElse(0L);
        return new Row(
                before.fileId(),
                version(),
                size,
                times,
                set.mode().orElse(before.mode()),
                set.owner().orElse(before.owner()),
                set.group().orElse(before.group()),
                before.kind(),
                slots,
                inline());
    }

    private byte[] inline() {
        RowEdit edit = request.edit();
        if (edit.tags().isEmpty() && edit.removedTags().isEmpty()) {
            return before.inline();
        }
        Inline inline = Inline.decode(new ByteReader(new Row.Label(request.name()), before.inline()));
        return inline.with(inline.tags().with(edit.tags(), edit.removedTags())).toBytes();
    }

    /** Whether a column has its place in the row itself. */
    public static boolean isDirect(ColumnId column) {
        return column.value() < Limits.DIRECT_COLUMNS_MAX;
    }

    /** Whether an edit needs the indirect record, and changes it. */
    public static boolean touchesIndirect(RowEdit edit) {
        for (CellPut put : edit.puts()) {
            if (!isDirect(put.column())) {
                return true;
            }
        }
        for (ObjectPut put : edit.objects()) {
            if (!isDirect(put.column())) {
                return true;
            }
        }
        for (ColumnId column : edit.removedCells()) {
            if (!isDirect(column)) {
                return true;
            }
        }
        return false;
    }
}
