package io.pfs.row;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A row beside its name, as values. For the borders of the engine; inside, a row stays bytes.
 *
 * @param version counts the changes of this row
 * @param size bytes of the column {@code content}
 * @param cells a place for each direct column and, last, for the indirect record; empty where there is none
 * @param inline symlink target, table pointer or small tags; not copied, treat as immutable
 */
public record Row(
        FileId fileId,
        long version,
        long size,
        Times times,
        int mode,
        int owner,
        int group,
        RowKind kind,
        List<Optional<CellLocation>> cells,
        byte[] inline) {

    private static final long U48_MAX = (1L << 48) - 1;
    private static final List<Optional<CellLocation>> NO_CELLS =
            List.copyOf(Collections.nCopies(RowLayout.CELL_SLOTS, Optional.empty()));
    private static final byte[] NO_INLINE = {};

    /** Modification, change and access, in milliseconds since 1970. */
    public record Times(long mtimeMillis, long ctimeMillis, long atimeMillis) {
        public Times {
            Check.inRange("mtime", mtimeMillis, 0, U48_MAX);
            Check.inRange("ctime", ctimeMillis, 0, U48_MAX);
            Check.inRange("atime", atimeMillis, 0, U48_MAX);
        }

        public static Times all(long millis) {
            return new Times(millis, millis, millis);
        }
    }

    public Row {
        Check.inRange("row version", version, 0, U48_MAX);
        Check.inRange("size", size, 0, U48_MAX);
        Check.inRange("mode", mode, 0, 0xffff);
        Check.inRange("cell slots", cells.size(), RowLayout.CELL_SLOTS, RowLayout.CELL_SLOTS);
        Check.inRange("inline bytes of a row", inline.length, 0, Limits.ROW_INLINE_BYTES_MAX);
        cells = List.copyOf(cells);
    }

    /** A new, empty file. */
    public static Row emptyFile(FileId fileId, int mode, int owner, int group, long nowMillis) {
        return new Row(fileId, 1, 0, Times.all(nowMillis), mode, owner, group, RowKind.FILE, NO_CELLS, NO_INLINE);
    }

    /** What the first change of a row begins with: no cells, and a version that was never seen. */
    public static Row unborn(FileId fileId, RowKind kind, int mode, int owner, int group, byte[] inline, Times times) {
        return new Row(fileId, 0, 0, times, mode, owner, group, kind, NO_CELLS, inline);
    }

    /** This row with the cell of one slot replaced, and its version moved on. */
    public Row withCell(int slot, CellLocation location, long nowMillis) {
        List<Optional<CellLocation>> changed = new ArrayList<>(cells);
        changed.set(slot, Optional.of(location));
        long newSize = slot == 0 ? location.size() : size;
        Times newTimes = new Times(nowMillis, nowMillis, times.atimeMillis());
        return new Row(fileId, version + 1, newSize, newTimes, mode, owner, group, kind, changed, inline);
    }

    public void encode(ByteWriter out) {
        out.bytes(toBytes());
    }

    public byte[] toBytes() {
        return toBytes(version);
    }

    /** As it would be as another version, with nothing else changed. */
    public byte[] toBytes(long asVersion) {
        int mask = mask();
        byte[] bytes = new byte[RowLayout.FIXED_BYTES + Integer.bitCount(mask) * CellLocation.BYTES + inline.length];
        RowLayout.setFixed(bytes, this, asVersion, mask);
        int at = RowLayout.FIXED_BYTES;
        for (int slot = 0; mask >>> slot != 0; slot++) {
            if ((mask & 1 << slot) != 0) {
                RowLayout.setCell(bytes, 0, slot, cells.get(slot).orElseThrow());
                at += CellLocation.BYTES;
            }
        }
        System.arraycopy(inline, 0, bytes, at, inline.length);
        return bytes;
    }

    private int mask() {
        int mask = 0;
        if (cells != NO_CELLS) {
            for (int slot = 0; slot < cells.size(); slot++) {
                mask |= cells.get(slot).isPresent() ? 1 << slot : 0;
            }
        }
        return mask;
    }

    public static Row decode(RowName name, byte[] bytes) {
        return decode(new ByteReader(new Label(name), bytes));
    }

    /** What a row is called in messages. */
    public record Label(RowName name) {
        @Override
        public String toString() {
            return "row '" + name + "'";
        }
    }

    public static Row decode(ByteReader in) {
        int start = RowLayout.skip(in);
        ByteReader row = in.of(in.offset() - (in.index() - start), in.array(), start, in.index());
        FileId fileId = new FileId(row.u64("file id"));
        long version = row.u48("row version");
        long size = row.u48("size");
        Times times = new Times(row.u48("mtime"), row.u48("ctime"), row.u48("atime"));
        int mode = row.u16("mode");
        int owner = row.u32("owner");
        int group = row.u32("group");
        RowKind kind = RowKind.ofNumber(row.u8("kind"));
        int mask = row.u8("cell mask");
        int inlineLength = row.u16("inline length");
        List<Optional<CellLocation>> cells = mask == 0 ? NO_CELLS : new ArrayList<>(NO_CELLS);
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            if ((mask & 1 << slot) != 0) {
                long segment = row.u48("segment");
                long offset = row.u48("cell offset");
                cells.set(slot, Optional.of(new CellLocation(segment, offset, row.u32("cell length"))));
            }
        }
        return new Row(
                fileId, version, size, times, mode, owner, group, kind, cells, row.bytes("inline", inlineLength));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Row row && Arrays.equals(toBytes(), row.toBytes());
    }

    @Override
    public int hashCode() {
        return Objects.hash(fileId, version);
    }

    /** The same with other inline bytes: a copy, of what was changed elsewhere. */
    public Row withInline(byte[] inlineThen) {
        return new Row(fileId, version, size, times, mode, owner, group, kind, cells, inlineThen);
    }

    /** As it is after a change to its inline bytes alone. */
    public Row nextVersion(byte[] inlineThen) {
        return new Row(fileId, version + 1, size, times, mode, owner, group, kind, cells, inlineThen);
    }
}
