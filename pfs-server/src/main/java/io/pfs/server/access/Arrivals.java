package io.pfs.server.access;

import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.loan.Loans;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.IntentCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What is journaled, beside itself, with a row that comes to a name that was kept for it. */
public final class Arrivals {
    private final ShardState state;
    private final SliceLoader loader;
    private final Clock clock;
    private final Supplier<MovedFiles> movedFiles;
    private final Afar afar;

    /**
     * What rows need that come from another server.
     *
     * @param near tells whether a shard is one of this server's
     */
    public record Afar(Predicate<ShardId> near, HoldingsReader holdings, Loans loans, GroupCounters counters) {}

    /**
     * What goes with a row.
     *
     * @param ended to be called when it is known whether it was journaled
     */
    public record Arrived(List<Change> changes, Runnable ended) {}

    public Arrivals(ShardState state, SliceLoader loader, Clock clock, Supplier<MovedFiles> movedFiles, Afar afar) {
        this.state = state;
        this.loader = loader;
        this.clock = clock;
        this.movedFiles = movedFiles;
        this.afar = afar;
    }

    /** Finds it out, which may take reading. */
    public void arrived(Kept kept, byte[] row, Consumer<Arrived> then, Consumer<PfsException> failed) {
        beneath(
                kept,
                dropped -> {
                    if (isNear(kept)) {
                        moved(kept, row, moved -> then.accept(new Arrived(joined(dropped, moved), () -> {})), failed);
                    } else {
                        borrowed(kept, row, dropped, then, failed);
                    }
                },
                failed);
    }

    /** The same for one whose table is gone, or goes, so that it goes, too. */
    public void lost(Kept kept, byte[] row, Consumer<Arrived> then, Consumer<PfsException> failed) {
        if (isNear(kept)) {
            then.accept(new Arrived(RowDrop.of(row, state.window()), () -> {}));
            return;
        }
        ShardId lender = kept.procedure().coordinator();
        LoanId loan = LoanId.of(kept.procedure());
        afar.holdings()
                .readWhatCanNow(
                        row,
                        held -> then.accept(
                                new Arrived(rowsOf(Loans.borrowNothing(loan, lender, held)), afar.loans()::toReturn)),
                        failed);
    }

    /** Whether the row that may come is of this server. */
    boolean isNear(Kept kept) {
        return afar.near().test(kept.procedure().coordinator());
    }

    private static List<Change> joined(List<Change> some, List<Change> more) {
        List<Change> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private void moved(Kept kept, byte[] row, Consumer<List<Change>> then, Consumer<PfsException> failed) {
        movedFiles
                .get()
                .arrived(
                        row,
                        kept.table(),
                        kept.name(),
                        clock.wallMillis(),
                        moved -> then.accept(moved.stream().toList()),
                        failed);
    }

    /** Its cells bear the name that it had; nobody here knows where it went from there, so that is noted in any case. */
    private void borrowed(
            Kept kept, byte[] row, List<Change> dropped, Consumer<Arrived> then, Consumer<PfsException> failed) {
        TableId table = kept.table();
        RowName name = kept.name();
        List<Change> changes = new ArrayList<>(dropped);
        MovedFiles.left(state.tables(), row, state.shard(), table, name, clock.wallMillis())
                .ifPresent(changes::add);
        afar.holdings()
                .read(
                        List.of(row),
                        held -> {
                            ShardId lender = kept.procedure().coordinator();
                            Loans.Arrival arrival = afar.loans().borrow(LoanId.of(kept.procedure()), lender, held);
                            afar.counters().rowFromAfar();
                            changes.addAll(held.added());
                            changes.addAll(rowsOf(arrival.rows()));
                            then.accept(new Arrived(changes, arrival.ended()));
                        },
                        failed);
    }

    private List<Change> rowsOf(List<Borrowing> borrowings) {
        List<Change> rows = new ArrayList<>(borrowings.size());
        for (Borrowing borrowing : borrowings) {
            byte[] row = IntentCodec.toRow(borrowing, clock.wallMillis()).toBytes();
            rows.add(new RowPut(state.tables().intentTable(), borrowing.rowName(), row));
        }
        return rows;
    }

    private List<Change> goneWith(byte[] row) {
        List<Change> changes = new ArrayList<>(RowDrop.of(row, state.window()));
        MovedFiles.gone(state.tables(), row, changes);
        return changes;
    }

    /** What the row gives up that is beneath a kept name. It is not changed as long as the name is kept. */
    private void beneath(Kept kept, Consumer<List<Change>> then, Consumer<PfsException> failed) {
        try {
            HeldSlice slice = state.tables().find(kept.table()).sliceOf(kept.nameHash());
            byte[] name = kept.name().toBytes();
            Lookup lookup = slice.place().lookUp(kept.nameHash(), name, 0, name.length);
            if (lookup instanceof Lookup.MustLoad) {
                loader.load(slice, () -> beneath(kept, then, failed), failed);
                return;
            }
            Optional<byte[]> row = NameAccess.rowOf(lookup);
            then.accept(row.map(this::goneWith).orElse(List.of()));
        } catch (PfsException e) {
            failed.accept(e);
        }
    }
}
