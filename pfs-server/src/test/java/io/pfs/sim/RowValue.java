package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.wire.CellPut;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.RowEdit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A row as clients know it.
 *
 * @param mtime if one was set and no cell was written since; the server's clock is not the model's
 * @param target of a symlink
 */
record RowValue(
        RowKind kind,
        long version,
        int mode,
        int owner,
        int group,
        OptionalLong mtime,
        Optional<SimBytes> target,
        SortedMap<String, TagValue> tags,
        SortedMap<ColumnId, SimBytes> cells)
        implements SimValue {

    private static final int MODE_BITS = 0xffff;

    /** What an edit makes of no row. */
    static RowValue born(NewRow born, RowEdit edit) {
        RowValue empty = new RowValue(
                born.kind(),
                0,
                born.mode(),
                born.owner(),
                born.group(),
                OptionalLong.empty(),
                born.target().map(SimBytes::of),
                new TreeMap<>(),
                new TreeMap<>());
        return empty.with(edit);
    }

    /** A directory, which is born and never changes. */
    static RowValue directory(int mode, int owner, int group) {
        return new RowValue(
                RowKind.DIRECTORY,
                1,
                mode,
                owner,
                group,
                OptionalLong.empty(),
                Optional.empty(),
                new TreeMap<>(),
                new TreeMap<>());
    }

    RowValue with(RowEdit edit) {
        RowEdit.Attributes set = edit.attributes();
        TreeMap<ColumnId, SimBytes> after = new TreeMap<>(cells);
        edit.removedCells().forEach(after::remove);
        for (CellPut put : edit.puts()) {
            after.put(put.column(), SimBytes.of(put.bytes()));
        }
        TreeMap<String, TagValue> tagged = new TreeMap<>(tags);
        edit.removedTags().forEach(tagged::remove);
        tagged.putAll(edit.tags());
        OptionalLong kept = edit.touchesCells() ? OptionalLong.empty() : mtime;
        return new RowValue(
                kind,
                version + 1,
                set.mode().orElse(mode),
                set.owner().orElse(owner),
                set.group().orElse(group),
                set.mtimeMillis().isPresent() ? set.mtimeMillis() : kept,
                target,
                tagged,
                after);
    }

    /** Whether this is what was read, with these columns asked for. */
    boolean isSeenAs(FoundRow found, List<ColumnId> columns) {
        return isSeenAs(found.row()) && areSeen(found.cells(), columns);
    }

    /** Whether the row itself, without the bytes of its cells, is as this says. */
    boolean isSeenAs(Row row) {
        Inline inline = Inline.decode(new ByteReader("a row that was read", row.inline()));
        Optional<SimBytes> content = Optional.ofNullable(cells.get(new ColumnId(0)));
        if (kind == RowKind.DIRECTORY) {
            // what else it shows is a copy of what its table says, which has a model of its own
            return row.kind() == kind && inline.pointer().isPresent();
        }
        return row.kind() == kind
                && row.version() == version
                && (row.mode() & MODE_BITS) == mode
                && row.owner() == owner
                && row.group() == group
                && row.size() == content.map(SimBytes::length).orElse(0)
                && (mtime.isEmpty() || row.times().mtimeMillis() == mtime.getAsLong())
                && inline.target().map(SimBytes::of).equals(target)
                && inline.pointer().isEmpty()
                && inline.tags().byName().equals(tags);
    }

    private boolean areSeen(List<Optional<byte[]>> found, List<ColumnId> columns) {
        boolean same = found.size() == columns.size();
        for (int i = 0; same && i < columns.size(); i++) {
            same = found.get(i).map(SimBytes::of).equals(cell(columns.get(i)));
        }
        return same;
    }

    Optional<SimBytes> cell(ColumnId column) {
        return Optional.ofNullable(cells.get(column));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind + " version " + version + " mode " + Integer.toOctalString(mode)
                + " owner " + owner + " tags " + tags.keySet());
        cells.forEach((column, bytes) ->
                text.append(' ').append(column.value()).append(':').append(bytes));
        return text.toString();
    }

    static String describe(FoundRow found, List<ColumnId> columns) {
        StringBuilder text = new StringBuilder("row " + found.row().kind() + " version "
                + found.row().version() + " mode "
                + Integer.toOctalString(found.row().mode()) + " owner "
                + found.row().owner() + " size " + found.row().size());
        for (int i = 0; i < found.cells().size(); i++) {
            ColumnId column = columns.get(i);
            found.cells()
                    .get(i)
                    .ifPresent(bytes ->
                            text.append(' ').append(column.value()).append(':').append(SimBytes.of(bytes)));
        }
        return text.toString();
    }
}
