package io.pfs.server.shard;

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
import io.pfs.table.Schema;
import io.pfs.wire.CellPut;
import io.pfs.wire.NewRow;
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
final class RowPlan {
    /** Of all cells that travel in one record; the rest of it is row, reply and indirect record. */
    private static final int EMBEDDED_BYTES_MAX = Limits.JOURNAL_RECORD_BYTES_MAX * 3 / 8;
    /** The indirect record is one more. */
    private static final int EMBEDDED_MAX = Change.CELLS_KEPT_MAX - 1;

    private final EditRow request;
    private final Row before;
    private final IndirectCells indirect;
    private final long nowMillis;
    private final List<CellPut> embedded = new ArrayList<>();
    private final List<CellPut> big = new ArrayList<>();

    /**
     * Plans an edit of a row as it was, or as it is just born.
     *
     * @param indirect what its indirect record says
     */
    RowPlan(EditRow request, Row before, IndirectCells indirect, long nowMillis, Limits limits) {
        this.request = request;
        this.before = before;
        this.indirect = indirect;
        this.nowMillis = nowMillis;
        int bytes = 0;
        for (CellPut put : request.edit().puts()) {
            int length = put.bytes().length;
            boolean fits = length <= limits.cellEmbedBytesMax() && bytes + length <= EMBEDDED_BYTES_MAX;
            if (fits && embedded.size() < EMBEDDED_MAX) {
                embedded.add(put);
                bytes += length;
            } else {
                big.add(put);
            }
        }
    }

    /** A row that isn't there yet. */
    static Row newborn(NewRow born, FileId fileId, long nowMillis) {
        Row empty = Row.emptyFile(fileId, born.mode(), born.owner(), born.group(), nowMillis);
        byte[] inline =
                born.target().map(target -> Inline.ofTarget(target).toBytes()).orElse(empty.inline());
        // the edit that comes with its birth makes it version 1
        return new Row(
                fileId,
                0,
                0,
                empty.times(),
                born.mode(),
                born.owner(),
                born.group(),
                born.kind(),
                empty.cells(),
                inline);
    }

    FileId fileId() {
        return before.fileId();
    }

    long version() {
        return before.version() + 1;
    }

    /** Cells that travel in the record. */
    List<CellPut> embedded() {
        return embedded;
    }

    /** Cells that must be in a segment before the record that refers to them is written. */
    List<CellPut> big() {
        return big;
    }

    /**
     * The changes of the record with this sequence.
     *
     * @param bigPlaces where the big cells are
     */
    List<Change> changes(long sequence, List<CellLocation> bigPlaces) {
        List<CellKept> kept = new ArrayList<>();
        Map<ColumnId, CellLocation> places = new HashMap<>();
        for (int i = 0; i < big.size(); i++) {
            places.put(big.get(i).column(), bigPlaces.get(i));
        }
        for (CellPut put : embedded) {
            places.put(put.column(), keep(put.column(), put.compressed(), put.bytes(), sequence, kept));
        }
        List<Optional<CellLocation>> slots = slots(places);
        if (touchesIndirect(request.edit())) {
            IndirectCells changed = indirect.with(further(places));
            slots.set(
                    RowLayout.INDIRECT_SLOT,
                    changed.count() == 0
                            ? Optional.empty()
                            : Optional.of(keep(Schema.INDIRECT, false, changed.bytes(), sequence, kept)));
        }
        List<Change> changes = new ArrayList<>(kept.size() + 2);
        changes.add(new RowPut(request.table(), request.name(), after(slots).toBytes()));
        changes.addAll(kept);
        return changes;
    }

    private static CellLocation keep(
            ColumnId column, boolean compressed, byte[] bytes, long sequence, List<CellKept> kept) {
        CellLocation place = Change.placeInJournal(sequence, kept.size(), bytes.length);
        kept.add(new CellKept(column, compressed, bytes));
        return place;
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
                : slots.get(0).map(CellLocation::length).orElse(0);
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
        Inline inline = Inline.decode(new ByteReader("row '" + request.name() + "'", before.inline()));
        return inline.with(inline.tags().with(edit.tags(), edit.removedTags())).toBytes();
    }

    /** Whether a column has its place in the row itself. */
    static boolean isDirect(ColumnId column) {
        return column.value() < Limits.DIRECT_COLUMNS_MAX;
    }

    /** Whether an edit needs the indirect record, and changes it. */
    static boolean touchesIndirect(RowEdit edit) {
        return edit.puts().stream().anyMatch(put -> !isDirect(put.column()))
                || edit.removedCells().stream().anyMatch(column -> !isDirect(column));
    }
}
