package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.shard.CellGather.Source;
import io.pfs.server.shard.NameAccess.Reached;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BearTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Makes, describes and changes tables. */
final class TableService {
    /** Ids below are known without being made: the table of tables, the root. */
    private static final int FIRST_MADE = 16;

    private final ShardState state;
    private final NameAccess access;
    private final Committer committer;
    private final CellGather gather;
    private final FileIds fileIds;
    private final Peers peers;
    private final Clock clock;
    private final Entropy entropy;

    /** The way to other shards. */
    interface Peers {
        void ask(Envelope envelope, Reply.Sink sink);
    }

    TableService(
            ShardState state,
            NameAccess access,
            Committer committer,
            CellGather gather,
            FileIds fileIds,
            Peers peers,
            Clock clock,
            Entropy entropy) {
        this.state = state;
        this.access = access;
        this.committer = committer;
        this.gather = gather;
        this.fileIds = fileIds;
        this.peers = peers;
        this.clock = clock;
        this.entropy = entropy;
    }

    // Making

    /** The row of the subdirectory and its table, in one record; or the table elsewhere first. */
    void make(Envelope envelope, MakeTable request, Reply.Sink sink) {
        committer.reach(envelope, request.table(), request.name(), sink, reached -> {
            requireAbsent(request, reached);
            ShardId home = request.home().orElse(state.shard());
            if (home.equals(state.shard())) {
                makeHere(envelope, request, reached, sink);
            } else {
                makeElsewhere(envelope, request, home, sink);
            }
        });
    }

