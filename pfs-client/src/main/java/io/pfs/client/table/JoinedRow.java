package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.Utf8;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.value.ValueCell;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.SoughtRow;
import io.pfs.row.TagValue;
import io.pfs.wire.FoundRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A row of a join, taken from its bytes, with the values that queries ask for. */
final class JoinedRow {
    private final String table;
    private final RowName name;
    private final FoundRow found;
    private final Row row;
    private final byte[] sought;
    private final Map<String, ColumnId> columns;
    private Optional<Map<String, TagValue>> tags = Optional.empty();

    /** A row of this table, of which these columns are asked for. */
    JoinedRow(String table, Map<String, ColumnId> columns, byte[] sought) {
        SoughtRow decoded = SoughtRow.decode(new ByteReader("a row that was found", sought));
        this.found = new FoundRow(decoded.name(), decoded.row(), List.of(), List.of());
        this.table = table;
        this.columns = columns;
        this.sought = sought;
        this.name = decoded.name();
        this.row = found.row();
    }

    String table() {
        return table;
    }

    /** The bytes it was taken from. */
    byte[] sought() {
        return sought;
    }

    RowName name() {
        return name;
    }

    Hit hit() {
        return new Hit(table, new RowView(found, List.of()));
    }

    /** As {@code io.pfs.query.eval} wants it, of whichever alias. */
    void load(Field field, ValueCell into) {
        into.clear();
        if (field instanceof Field.OfTag tag) {
            Optional.ofNullable(tags().get(tag.name())).ifPresent(into::set);
        } else if (field instanceof Field.OfCell cell) {
            Optional<ColumnId> column = Optional.ofNullable(columns.get(cell.column()));
            column.flatMap(id -> row.cells().get(id.value()))
                    .map(CellLocation::size)
                    .ifPresent(into::setLong);
        } else if (field instanceof Field.OfAttribute of) {
            load(of.attribute(), into);
        }
    }

    private Map<String, TagValue> tags() {
        if (tags.isEmpty()) {
            ByteReader in = new ByteReader(new Row.Label(name), row.inline());
            tags = Optional.of(Inline.decode(in).tags().byName());
        }
        return tags.get();
    }

    private void load(Attribute attribute, ValueCell into) {
        switch (attribute) {
            case NAME -> loadName(into);
            case TABLE -> into.setText(table.getBytes(StandardCharsets.UTF_8));
            case KIND -> into.setText(row.kind().name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            case SIZE -> into.setLong(row.size());
            case MTIME -> into.setTimestamp(row.times().mtimeMillis());
            case CTIME -> into.setTimestamp(row.times().ctimeMillis());
            case ATIME -> into.setTimestamp(row.times().atimeMillis());
            case OWNER -> into.setLong(row.owner() & 0xffff_ffffL);
            case GROUP -> into.setLong(row.group() & 0xffff_ffffL);
            case MODE -> into.setLong(row.mode());
        }
    }

    /** A name that is no UTF-8 is bytes. */
    private void loadName(ValueCell into) {
        byte[] bytes = name.toBytes();
        if (Utf8.isText(bytes)) {
            into.setText(bytes);
        } else {
            into.setBytes(bytes, 0, bytes.length);
        }
    }
}
