package io.pfs.server.tag;

import io.pfs.format.ByteWriter;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;
import io.pfs.row.TagFinder;
import io.pfs.server.search.StoredRow;
import java.util.List;

/** Takes from rows what the indexes of their table want; made ready once for a table. Of one thread at a time. */
final class FieldValues {
    private static final byte[] NO_NAME = {};

    private final IndexedFields indexed;
    private final List<IndexedField> fields;
    private final byte[][] tagNames;
    private final ValueCell cell = new ValueCell();
    private final ByteWriter value = new ByteWriter(64);

    FieldValues(IndexedFields indexed) {
        this.indexed = indexed;
        this.fields = indexed.fields();
        this.tagNames = fields.stream()
                .map(field -> field.what() instanceof Indexed.OfTag tag ? TagFinder.bytesOf(tag.name()) : NO_NAME)
                .toArray(byte[][]::new);
    }

    /** Whether it was made for these. */
    boolean isOf(IndexedFields others) {
        return indexed.equals(others);
    }

    /** Adds the values of a row, as they stand in a bucket. */
    void write(StoredRow row, ByteWriter out) {
        for (int i = 0; i < tagNames.length; i++) {
            IndexedField field = fields.get(i);
            load(field.what(), tagNames[i], row);
            if (!cell.isEmpty()) {
                value.clear();
                OrderedValue.encode(cell, value);
                int length = Math.min(value.length(), IndexKeys.VALUE_BYTES_MAX);
                out.varint(field.id()).varint(length).bytes(value.array(), 0, length);
            }
        }
    }

    private void load(Indexed what, byte[] tagName, StoredRow row) {
        if (what instanceof Indexed.OfTag) {
            row.loadTag(tagName, cell);
        } else if (what instanceof Indexed.OfAttribute of) {
            row.load(of.attribute(), cell);
        } else if (what instanceof Indexed.OfCell of) {
            row.loadSizeOfCell(of.column().value(), cell);
        }
    }
}
