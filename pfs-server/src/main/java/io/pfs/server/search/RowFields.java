package io.pfs.server.search;

import io.pfs.Check;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.eval.RowValues;
import io.pfs.query.value.ValueCell;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.row.TagFinder;
import io.pfs.server.slice.RowCursor;
import io.pfs.wire.RowSearch;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of the row that a cursor stands on, taken from its bytes one by one. */
final class RowFields implements RowValues {
    private final byte[] path;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, byte[]> tagNames = new HashMap<>();
    private final TagFinder tags = new TagFinder();
    private @Nullable RowCursor row;

    RowFields(RowSearch search) {
        path = search.path().getBytes(StandardCharsets.UTF_8);
        search.forms().forEach(form -> slots.put(form.name(), form.column().value()));
    }

    /** Whether the row's own bytes tell this value. */
    boolean knows(Field field) {
        return !(field instanceof Field.OfCell cell) || slots.containsKey(cell.column());
    }

    /** From now on it is this row, as long as the cursor stands there. */
    void stand(RowCursor cursor) {
        row = cursor;
    }

    private RowCursor row() {
        return Check.present(row, "there is a row whose values are asked for");
    }

    @Override
    public void load(Field field, ValueCell into) {
        into.clear();
        if (field instanceof Field.OfTag tag) {
            load(tag, into);
        } else if (field instanceof Field.OfCell cell) {
            Integer slot = Check.present(slots.get(cell.column()), "it was asked before whether the column is known");
            Optional<CellLocation> place = RowLayout.cell(row().array(), row().rowAt(), slot);
            place.ifPresent(found -> into.setLong(found.size()));
        } else if (field instanceof Field.OfAttribute attribute) {
            load(attribute.attribute(), into);
        }
    }

    private void load(Field.OfTag tag, ValueCell into) {
        byte[] name = tagNames.computeIfAbsent(tag.name(), TagFinder::bytesOf);
        byte[] bytes = row().array();
        if (tags.find(bytes, row().rowAt(), name)) {
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

    private void load(Attribute attribute, ValueCell into) {
        byte[] bytes = row().array();
        int at = row().rowAt();
        switch (attribute) {
            case NAME -> loadName(into);
            case TABLE -> into.setText(path);
            case KIND ->
                into.setText(TagFinder.bytesOf(RowLayout.kind(bytes, at).name().toLowerCase(Locale.ROOT)));
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
        int from = row().nameAt();
        int to = from + row().nameLength();
        if (isText(row().array(), from, to)) {
            into.setText(row().array(), from, to);
        } else {
            into.setBytes(row().array(), from, to);
        }
    }

    private static boolean isText(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return isUtf8(ByteBuffer.wrap(bytes, i, to - i));
            }
        }
        return true;
    }

    private static boolean isUtf8(ByteBuffer bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes);
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
