package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changes in a row, all at once.
 *
 * @param objects cells that were written before
 */
public record RowEdit(
        List<CellPut> puts,
        List<ObjectPut> objects,
        List<ColumnId> removedCells,
        SortedMap<String, TagValue> tags,
        SortedSet<String> removedTags,
        Attributes attributes) {

    public static final RowEdit NONE =
            new RowEdit(List.of(), List.of(), new TreeMap<>(), new TreeSet<>(), Attributes.UNCHANGED);

    /** Attributes that are set; an empty one stays as it is, but for times, which follow the change. */
    public record Attributes(
            OptionalInt mode,
            OptionalInt owner,
            OptionalInt group,
            OptionalLong mtimeMillis,
            OptionalLong atimeMillis) {
        public static final Attributes UNCHANGED = new Attributes(
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());

        private static final long ID_MAX = 0xffff_fffeL;

        public Attributes {
            mode.ifPresent(value -> Check.inRange("mode", value, 0, 07777));
            owner.ifPresent(value -> Check.inRange("owner", Integer.toUnsignedLong(value), 0, ID_MAX));
            group.ifPresent(value -> Check.inRange("group", Integer.toUnsignedLong(value), 0, ID_MAX));
            mtimeMillis.ifPresent(value -> Check.inRange("mtime", value, 0, (1L << 48) - 1));
            atimeMillis.ifPresent(value -> Check.inRange("atime", value, 0, (1L << 48) - 1));
        }
    }

    public RowEdit {
        puts = List.copyOf(puts);
        objects = List.copyOf(objects);
        removedCells = List.copyOf(removedCells);
        requireEachColumnOnce(puts, objects, removedCells);
        removedCells.forEach(Schema::requireOfUsers);
        tags = tags.isEmpty() ? Tags.NONE.byName() : new Tags(tags).byName();
        removedTags = removedTags.isEmpty()
                ? Collections.emptySortedSet()
                : Collections.unmodifiableSortedSet(new TreeSet<>(removedTags));
        requireEachTagOnce(tags, removedTags);
    }

    private static void requireEachTagOnce(Map<String, TagValue> tags, Set<String> removed) {
        for (String name : removed) {
            if (tags.containsKey(name)) {
                throw new PfsException(
                        ErrorCode.OUT_OF_RANGE, "one request can't set and remove tag '" + name + "' at once");
            }
        }
    }

    private static void requireEachColumnOnce(List<CellPut> puts, List<ObjectPut> objects, List<ColumnId> removed) {
        Set<ColumnId> seen = new TreeSet<>(removed);
        boolean isOnce = seen.size() == removed.size();
        for (ObjectPut put : objects) {
            isOnce &= seen.add(put.column());
        }
        for (CellPut put : puts) {
            isOnce &= seen.add(put.column());
        }
        if (!isOnce) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, "one request changes each cell of a row at most once");
        }
        if (seen.size() > Limits.CELLS_PER_ROW_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "one request changes at most " + Limits.CELLS_PER_ROW_MAX + " cells, but this one " + seen.size());
        }
    }

    /** Without cells that were written before. */
    public RowEdit(
            List<CellPut> puts,
            List<ColumnId> removedCells,
            SortedMap<String, TagValue> tags,
            SortedSet<String> removedTags,
            Attributes attributes) {
        this(puts, List.of(), removedCells, tags, removedTags, attributes);
    }

    /** Cells, and nothing else. */
    public static RowEdit ofCells(List<CellPut> puts) {
        return new RowEdit(puts, List.of(), NONE.tags, NONE.removedTags, Attributes.UNCHANGED);
    }

    /** Tags, and nothing else. */
    public static RowEdit ofTags(Map<String, TagValue> set, Set<String> removed) {
        return new RowEdit(List.of(), List.of(), new TreeMap<>(set), new TreeSet<>(removed), Attributes.UNCHANGED);
    }

    /** One cell that was written before, and nothing else. */
    public static RowEdit ofObject(ObjectPut object) {
        return new RowEdit(List.of(), List.of(object), List.of(), NONE.tags, NONE.removedTags, Attributes.UNCHANGED);
    }

    /** The columns whose cells it writes. */
    public List<ColumnId> written() {
        List<ColumnId> written = new ArrayList<>(puts.size() + objects.size());
        puts.forEach(put -> written.add(put.column()));
        objects.forEach(put -> written.add(put.column()));
        return written;
    }

    public boolean touchesCells() {
        return writesCells() || !removedCells.isEmpty();
    }

    public boolean writesCells() {
        return !puts.isEmpty() || !objects.isEmpty();
    }
}
