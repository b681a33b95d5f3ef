package io.pfs.hadoop.spark.source;

import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.hadoop.fs.Errors;
import io.pfs.hadoop.rows.Condition;
import io.pfs.hadoop.rows.FileRow;
import io.pfs.hadoop.rows.FileRows;
import io.pfs.hadoop.rows.Wanted;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.jspecify.annotations.Nullable;

/** The rows of a task as Spark has them. For one thread. */
final class FilesOfPart implements PartitionReader<InternalRow> {
    private final ReadSpec spec;
    private final FileRows rows;
    private InternalRow current = InternalRow.empty();
    private int left;

    private FilesOfPart(ReadSpec spec, FileRows rows) {
        this.spec = spec;
        this.rows = rows;
        this.left = spec.limitOfRows().orElse(Integer.MAX_VALUE);
    }

    /** Makes them where tasks run. */
    record Factory(ReadSpec spec) implements PartitionReaderFactory {
        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            return Place.asked(() -> {
                Table table = spec.place().open();
                return Errors.read(spec.place().uri(), () -> reader(table, (Task) partition));
            });
        }

        private PartitionReader<InternalRow> reader(Table table, Task task) {
            Wanted wanted = spec.wanted();
            Condition condition = spec.filter().isNone() ? Condition.ALL : spec.filter();
            if (task instanceof Task.OfNames names) {
                return rows(FileRows.ofNames(table, names.rowNames(), wanted, condition));
            } else if (task instanceof Task.OfFirst first) {
                Iterator<RowView> found = first(table, first).rows();
                return rows(FileRows.ofFound(table, found, Integer.MAX_VALUE, wanted, condition));
            }
            return ofPart(table, (Task.OfPart) task, wanted, condition);
        }

        private PartitionReader<InternalRow> ofPart(Table table, Task.OfPart part, Wanted wanted, Condition condition) {
            int enough = spec.limitOfRows().orElse(Integer.MAX_VALUE);
            if (!spec.query().isEmpty()) {
                Iterator<RowView> found = table.search(spec.query(), part.part());
                return rows(FileRows.ofFound(table, found, enough, wanted, condition));
            } else if (spec.isCount()) {
                return new Count(FileRows.count(table, part.part(), part.rowsOfPage(), wanted, condition));
            }
            return rows(FileRows.ofPart(table, part.part(), part.rowsOfPage(), enough, wanted, condition));
        }

        /** No filter on lengths that rows do not know comes along with an order. */
        private FirstFound first(Table table, Task.OfFirst task) {
            Map<String, Column> schema = Map.of(Column.CONTENT_NAME, Column.CONTENT);
            return new FirstFound(
                    table, task, row -> spec.filter().isNone() || spec.filter().holds(row, schema));
        }

        private PartitionReader<InternalRow> rows(FileRows rows) {
            return spec.isCount() ? new Count(count(rows)) : new FilesOfPart(spec, rows);
        }

        private static long count(FileRows rows) {
            long count = 0;
            while (rows.hasNext()) {
                rows.next();
                count++;
            }
            return count;
        }
    }

    @Override
    public boolean next() throws IOException {
        boolean isThere = left > 0 && Errors.read(spec.place().uri(), rows::hasNext);
        if (isThere) {
            left--;
            current = row(rows.next());
        }
        return isThere;
    }

    @Override
    public InternalRow get() {
        return current;
    }

    private InternalRow row(FileRow row) {
        List<Field> fields = spec.fields();
        Map<String, TagValue> tags = fields.stream().anyMatch(Field.Tag.class::isInstance)
                ? row.row().tags()
                : Map.of();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i) instanceof Field.Tag tag ? tag.of(tags) : value(fields.get(i), row);
        }
        return new GenericInternalRow(values);
    }

    private @Nullable Object value(Field field, FileRow row) {
        if (field instanceof Field.OfRow known) {
            return known.of(row.row());
        } else if (field instanceof Field.Length length) {
            return length.of(row.row(), rows.schema());
        }
        return row.cell(((Field.Form) field).form()).orElse(null);
    }

    @Override
    public void close() {}

    /** How many there are, as the only row. */
    private static final class Count implements PartitionReader<InternalRow> {
        private final long count;
        private boolean isGiven;

        Count(long count) {
            this.count = count;
        }

        @Override
        public boolean next() {
            boolean isThere = !isGiven;
            isGiven = true;
            return isThere;
        }

        @Override
        public InternalRow get() {
            return new GenericInternalRow(new Object[] {count});
        }

        @Override
        public void close() {}
    }
}
