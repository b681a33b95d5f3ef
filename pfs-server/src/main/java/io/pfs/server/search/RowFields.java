package io.pfs.server.search;

import io.pfs.Check;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.eval.RowValues;
import io.pfs.query.value.ValueCell;
import io.pfs.row.TagFinder;
import io.pfs.server.slice.RowCursor;
import io.pfs.wire.RowSearch;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The values of the row that a cursor stands on, by the fields of queries. */
final class RowFields implements RowValues {
    /** So many nanoseconds, about, one value takes, wherever in the row it stands. */
    private static final int LOAD_STEPS = 16;
    /** So many one of the tags takes that stand before it, or are not it. */
    private static final int TAG_STEPS = 4;
    /** Of a text, or bytes, so many are compared or copied in one. */
    private static final int RUN_BYTES_PER_STEP = 4;

    private final byte[] path;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, byte[]> tagNames = new HashMap<>();
    private final StoredRow row = new StoredRow();
    private long loads;
    private long runBytes;

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
        row.stand(cursor.array(), cursor.nameAt(), cursor.nameLength(), cursor.array(), cursor.rowAt());
    }

    /** What it took so far to load values and to compare them, in nanoseconds, about. */
    long steps() {
        return LOAD_STEPS * loads + TAG_STEPS * row.tagsPassed() + runBytes / RUN_BYTES_PER_STEP;
    }

    @Override
    public void load(Field field, ValueCell into) {
        loadValue(field, into);
        loads++;
        runBytes += into.runBytes();
    }

    private void loadValue(Field field, ValueCell into) {
        if (field instanceof Field.OfTag tag) {
            row.loadTag(tagNames.computeIfAbsent(tag.name(), TagFinder::bytesOf), into);
        } else if (field instanceof Field.OfCell cell) {
            Integer slot = Check.present(slots.get(cell.column()), "it was asked before whether the column is known");
            row.loadSizeOfCell(slot, into);
        } else if (field instanceof Field.OfAttribute of && of.attribute() == Attribute.TABLE) {
            into.setText(path);
        } else if (field instanceof Field.OfAttribute of) {
            row.load(of.attribute(), into);
        }
    }
}
