package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Outcome;
import io.pfs.table.Column;
import io.pfs.table.NewColumn;
import io.pfs.table.Schema;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Column names of one table to columns. What is not known is asked for; what is not there is added by writing to it. Servers know columns
 * by numbers only, so what another client drops or renames is seen when the table is asked again: who reads has that done beside it, who
 * writes waits for it, or cells would go to a column that is gone. A server that does not answer keeps nobody from going on with what was
 * seen.
 */
final class Columns {
    private static final int ADDINGS_MAX = 100;
    /** So long a schema is believed. */
    static final long BELIEVED_NS = 5_000_000_000L;

    private final RowAccess rows;
    private final AtomicLong asked = new AtomicLong();
    private long newest;
    private volatile Seen seen;
    /** The table's home did not answer when it was asked last. */
    private volatile boolean unsure;

    private List<Outcome<Boolean>> renewing = new ArrayList<>();

    /** A schema as it was last seen, by names, and when that was asked for. */
    private record Seen(Schema schema, Map<String, Column> byName, long askedNs) {
        static Seen of(Schema schema, long askedNs) {
            Map<String, Column> byName = new HashMap<>();
            schema.columns().forEach(column -> byName.put(column.name(), column));
            return new Seen(schema, byName, askedNs);
        }

        Seen asOf(long nowNs) {
            return new Seen(schema, byName, nowNs);
        }
    }

    Columns(RowAccess rows) {
        this.rows = rows;
        this.seen = Seen.of(Schema.PLAIN, rows.caller().nowNs());
    }

    /** A column as it was last seen. */
    Optional<Column> lastSeen(String name) {
        return Optional.ofNullable(seen.byName.get(name));
    }

    /** Asks for the table as it is now. */
    void refresh(Outcome<TableView> outcome) {
        long number = asked.incrementAndGet();
        long nowNs = rows.caller().nowNs();
        rows.describe(Outcome.then(outcome, table -> {
            see(number, Seen.of(table.schema(), nowNs));
            outcome.done(table);
        }));
    }

    /** Answers may overtake each other; one that was asked for before the one that is known says nothing new. */
    private synchronized void see(long number, Seen answer) {
        if (number > newest) {
            newest = number;
            seen = answer;
        }
    }

    /** Changes the table, then looks what came of it. */
    void alter(TableChange change, Outcome<ColumnId> outcome) {
        rows.send(altering(change, Outcome.then(outcome, column -> {
            refresh(Outcome.then(outcome, table -> outcome.done(column)));
        })));
    }

    private Ask altering(TableChange change, Outcome<ColumnId> outcome) {
        return rows.aboutTable(new AlterTable(rows.table(), change), reply -> ((TableAltered) reply).column(), outcome);
    }

    /** The columns of these names; it is an error if one does not exist. */
    void forReading(List<String> names, Outcome<List<Column>> outcome) {
        Optional<List<Column>> known = find(names);
        if (known.isEmpty()) {
            seeAll(names, outcome);
            return;
        }
        renewIfOld(names);
        outcome.done(known.get());
    }

    private void seeAll(List<String> names, Outcome<List<Column>> outcome) {
        refresh(Outcome.then(outcome, table -> outcome.done(find(names).orElseThrow(() -> missing(names)))));
    }

    /** The columns of these names, those added that do not exist. */
    void forWriting(List<String> names, Outcome<List<Column>> outcome) {
        Optional<List<Column>> known = find(names);
        if (known.isEmpty()) {
            addAbsent(names, 1, outcome);
        } else if (isOld(names) && !unsure) {
            renew(Outcome.either(renewed -> forWritingNow(names, outcome), cause -> {
                if (cause.code().kind() == ErrorCode.Kind.ROUTING) {
                    outcome.done(known.get());
                } else {
                    outcome.failed(cause);
                }
            }));
        } else {
            renewIfOld(names);
            outcome.done(known.get());
        }
    }

