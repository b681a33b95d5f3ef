package io.pfs.server.names;

import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.loan.Holdings;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.loan.Loans;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.SettleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What a row takes along of segments that was renamed into a shard of another server, and has come there. */
final class Departures {
    private final ShardState state;
    private final HoldingsReader holdings;
    private final Predicate<ShardId> near;
    private final Clock clock;

    /** @param near tells whether a shard is one of this server's */
    Departures(ShardState state, HoldingsReader holdings, Predicate<ShardId> near, Clock clock) {
        this.state = state;
        this.holdings = holdings;
        this.near = near;
        this.clock = clock;
    }

    /** What is journaled with the end of the procedure. */
    void of(Decided decided, Consumer<List<Change>> then, Consumer<PfsException> failed) {
        Optional<byte[]> row = state.tables().intents().traveller(decided.procedure());
        Optional<ShardId> to = decided.todo().stream()
                .filter(SettleRow.class::isInstance)
                .map(Todo::shard)
                .filter(shard -> !near.test(shard))
                .findFirst();
        if (row.isEmpty() || to.isEmpty()) {
            then.accept(List.of());
        } else {
            holdings.readWhatCan(
                    List.of(row.get()), held -> then.accept(changes(decided.procedure(), to.get(), held)), failed);
        }
    }

    private List<Change> changes(ProcedureId procedure, ShardId to, Holdings held) {
        List<Change> changes = new ArrayList<>(held.dropped());
        for (Lending lending : Loans.lending(LoanId.of(procedure), to, held)) {
            byte[] row = IntentCodec.toRow(lending, clock.wallMillis()).toBytes();
            changes.add(new RowPut(state.tables().intentTable(), lending.rowName(), row));
        }
        return changes;
    }
}
