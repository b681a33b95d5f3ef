package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.row.Row;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Committer;
import io.pfs.server.access.Guard;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.change.Change;
import io.pfs.server.names.AttributeCopies;
import io.pfs.server.names.TableBirth;
import io.pfs.server.names.TablePlan;
import io.pfs.server.names.TableTimes;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.TableChange.SetSpreading;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Makes, describes and changes tables. */
final class TableService {
    private final ShardState state;
    private final NameAccess access;
    private final Committer committer;
    private final CellGather gather;
    private final TableBirth birth;
    private final AttributeCopies copies;
    private final TableTimes times;
    private final SpreadChange spreadChange;
    private final Clock clock;
    private final Guard guard;

    TableService(
            ShardState state,
            NameAccess access,
            Committer committer,
            CellGather gather,
            TableBirth birth,
            AttributeCopies copies,
            TableTimes times,
            SpreadChange spreadChange,
            Clock clock,
            Guard guard) {
        this.state = state;
        this.access = access;
        this.committer = committer;
        this.gather = gather;
        this.birth = birth;
        this.copies = copies;
        this.times = times;
        this.spreadChange = spreadChange;
        this.clock = clock;
        this.guard = guard;
    }

    // Making

    /** The row of the subdirectory and its table, in one record. Elsewhere the table is made by a procedure. */
    void makeHere(Envelope envelope, MakeTable asked, Reply.Sink sink) {
        committer.reach(envelope, asked.table(), asked.name(), sink, reached -> {
            TableBirth.requireAbsent(asked, reached);
            MakeTable request = guard.owned(envelope, asked);
            long now = clock.wallMillis();
            TablePointer pointer = birth.pointer(committer.nextSequence(), request.spreading());
            committer.commit(
                    envelope,
                    reached.held(),
                    sequence -> {
                        List<Change> changes = new ArrayList<>();
                        changes.add(birth.row(request, pointer, now));
                        changes.add(
                                birth.facts(request.table(), TableBirth.bear(request, state.shard()), pointer, now));
                        birth.reservation(now).ifPresent(changes::add);
                        return changes;
                    },
                    new TableMade(pointer),
                    sink);
        });
    }

    // Describing and altering

    void describe(DescribeTable request, Reply.Sink sink) {
        state.tables().requireNotReaped(request.table());
        TableId tables = state.tables().tableOfTables().facts().id();
        access.reach(
                tables,
                TableFacts.rowName(request.table()),
                reached -> withSchema(
                        request.table(),
                        reached,
                        (row, schema) -> sink.answer(new TableFound(view(request.table(), row, schema))),
                        () -> describe(request, sink),
                        sink),
                failure -> sink.answer(Reply.Refused.of(failure)));
    }

    private TableView view(TableId table, Row row, Schema schema) {
        TableFacts facts = TableFacts.ofRow(table, row);
        Row.Times shown = times.shown(facts, row).times();
        return new TableView(
                facts.pointer(),
                facts.settledSpread(),
                facts.spreadPolicy(),
                facts.parent(),
                facts.generation(),
                facts.policy(),
                schema,
                row.mode(),
                row.owner(),
                row.group(),
                shown,
                facts.indexes());
    }

    void alter(Envelope envelope, AlterTable request, Reply.Sink sink) {
        state.tables().requireNotReaped(request.table());
        if (request.change() instanceof SetSpreading set) {
            spreadChange.alter(envelope, request, set, sink);
        } else {
            alter(envelope, request, Optional.empty(), copies.afterAllKnow(request.table(), sink));
        }
    }

    /** A row of a table and the schema that it led to. */
    private record Known(Row row, Schema schema) {}

    private void alter(Envelope envelope, AlterTable request, Optional<Known> known, Reply.Sink sink) {
        TableId tables = state.tables().tableOfTables().facts().id();
        committer.reach(envelope, tables, TableFacts.rowName(request.table()), sink, reached -> {
            Row row = state.tables().rowOf(request.table(), reached.row());
            if (known.isPresent() && known.get().row().version() == row.version()) {
                carryOut(envelope, request, reached, new Known(row, known.get().schema()), sink);
                return;
            }
            withSchema(
                    request.table(),
                    reached,
                    (found, schema) -> alter(envelope, request, Optional.of(new Known(found, schema)), sink),
                    () -> alter(envelope, request, Optional.empty(), sink),
                    answer -> committer.refuse(envelope, ((Reply.Refused) answer).toException(), sink));
        });
    }

    private void carryOut(Envelope envelope, AlterTable request, Reached reached, Known known, Reply.Sink sink) {
        long now = clock.wallMillis();
        long names = state.tables().find(request.table()).namesChangedMillis();
        TablePlan plan = TablePlan.of(request, known.row(), known.schema(), names, now);
        state.tables().schemas().note(request.table(), known.row().version() + 1, plan.schema());
        ColumnId added = plan.addedColumn().map(Column::id).orElse(Column.CONTENT.id());
        if (plan.isToldToOthers()) {
            Runnable again = () -> alter(envelope, request, Optional.empty(), sink);
            copies.commit(envelope, plan, reached, new TableAltered(added), again, sink);
            return;
        }
        committer.commit(
                envelope,
                reached.held(),
                sequence -> plan.changes(reached.held().table(), reached.name(), sequence),
                new TableAltered(added),
                sink);
    }

    /** The row of a table and the schema that is its cell. */
    private void withSchema(
            TableId table, Reached reached, BiConsumer<Row, Schema> then, Runnable again, Reply.Sink failed) {
        Row row = state.tables().rowOf(table, reached.row());
        if (row.cells().get(0).isEmpty()) {
            then.accept(row, Schema.PLAIN);
            return;
        }
        gather.cellsOf(
                List.of(new Source(row.toBytes())),
                List.of(Column.CONTENT.id()),
                false,
                CellGather.WHOLE_ROW,
                gathered -> {
                    byte[] bytes =
                            Check.present(gathered.cells().get(0).orElse(null), "a cell that was asked for was read");
                    try {
                        Schema schema = Schema.decode(new ByteReader("schema of " + table, bytes));
                        state.tables().schemas().note(table, row.version(), schema);
                        then.accept(row, schema);
                    } catch (PfsException e) {
                        failed.answer(Reply.Refused.of(e));
                    }
                },
                again,
                failure -> failed.answer(Reply.Refused.of(failure)));
    }
}
