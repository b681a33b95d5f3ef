package io.pfs.server.collect;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.cell.CellStore;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.gc.SegmentCounts;
import io.pfs.server.gc.SegmentFiles;
import io.pfs.server.loan.Loans;
import io.pfs.server.state.GroupContext;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.IntentCodec;
import io.pfs.wire.NameStep.ReturnSegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Gives back segments of other servers. First it is journaled that nothing here points to one any more; when no job reads from it,
 * who lent it is told until he has taken it; then the loan is forgotten. Rows of loans are changed one after the other.
 */
public final class LoanReturns {
    private final GroupContext context;
    private final Supplier<List<? extends CollectedShard>> shards;
    private final Loans loans;
    private final CellStore store;
    private final SegmentFiles files;
    private final SegmentCounts counts;
    private final ArrayDeque<Runnable> changes = new ArrayDeque<>();
    private final Set<RowName> asked = new HashSet<>();
    private boolean isChanging;
    private boolean isWaitingForReaders;

    /** A row that lists segments of a loan. */
    private record Row(CollectedShard shard, RowName name) {}

    LoanReturns(
            GroupContext context,
            Supplier<List<? extends CollectedShard>> shards,
            Loans loans,
            CellStore store,
            SegmentFiles files,
            SegmentCounts counts) {
        this.context = context;
        this.shards = shards;
        this.loans = loans;
        this.store = store;
        this.files = files;
        this.counts = counts;
    }

    /**
     * Nothing here points to this segment, nor does anybody who has it from here: it is given back. What is borrowed of it from now on
     * is another loan, and stays.
     */
    void giveBack(long segment, Runnable then, Consumer<PfsException> failed) {
        loans.beginEnding(segment);
        ArrayDeque<Row> rows = new ArrayDeque<>();
        for (CollectedShard shard : shards.get()) {
            shard.state()
                    .tables()
                    .intents()
                    .loans()
                    .holding(segment)
                    .forEach(row -> rows.add(new Row(shard, row.rowName())));
        }
        mark(rows, segment, () -> ended(segment, then), cause -> ended(segment, () -> failed.accept(cause)));
    }

    private void ended(long segment, Runnable then) {
        loans.ended(segment);
        proceed();
        then.run();
    }

    /** One row of a loan after the other says that the segment is to be returned. */
    private void mark(ArrayDeque<Row> rows, long segment, Runnable then, Consumer<PfsException> failed) {
        Row next = rows.poll();
        if (next == null) {
            then.run();
        } else {
            change(next, one -> marked(one, segment), () -> mark(rows, segment, then, failed), failed);
        }
    }

    private static Optional<Borrowed> marked(Borrowed one, long segment) {
        return Optional.of(one.segment() == segment ? new Borrowed(segment, one.isObject(), true) : one);
    }

    /** Returns what is to be returned, as far as nobody reads from it. */
    void proceed() {
        isWaitingForReaders = false;
        for (CollectedShard shard : List.copyOf(shards.get())) {
            shard.state().tables().intents().loans().returning().forEach(row -> proceed(shard, row));
        }
    }

    private void proceed(CollectedShard shard, Borrowing row) {
        row.segments().stream()
                .filter(one -> one.isReturning() && mayGo(one.segment()))
                .forEach(one -> giveBack(shard, row, one.segment()));
    }

    /** A job has ended that read from some segment. */
    void readEnded() {
        if (isWaitingForReaders) {
            proceed();
        }
    }

    /** What is held by another loan may be read on. */
    private boolean mayGo(long segment) {
        boolean mayGo = loans.isHeldOtherwise(segment) || !store.isRead(segment);
        isWaitingForReaders |= !mayGo;
        return mayGo;
    }

    /** Of a row, one segment after the other. */
    private void giveBack(CollectedShard shard, Borrowing row, long segment) {
        if (!asked.add(row.rowName())) {
            return;
        }
        if (!loans.isHeldOtherwise(segment)) {
            Check.that(counts.live(segment) == 0, "no row points to a segment that is given back", segment);
            files.goes(segment);
            store.forget(segment);
        }
        shard.calls()
                .insist(
                        row.lender(),
                        TableId.of(row.lender(), 1),
                        new ProcedureId(shard.id(), context.entropy().nextLong()),
                        new ReturnSegment(row.loan(), segment),
                        () -> forget(new Row(shard, row.rowName()), segment));
    }

    private void forget(Row row, long segment) {
        change(
                row,
                one -> one.segment() == segment ? Optional.empty() : Optional.of(one),
                () -> forgotten(row, segment),
                cause -> row.shard.calls().later(() -> forget(row, segment)));
    }

    private void forgotten(Row row, long segment) {
        asked.remove(row.name);
        if (!loans.isHeldOtherwise(segment)) {
            counts.forget(segment);
        }
        row.shard.state().tables().intents().loans().borrowing(row.name).ifPresent(left -> proceed(row.shard, left));
    }

    // Rows of loans

    private void change(
            Row row, Function<Borrowed, Optional<Borrowed>> each, Runnable then, Consumer<PfsException> failed) {
        changes.add(() -> changeNow(row, each, then, failed));
        nextChange();
    }

    private void nextChange() {
        if (!isChanging && !changes.isEmpty()) {
            isChanging = true;
            changes.remove().run();
        }
    }

    private void changed(Runnable then) {
        isChanging = false;
        then.run();
        nextChange();
    }

    private void changeNow(
            Row row, Function<Borrowed, Optional<Borrowed>> each, Runnable then, Consumer<PfsException> failed) {
        CollectedShard shard = row.shard;
        Optional<Borrowing> found = shard.state().tables().intents().loans().borrowing(row.name);
        if (found.isEmpty()) {
            changed(then);
            return;
        }
        try {
            List<Change> change = List.of(replaced(shard, found.get(), each));
            shard.moving().journal(change, () -> changed(then), cause -> changed(() -> failed.accept(cause)));
        } catch (PfsException e) {
            changed(() -> failed.accept(e));
        }
    }

    private Change replaced(CollectedShard shard, Borrowing row, Function<Borrowed, Optional<Borrowed>> each) {
        List<Borrowed> left = new ArrayList<>();
        row.segments().forEach(one -> each.apply(one).ifPresent(left::add));
        TableId intents = shard.state().tables().intentTable();
        if (left.isEmpty()) {
            return new RowRemoved(intents, row.rowName());
        }
        Borrowing after = new Borrowing(row.loan(), row.nth(), row.lender(), left);
        byte[] bytes = IntentCodec.toRow(after, context.clock().wallMillis()).toBytes();
        return new RowPut(intents, after.rowName(), bytes);
    }
}
