package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.client.call.Outcome;
import io.pfs.query.Field;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.text.QueryText;
import io.pfs.table.Column;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which fields of a table have indexes: asked for by fields as queries write them, kept by the ids of columns. */
public final class TableIndexes {
    private final TableCore core;

    TableIndexes(TableCore core) {
        this.core = core;
    }

    /** What the servers call these fields. Refuses what is no field, and columns that are not there. */
    public void resolve(List<String> fields, Outcome<List<Indexed>> outcome) {
        List<Field> parsed = fields.stream().map(QueryText::field).toList();
        List<String> columns = parsed.stream()
                .filter(Field.OfCell.class::isInstance)
                .map(field -> ((Field.OfCell) field).column())
                .toList();
        core.columns().forReading(columns, Outcome.then(outcome, found -> {
            List<Column> left = new ArrayList<>(found);
            List<Indexed> resolved = new ArrayList<>();
            for (Field field : parsed) {
                resolved.add(field instanceof Field.OfCell ? ofCell(left.remove(0)) : ofRow(field));
            }
            outcome.done(resolved);
        }));
    }

    private static Indexed ofRow(Field field) {
        return field instanceof Field.OfAttribute of
                ? new Indexed.OfAttribute(of.attribute())
                : new Indexed.OfTag(((Field.OfTag) field).name());
    }

    private static Indexed ofCell(Column column) {
        if (column.id().value() >= Limits.DIRECT_COLUMNS_MAX) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "sizes of a table's first " + Limits.DIRECT_COLUMNS_MAX + " columns can have indexes; '"
                            + column.name() + "' is number " + column.id().value());
        }
        return new Indexed.OfCell(column.id());
    }

    void changeNamed(List<String> added, List<String> dropped, Outcome<ColumnId> outcome) {
        resolve(
                added,
                Outcome.then(
                        outcome, more -> resolve(dropped, Outcome.then(outcome, gone -> change(more, gone, outcome)))));
    }

    public void change(List<Indexed> added, List<Indexed> dropped, Outcome<ColumnId> outcome) {
        core.columns().alter(new ChangeIndexes(added, dropped), outcome);
    }

    /** As it is written in a query; empty for the size of a column that was dropped. */
    public static Optional<String> text(Indexed what, List<Column> columns) {
        if (what instanceof Indexed.OfAttribute of) {
            return Optional.of(QueryText.print(Field.of(of.attribute())));
        } else if (what instanceof Indexed.OfTag of) {
            return Optional.of(QueryText.print(Field.ofTag(of.name())));
        }
        return columns.stream()
                .filter(column -> column.id().equals(((Indexed.OfCell) what).column()))
                .findAny()
                .map(column -> QueryText.print(Field.ofCell(column.name())));
    }

    static List<String> texts(TableView table) {
        return table.indexes().fields().stream()
                .flatMap(field -> text(field.what(), table.schema().columns()).stream())
                .toList();
    }

    void measure(Outcome<List<IndexProgress>> outcome) {
        core.columns().refresh(Outcome.then(outcome, table -> {
            if (table.indexes().isEmpty()) {
                outcome.done(List.of());
            } else {
                new Measuring(table, outcome).ask(Optional.empty());
            }
        }));
    }

    /** Asks one shard after the other. */
    private final class Measuring {
        private final TableView table;
        private final Outcome<List<IndexProgress>> outcome;
        private final List<IndexesMeasured> parts = new ArrayList<>();
        /** Slices of one shard need not lie together: then it comes again, and says the same of all it has. */
        private final Set<ShardId> asked = new HashSet<>();

        Measuring(TableView table, Outcome<List<IndexProgress>> outcome) {
            this.table = table;
            this.outcome = outcome;
        }

        void ask(Optional<Cursor> place) {
            core.rows().measureIndexes(new MeasureIndexes(core.id(), place), Outcome.then(outcome, this::take));
        }

        private void take(IndexesMeasured measured) {
            if (asked.add(measured.shard())) {
                parts.add(measured);
            }
            if (measured.next().isPresent()) {
                ask(measured.next());
            } else {
                outcome.done(progress());
            }
        }

        private List<IndexProgress> progress() {
            List<IndexProgress> all = new ArrayList<>();
            for (IndexedField field : table.indexes().fields()) {
                text(field.what(), table.schema().columns()).ifPresent(text -> all.add(progress(field.id(), text)));
            }
            return all;
        }

        private IndexProgress progress(int id, String text) {
            boolean isComplete = true;
            long rowsDone = 0;
            long rowsAll = 0;
            for (IndexesMeasured part : parts) {
                boolean isDone = part.complete().contains(id);
                isComplete &= isDone;
                rowsDone += isDone ? part.rowsAll() : part.rowsDone();
                rowsAll += part.rowsAll();
            }
            return new IndexProgress(text, isComplete, rowsDone, rowsAll);
        }
    }
}
