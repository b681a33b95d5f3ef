package io.pfs.server.search;

import io.pfs.Check;
import io.pfs.format.Utf8;
import io.pfs.query.Attribute;
import io.pfs.query.value.ValueCell;
import io.pfs.row.RowLayout;
import io.pfs.row.TagFinder;

/**
 * The values of a row, taken from its bytes one by one, without an object for any of them. It stands on one row after the other, and
 * what it puts into cells refers to the row's bytes. Of one thread at a time.
 */
public final class StoredRow {
    /** By their numbers. */
    private static final byte[][] KINDS = {
        {}, TagFinder.bytesOf("file"), TagFinder.bytesOf("directory"), TagFinder.bytesOf("symlink")
    };

    private final TagFinder tags = new TagFinder();
    private byte[] nameBytes = {};
    private int nameAt;
    private int nameLength;
    private byte[] bytes = {};
    private int at;

    /** From now on it is this row, as long as these bytes stay as they are. */
    public void stand(byte[] ofName, int from, int length, byte[] ofRow, int rowAt) {
        nameBytes = ofName;
        nameAt = from;
        nameLength = length;
        bytes = ofRow;
        at = rowAt;
    }

    /** The array in which its name is. */
    public byte[] nameBytes() {
        return nameBytes;
    }

    public int nameAt() {
        return nameAt;
    }

    public int nameLength() {
        return nameLength;
    }

    /** Tags that were looked at so far, in all rows. */
    long tagsPassed() {
        return tags.tagsPassed();
    }

    /** Puts the tag of this name, as UTF-8, into the cell, or clears it if there is none. */
    public void loadTag(byte[] name, ValueCell into) {
        into.clear();
        if (tags.find(bytes, at, name)) {
            switch (tags.type()) {
                case LONG -> into.setLong(tags.number());
                case DOUBLE -> into.setDouble(Double.longBitsToDouble(tags.number()));
                case STRING -> into.setText(bytes, tags.from(), tags.to());
                case BYTES -> into.setBytes(bytes, tags.from(), tags.to());
                case TIMESTAMP -> into.setTimestamp(tags.number());
                case BOOLEAN -> into.setBoolean(tags.number() == 1);
            }
        }
    }

    /** Puts the bytes of the cell in this slot into the cell, or clears it if the row has none. */
    public void loadSizeOfCell(int slot, ValueCell into) {
        into.clear();
        RowLayout.cell(bytes, at, slot).ifPresent(found -> into.setLong(found.size()));
    }

    /** Puts what every row has into the cell; all but the path of the table, which stands in no row. */
    public void load(Attribute attribute, ValueCell into) {
        switch (attribute) {
            case NAME -> loadName(into);
            case TABLE -> Check.that(false, "the path of its table does not stand in a row");
            case KIND -> into.setText(KINDS[RowLayout.kind(bytes, at).number()]);
            case SIZE -> into.setLong(RowLayout.u48(bytes, at + RowLayout.SIZE));
            case MTIME -> into.setTimestamp(RowLayout.u48(bytes, at + RowLayout.MTIME));
            case CTIME -> into.setTimestamp(RowLayout.u48(bytes, at + RowLayout.CTIME));
            case ATIME -> into.setTimestamp(RowLayout.u48(bytes, at + RowLayout.ATIME));
            case OWNER -> into.setLong(RowLayout.owner(bytes, at) & 0xffff_ffffL);
            case GROUP -> into.setLong(RowLayout.group(bytes, at) & 0xffff_ffffL);
            case MODE -> into.setLong(RowLayout.mode(bytes, at));
        }
    }

    private void loadName(ValueCell into) {
        int to = nameAt + nameLength;
        if (Utf8.isText(nameBytes, nameAt, to)) {
            into.setText(nameBytes, nameAt, to);
        } else {
            into.setBytes(nameBytes, nameAt, to);
        }
    }
}
