package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.row.Row;
import io.pfs.server.access.Committer;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.change.Change;
import io.pfs.server.names.TablePlan;
import io.pfs.server.names.TableSpreads;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Changes how a table is spread, because a client says so: the one change of a table that its slices have to be at rest for. */
final class SpreadChange {
    private final ShardState state;
    private final Committer committer;
    private final TableSpreads spreads;
    private final int fullSpread;
    private final int shards;
    private final Clock clock;

    SpreadChange(ShardState state, Committer committer, TableSpreads spreads, int fullSpread, int shards, Clock clock) {
        this.state = state;
        this.committer = committer;
        this.spreads = spreads;
        this.fullSpread = fullSpread;
        this.shards = shards;
        this.clock = clock;
    }

    void alter(Envelope envelope, AlterTable request, SetSpreading asked, Reply.Sink sink) {
        TableId table = request.table();
        SetSpreading wanted = new SetSpreading(resolved(asked.spreading()));
        reach(envelope, table, sink, reached -> {
            Row row = state.tables().rowOf(table, reached.row());
            requireStride(table, row, asked.spreading().policy());
            requireReachable(table, wanted.spreading().spread());
            if (!isMore(table, wanted, reached)) {
                commit(envelope, table, wanted, reached, List.of(), sink);
            } else {
                spreads.prepare(
                        table,
                        () -> raise(envelope, table, wanted, sink),
                        failure -> committer.refuse(envelope, failure, sink));
            }
        });
    }

    /** With the spread that a policy stands for on the servers that there are. */
    private Spreading resolved(Spreading asked) {
        int least = asked.policy() == SpreadPolicy.ALWAYS ? fullSpread : 0;
        return new Spreading(asked.policy(), Math.max(asked.spread(), least));
    }

    private static void requireStride(TableId table, Row row, SpreadPolicy wanted) {
        boolean isRandom = TableFacts.ofRow(table, row).spreadPolicy() == SpreadPolicy.RANDOM;
        if (isRandom || wanted == SpreadPolicy.RANDOM) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "a table is made with random places or never has any, and " + table
                            + (isRandom ? " was made with them" : " was made without"));
        }
    }

    /** With a place for each shard nothing is gained by more. */
    private void requireReachable(TableId table, int spread) {
        int most = Integer.numberOfTrailingZeros(shards);
        if (spread > most) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "spread of " + table + " can be raised to " + most + ", as there are " + shards + " shards, but "
                            + spread + " was asked for");
        }
    }

    private void reach(Envelope envelope, TableId table, Reply.Sink sink, Consumer<Reached> then) {
        TableId tables = state.tables().tableOfTables().facts().id();
        committer.reach(envelope, tables, TableFacts.rowName(table), sink, then);
    }

    private boolean isMore(TableId table, SetSpreading wanted, Reached reached) {
        TableFacts facts = TableFacts.ofRow(table, state.tables().rowOf(table, reached.row()));
        return wanted.spreading().spread() > facts.pointer().spread();
    }

    private void raise(Envelope envelope, TableId table, SetSpreading wanted, Reply.Sink sink) {
        Reply.Sink ended = reply -> {
            if (reply instanceof TableAltered) {
                spreads.begun(table);
            } else {
                spreads.gaveUp(table);
            }
            sink.answer(reply);
        };
        reach(envelope, table, ended, reached -> {
            boolean isRaised = isMore(table, wanted, reached); // somebody else may have been faster
            List<Change> others = isRaised ? List.of(spreads.intent(table)) : List.of();
            commit(envelope, table, wanted, reached, others, ended);
        });
    }

    private void commit(
            Envelope envelope,
            TableId table,
            SetSpreading wanted,
            Reached reached,
            List<Change> others,
            Reply.Sink sink) {
        AlterTable request = new AlterTable(table, wanted);
        long names = state.tables().find(table).namesChangedMillis();
        Row row = state.tables().rowOf(table, reached.row());
        TablePlan plan = TablePlan.of(request, row, Schema.PLAIN, names, clock.wallMillis());
        committer.commit(
                envelope,
                reached.held(),
                sequence -> {
                    List<Change> changes =
                            new ArrayList<>(plan.changes(reached.held().table(), reached.name(), sequence));
                    changes.addAll(others);
                    return changes;
                },
                new TableAltered(Column.CONTENT.id()),
                sink);
    }
}
