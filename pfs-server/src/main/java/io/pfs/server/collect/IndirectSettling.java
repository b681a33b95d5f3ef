package io.pfs.server.collect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.format.ByteReader;
import io.pfs.server.cell.CellStore;
import io.pfs.server.cell.CellStore.Wanted;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.server.gc.GcCounters;
import io.pfs.table.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Reads the indirect records of rows that are gone, one after the other, and has what they lead to counted as dropped. */
final class IndirectSettling {
    private final CellStore store;
    private final CellFlush.Means means;
    private final GcCounters counters;
    private final ArrayDeque<IndirectLeft> waiting;
    private final BooleanSupplier isEnding;
    private final BiConsumer<IndirectLeft, PfsException> unreadable;
    private final Consumer<Optional<PfsException>> ended;
    private int unreadInARow;

    /**
     * The shard of {@code means} has it in its journal; any will do.
     *
     * @param isEnding whether it is to end before the next one
     * @param unreadable hears of records that are damaged or can't be read now, and passed over
     */
    IndirectSettling(
            CellStore store,
            CellFlush.Means means,
            GcCounters counters,
            List<IndirectLeft> left,
            BooleanSupplier isEnding,
            BiConsumer<IndirectLeft, PfsException> unreadable,
            Consumer<Optional<PfsException>> ended) {
        this.store = store;
        this.means = means;
        this.counters = counters;
        this.waiting = new ArrayDeque<>(left);
        this.isEnding = isEnding;
        this.unreadable = unreadable;
        this.ended = ended;
    }

    void next() {
        IndirectLeft left = waiting.poll();
        if (left == null || isEnding.getAsBoolean()) {
            ended.accept(Optional.empty());
            return;
        }
        CellKey key = new CellKey(left.fileId(), Schema.INDIRECT);
        store.read(List.of(Wanted.whole(left.record(), key)), new CellStore.Reader() {
            @Override
            public void read(List<byte[]> cells) {
                decode(left, cells.get(0));
            }

            @Override
            public void gone() {
                IndirectSettling.this.failed(
                        left, new PfsException(ErrorCode.INVARIANT_BROKEN, "a segment went with " + left));
            }

            @Override
            public void failed(PfsException cause) {
                IndirectSettling.this.failed(left, cause);
            }
        });
    }

    private void decode(IndirectLeft left, byte[] record) {
        try {
            settle(left, IndirectCells.decode(new ByteReader("indirect record", record)));
        } catch (PfsException e) {
            failed(left, e);
        }
    }

    /** What such a record led to nobody knows: its cells count as needed, and keep their segments. */
    private void failed(IndirectLeft left, PfsException cause) {
        if (!cause.code().isUnreadable()) {
            ended.accept(Optional.of(cause));
            return;
        }
        unreadable.accept(left, cause);
        unreadInARow += cause.code() == ErrorCode.IO_FAILED ? 1 : 0;
        if (unreadInARow >= SegmentGc.UNREAD_MAX) {
            waiting.forEach(other -> unreadable.accept(other, cause));
            waiting.clear();
        }
        next();
    }

    private void settle(IndirectLeft left, IndirectCells cells) {
        unreadInARow = 0;
        CellTally tally = new CellTally();
        tally.dropAll(left.record(), cells);
        List<Change> changes = new ArrayList<>(tally.changes());
        changes.add(new IndirectSettled(left.record()));
        try {
            means.journal(changes, this::settled, e -> ended.accept(Optional.of(e)));
        } catch (PfsException e) {
            ended.accept(Optional.of(e));
        }
    }

    private void settled() {
        counters.settled();
        next();
    }
}