    private static void requireAbsent(MakeTable request, Reached reached) {
        if (reached.row().isPresent()) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, RowExpectation.describe(request) + " exists");
        }
    }

    private void makeHere(Envelope envelope, MakeTable request, Reached reached, Reply.Sink sink) {
        long now = clock.wallMillis();
        long seed = entropy.nextLong();
        TablePointer pointer = nextPointer(committer.nextSequence(), request.spread(), seed);
        committer.commit(
                envelope,
                reached.held(),
                sequence -> {
                    List<Change> changes = new ArrayList<>();
                    changes.add(rowOf(request, pointer, now));
                    changes.add(factsRow(bear(request), pointer, now));
                    fileIds.reservation(now).ifPresent(changes::add);
                    return changes;
                },
                new TableMade(pointer),
                sink);
    }

    /** Repeated by the client, it finds there the table that was born already, by the request's id. */
    private void makeElsewhere(Envelope envelope, MakeTable request, ShardId home, Reply.Sink sink) {
        BearTable bear = bear(request);
        peers.ask(new Envelope(envelope.id(), envelope.lowestOpen(), home, bear), answer -> {
            if (answer instanceof TableMade made) {
                lead(envelope, request, made, sink);
            } else {
                sink.answer(answer);
            }
        });
    }

    private void lead(Envelope envelope, MakeTable request, TableMade made, Reply.Sink sink) {
        committer.reach(envelope, request.table(), request.name(), sink, reached -> {
            requireAbsent(request, reached);
            long now = clock.wallMillis();
            committer.commit(
                    envelope,
                    reached.held(),
                    sequence -> {
                        List<Change> changes = new ArrayList<>();
                        changes.add(rowOf(request, made.pointer(), now));
                        fileIds.reservation(now).ifPresent(changes::add);
                        return changes;
                    },
                    made,
                    sink);
        });
    }

    private static BearTable bear(MakeTable request) {
        return new BearTable(
                request.table(), request.mode(), request.owner(), request.group(), request.policy(), request.spread());
    }

    /** The reply is filed under the request's id, since the table that it was made for has a name elsewhere only. */
    void bear(Envelope envelope, BearTable request, Reply.Sink sink) {
        RowName name = RowName.of("request-" + Long.toHexString(envelope.id().clientHigh()) + "-"
                + Long.toHexString(envelope.id().clientLow()) + "-"
                + Long.toHexString(envelope.id().sequence()));
        TableId tables = state.tables().tableOfTables().facts().id();
        committer.reach(envelope, tables, name, sink, reached -> {
            long now = clock.wallMillis();
            TablePointer pointer = nextPointer(committer.nextSequence(), request.spread(), entropy.nextLong());
            committer.commit(
                    envelope,
                    reached.held(),
                    sequence -> {
                        List<Change> changes = new ArrayList<>();
                        changes.add(factsRow(request, pointer, now));
                        fileIds.reservation(now).ifPresent(changes::add);
                        return changes;
                    },
                    new TableMade(pointer),
                    sink);
        });
    }

    private TablePointer nextPointer(long sequence, int spread, long seed) {
        return new TablePointer(TableId.of(state.shard(), FIRST_MADE + sequence), state.shard(), spread, seed);
    }

    private Change rowOf(MakeTable request, TablePointer pointer, long now) {
        Row empty = Row.emptyFile(fileIds.next(), request.mode(), request.owner(), request.group(), now);
        Row row = new Row(
                empty.fileId(),
                1,
                0,
                empty.times(),
                request.mode(),
                request.owner(),
                request.group(),
                RowKind.DIRECTORY,
                empty.cells(),
                Inline.ofPointer(pointer).toBytes());
        return new RowPut(request.table(), request.name(), row.toBytes());
    }

    private Change factsRow(BearTable request, TablePointer pointer, long now) {
        TableFacts facts = TableFacts.born(pointer, request.table(), request.policy());
        Row row = facts.toRow(fileIds.next(), request.mode(), request.owner(), request.group(), now);
        return new RowPut(
                state.tables().tableOfTables().facts().id(), TableFacts.rowName(pointer.table()), row.toBytes());
    }

    // Describing and altering

    void describe(DescribeTable request, Reply.Sink sink) {
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
        return new TableView(
                facts.pointer(),
                facts.parent(),
                facts.generation(),
                facts.policy(),
                schema,
                row.mode(),
                row.owner(),
                row.group(),
                row.times());
    }

    void alter(Envelope envelope, AlterTable request, Reply.Sink sink) {
        alter(envelope, request, Optional.empty(), sink);
    }

    /** A row of a table and the schema that it led to. */
    private record Known(Row row, Schema schema) {}

    private void alter(Envelope envelope, AlterTable request, Optional<Known> known, Reply.Sink sink) {
        TableId tables = state.tables().tableOfTables().facts().id();
        committer.reach(envelope, tables, TableFacts.rowName(request.table()), sink, reached -> {
            Row row = rowOf(request.table(), reached);
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
        TablePlan plan = TablePlan.of(request, known.row(), known.schema(), now);
        ColumnId added = plan.addedColumn().map(Column::id).orElse(Column.CONTENT.id());
        committer.commit(
                envelope,
                reached.held(),
                sequence -> plan.changes(reached.held().table(), reached.name(), sequence),
                new TableAltered(added),
                sink);
    }

    private Row rowOf(TableId table, Reached reached) {
        Optional<Row> written = reached.row().map(bytes -> Row.decode(new ByteReader("row of " + table, bytes)));
        return written.or(() -> state.tables().unwritten(table))
                .orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, table + " does not exist"));
    }

    /** The row of a table and the schema that is its cell. */
    private void withSchema(
            TableId table, Reached reached, BiConsumer<Row, Schema> then, Runnable again, Reply.Sink failed) {
        Row row = rowOf(table, reached);
        if (row.cells().get(0).isEmpty()) {
            then.accept(row, Schema.PLAIN);
            return;
        }
        gather.cellsOf(
                List.of(new Source(row.toBytes())),
                List.of(Column.CONTENT.id()),
                cells -> {
                    byte[] bytes = Check.present(cells.get(0).orElse(null), "a cell that was asked for was read");
                    try {
                        then.accept(row, Schema.decode(new ByteReader("schema of " + table, bytes)));
                    } catch (PfsException e) {
                        failed.answer(Reply.Refused.of(e));
                    }
                },
                again,
                failure -> failed.answer(Reply.Refused.of(failure)));
    }
}