    private void forWritingNow(List<String> names, Outcome<List<Column>> outcome) {
        Optional<List<Column>> known = find(names);
        if (known.isPresent()) {
            outcome.done(known.get());
        } else {
            addAbsent(names, 1, outcome);
        }
    }

    /** That there is a column {@code content} never changes. */
    private boolean isOld(List<String> names) {
        return rows.caller().nowNs() - seen.askedNs > BELIEVED_NS
                && !names.stream().allMatch(Column.CONTENT_NAME::equals);
    }

    private void renewIfOld(List<String> names) {
        if (isOld(names)) {
            renew(Outcome.either(renewed -> {}, cause -> {}));
        }
    }

    /** Asks once for all that want to know meanwhile. */
    private void renew(Outcome<Boolean> outcome) {
        synchronized (this) {
            renewing.add(outcome);
            if (renewing.size() > 1) {
                return;
            }
        }
        try {
            refresh(Outcome.either(table -> renewed(Optional.empty()), cause -> renewed(Optional.of(cause))));
        } catch (PfsException e) { // the file system was closed: else whoever comes later would wait for this one
            renewed(Optional.of(e));
        }
    }

    /** What was seen before is believed for as long again if there was no answer, or each call would ask. */
    private void renewed(Optional<PfsException> failure) {
        List<Outcome<Boolean>> waited;
        synchronized (this) {
            waited = renewing;
            renewing = new ArrayList<>();
            unsure = failure.isPresent();
            seen = unsure ? seen.asOf(rows.caller().nowNs()) : seen;
        }
        waited.forEach(outcome -> failure.ifPresentOrElse(outcome::failed, () -> outcome.done(true)));
    }

    private void addAbsent(List<String> names, int attempt, Outcome<List<Column>> outcome) {
        refresh(Outcome.then(outcome, table -> {
            List<String> absent = absent(names);
            if (absent.isEmpty()) {
                outcome.done(find(names).orElseThrow(() -> missing(names)));
            } else {
                add(absent, names, attempt, outcome);
            }
        }));
    }

    /** Sees to it that columns to be written exist, and that those to be emptied do. */
    void resolve(List<String> written, List<String> emptied, Outcome<Boolean> outcome) {
        forWriting(
                written,
                Outcome.then(outcome, found -> forReading(emptied, Outcome.then(outcome, also -> outcome.done(true)))));
    }

    /** Another one may add one of them at the same time, which is just as good: then the rest is added. */
    private void add(List<String> absent, List<String> names, int attempt, Outcome<List<Column>> outcome) {
        List<NewColumn> added = absent.stream().map(NewColumn::named).toList();
        Outcome<ColumnId> answered = Outcome.either(first -> seeAll(names, outcome), cause -> {
            if (cause.code() == ErrorCode.ALREADY_EXISTS && attempt < ADDINGS_MAX) {
                addAbsent(names, attempt + 1, outcome);
            } else {
                outcome.failed(cause);
            }
        });
        rows.send(altering(new AddColumns(added), answered));
    }

    private Optional<List<Column>> find(List<String> names) {
        Map<String, Column> byName = seen.byName;
        List<Column> found = new ArrayList<>(names.size());
        for (String name : names) {
            Column column = byName.get(name);
            if (column == null) {
                return Optional.empty();
            }
            found.add(column);
        }
        return Optional.of(found);
    }

    private List<String> absent(List<String> names) {
        Map<String, Column> byName = seen.byName;
        return names.stream()
                .distinct()
                .filter(name -> !byName.containsKey(name))
                .toList();
    }

    private PfsException missing(List<String> names) {
        List<Column> columns = seen.schema.columns();
        List<String> there = columns.stream().map(Column::name).limit(20).toList();
        return new PfsException(
                ErrorCode.NOT_FOUND,
                "column '" + absent(names).stream().findFirst().orElse(names.get(0)) + "' of table '" + rows.label()
                        + "' does not exist; there are " + there + (there.size() < columns.size() ? " and more" : ""));
    }
}
