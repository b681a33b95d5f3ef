package io.pfs.hadoop.spark.source;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.Table;
import io.pfs.hadoop.fs.Errors;
import io.pfs.table.Column;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the rows of a task, many together, each with all its forms at once. For one thread. */
final class RowWriter implements DataWriter<InternalRow> {
    private static final int ROWS_TOGETHER = 4096;
    private static final long BYTES_TOGETHER = 8 << 20;

    private final String uri;
    private final Table table;
    private final WrittenField.All fields;
    private final int mode;
    private final List<RowEditor> edits = new ArrayList<>();
    private long bytes;

    private RowWriter(String uri, Table table, WrittenField.All fields, int mode) {
        this.uri = uri;
        this.table = table;
        this.fields = fields;
        this.mode = mode;
    }

    /** A table that has these columns. */
    static Table prepared(Table table, List<String> forms) {
        Set<String> there = new HashSet<>();
        table.columns().forEach(column -> there.add(column.name()));
        for (String form : forms) {
            if (!there.contains(form)) {
                add(table, form);
            }
        }
        return table;
    }

    private static void add(Table table, String form) {
        try {
            table.addColumn(form);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) { // another one was as fast
                throw e;
            }
        }
    }

    /** Makes them where tasks run. */
    record Factory(Place place, String table, WrittenField.All fields) implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long task) {
            return Place.asked(() -> {
                var pfs = place.client();
                int mode = place.fileMode();
                return Errors.asked(place.uri(), () -> new RowWriter(place.uri(), pfs.openTable(table), fields, mode));
            });
        }
    }

    /** What a task has to say when it ends: nothing. */
    private record Done() implements WriterCommitMessage {}

    @Override
    public void write(InternalRow row) throws IOException {
        if (row.isNullAt(fields.name())) {
            throw new IllegalArgumentException(
                    "a row without a name can't be written to table '" + uri + "': it is null");
        }
        byte[] name = row.getUTF8String(fields.name()).getBytes();
        Errors.about(uri, () -> add(RowName.of(name, 0, name.length), row));
        if (edits.size() >= ROWS_TOGETHER || bytes >= BYTES_TOGETHER) {
            flush();
        }
    }

    private void add(RowName name, InternalRow row) {
        RowEditor edit = table.edit(name).bornWith(mode);
        for (WrittenField field : fields.forms()) {
            if (!row.isNullAt(field.ordinal())) {
                put(edit, field.form(), bytesOf(row, field));
            } else if (!field.form().equals(Column.CONTENT_NAME)) {
                edit.remove(field.form());
            } else {
                put(edit, field.form(), new byte[0]);
            }
        }
        for (WrittenTag tag : fields.tags()) {
            bytes += tag.write(row, edit);
        }
        edits.add(edit);
    }

    private static byte[] bytesOf(InternalRow row, WrittenField field) {
        return field.isText() ? row.getUTF8String(field.ordinal()).getBytes() : row.getBinary(field.ordinal());
    }

    /** A large one goes to the server now; it is seen when the row is. */
    private void put(RowEditor edit, String form, byte[] cell) {
        if (cell.length > Limits.CELL_BYTES_MAX) {
            edit.put(form, new ByteArrayInputStream(cell));
        } else {
            edit.put(form, cell);
        }
        bytes += cell.length; // a server has room for so many large ones whose rows are still to come
    }

    /** Spark may leave the thread of a task running that it ends, and another attempt may have written these rows by now. */
    private void requireWanted() {
        TaskContext task = TaskContext.get();
        if (task != null && task.isInterrupted()) {
            throw new TaskKilledException("it sends no more rows to table '" + uri + "'");
        }
    }

    private void flush() throws IOException {
        requireWanted();
        List<RowEditor> all = List.copyOf(edits);
        edits.clear();
        bytes = 0;
        for (RowResult result : Errors.asked(uri, () -> table.applyAll(all))) {
            if (result.failure().isPresent()) {
                throw Errors.of(result.failure().get(), uri + "/" + result.name());
            }
        }
    }

    @Override
    public WriterCommitMessage commit() throws IOException {
        flush();
        return new Done();
    }

    /** Rows that were written stay: they are whole, and the task that is tried again writes the same. */
    @Override
    public void abort() {
        edits.forEach(RowEditor::giveUp);
        edits.clear();
    }

    @Override
    public void close() {}
}
