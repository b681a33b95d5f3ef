package io.pfs.server.names;

import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Policy;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.StepTaken;
import java.util.List;
import java.util.Optional;

/**
 * Has every shard that has slices of a table know what may be done with it, which of its fields have indexes, and how large its files
 * may grow: each writes it down, then tells those that adopted slices from it. What is given away later takes it along.
 *
 * <p>The policy goes along while a change of it is not known to all, so whichever step comes first brings it; not otherwise, since
 * servers of a version before don't understand that.
 *
 * <p>The step is taken when all of them have it. A slice that another shard may be adopting just now, or may have adopted, went
 * with what was true before; so that has to end first, and then that shard is told like the others.
 */
public final class RightsSteps {
    private final NameMeans means;
    private final SliceMoves moves;
    private final HeirCalls heirs;

    public RightsSteps(NameMeans means, SliceMoves moves) {
        this.means = means;
        this.moves = moves;
        this.heirs = new HeirCalls(means);
    }

    private Tables tables() {
        return means.state().tables();
    }

    void take(TableId table, ProcedureId procedure, ShareRights step, Reply.Sink sink) {
        if (!tables().exists(table)) {
            sink.answer(new StepTaken()); // it is gone, or nothing of it came here
            return;
        }
        TableId tableOfTables = tables().tableOfTables().facts().id();
        means.access()
                .reach(
                        tableOfTables,
                        TableFacts.rowName(table),
                        reached -> take(table, procedure, reached, step, sink),
                        NameSteps.refusing(sink));
    }

    /** Later ones count, whatever the messages do; at its home the table's own row is the truth. */
    private void take(TableId table, ProcedureId procedure, Reached reached, ShareRights step, Reply.Sink sink) {
        Optional<Row> row = reached.row().map(bytes -> Row.decode(new ByteReader("row of " + table, bytes)));
        boolean isNews =
                row.isPresent() && !tables().find(table).isHome() && row.get().version() < step.version();
        if (!isNews) {
            awaitMoves(table, procedure, step, sink);
            return;
        }
        byte[] after = with(table, row.get(), step).toBytes();
        means.records()
                .commit(
                        List.of(reached.held()),
                        List.of(new RowPut(reached.held().table(), reached.name(), after)),
                        () -> awaitMoves(table, procedure, step, sink),
                        NameSteps.refusing(sink));
    }

    private static Row with(TableId table, Row row, ShareRights step) {
        TableFacts before = TableFacts.ofRow(table, row);
        Inline facts = before.with(step.indexes())
                .with(step.policy().orElse(before.policy()))
                .inline();
        return new Row(
                row.fileId(),
                step.version(),
                row.size(),
                row.times(),
                step.mode(),
                step.owner(),
                step.group(),
                row.kind(),
                row.cells(),
                facts.toBytes());
    }

    private void awaitMoves(TableId table, ProcedureId procedure, ShareRights step, Reply.Sink sink) {
        Optional<SliceKey> leaving = tables().intents().leaving().stream()
                .map(Leaving::slice)
                .filter(slice -> slice.table().equals(table) && moves.isClosed(slice))
                .findFirst();
        if (leaving.isPresent()) {
            moves.await(leaving.get(), () -> awaitMoves(table, procedure, step, sink));
        } else {
            tellHeirs(table, procedure, step, sink);
        }
    }

    private void tellHeirs(TableId table, ProcedureId procedure, ShareRights step, Reply.Sink sink) {
        try {
            if (tables().exists(table)) {
                ShareRights now = now(table, step);
                heirs.insist(table, procedure, now, () -> sink.answer(new StepTaken()));
            } else {
                sink.answer(new StepTaken());
            }
        } catch (PfsException e) {
            sink.answer(Reply.Refused.of(e));
        }
    }

    /** By now more may have become known than this step says, the policy as well. */
    private ShareRights now(TableId table, ShareRights step) {
        byte[] row = tables().rowBytes(table).orElseThrow();
        ShareRights now = of(table, row, true);
        boolean mayBeOther = tables().find(table).isHome()
                ? tables().intents().isPolicyTold(table)
                : now.version() != step.version();
        return step.policy().isPresent() || mayBeOther ? now : of(table, row, false);
    }

    /** What a table's row says of it. */
    static ShareRights of(TableId table, byte[] bytes, boolean withPolicy) {
        Row row = Row.decode(new ByteReader("row of " + table, bytes));
        TableFacts facts = TableFacts.ofRow(table, row);
        Optional<Policy> policy = withPolicy ? Optional.of(facts.policy()) : Optional.empty();
        return new ShareRights(row.version(), row.mode(), row.owner(), row.group(), facts.indexes(), policy);
    }
}
