package io.pfs.server.tag;

import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.server.search.StoredRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Rows by the values of their fields, as the engine stores them. */
final class SomeRows {
    static final IndexSource SOURCE = new IndexSource(42, 7);
    static final TableId TABLE = new TableId(0x0102_0304L);
    static final Field SIZE = Field.of(Attribute.SIZE);
    static final Field CELL = Field.ofCell("c");
    static final int CELL_SLOT = 2;

    private SomeRows() {}

    /** A row of this name, as an operation takes it. */
    static StoredRow stored(RowName name, Map<Field, TagValue> values) {
        byte[] bytes = bytes(values);
        byte[] shifted = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        StoredRow row = new StoredRow();
        row.stand(name.toBytes(), 0, name.length(), shifted, 3);
        return row;
    }

    private static byte[] bytes(Map<Field, TagValue> values) {
        TreeMap<String, TagValue> tags = new TreeMap<>();
        values.forEach((field, value) -> {
            if (field instanceof Field.OfTag tag) {
                tags.put(tag.name(), value);
            }
        });
        List<Optional<CellLocation>> cells =
                new ArrayList<>(Collections.nCopies(RowLayout.CELL_SLOTS, Optional.empty()));
        if (values.containsKey(CELL)) {
            cells.set(CELL_SLOT, Optional.of(new CellLocation(7, 9, (int) whole(values, CELL))));
        }
        Row empty = Row.emptyFile(new FileId(1), 0644, 1, 1, 1000);
        return new Row(
                        empty.fileId(),
                        1,
                        whole(values, SIZE),
                        empty.times(),
                        empty.mode(),
                        empty.owner(),
                        empty.group(),
                        empty.kind(),
                        cells,
                        Inline.EMPTY.with(new Tags(tags)).toBytes())
                .toBytes();
    }

    private static long whole(Map<Field, TagValue> values, Field field) {
        return values.get(field) instanceof TagValue.OfLong whole ? whole.value() : 0;
    }
}
