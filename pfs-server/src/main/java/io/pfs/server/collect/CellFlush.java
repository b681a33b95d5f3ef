package io.pfs.server.collect;

import io.pfs.PfsException;
import io.pfs.hash.SliceOrder;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.Outbox;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellIngest;
import io.pfs.server.cell.RowCopy.RowCells;
import io.pfs.server.change.Change;
import io.pfs.server.gc.OpenWrites;
import io.pfs.server.state.CellWindow;
import io.pfs.server.state.CellWindow.Waiting;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Copies cells that so far stand in the journal alone to segments, in the order of their columns and rows, and lets the
 * rows point there. Then the journal before them can go.
 *
 * <p>A copy counts only for a row that still is as it was copied: each is journaled while its name is held. Rows that
 * changed meanwhile are left to the next time.
 */
public final class CellFlush {
    /** So many bytes are copied, forced and journaled at a time: whoever journals meanwhile waits for the disk behind them; */
    private static final long STEP_BYTES = 1 << 20;
    /** or so many rows: others are served between two steps. */
    private static final int STEP_ROWS = 512;
    /** So many steps with rows that can't be read are gone through; each may wait for storage as long as that may take. The next flush begins behind them. */
    private static final int UNREAD_STEPS_MAX = 8;

    private final Means means;
    private final ArrayDeque<Placed> waiting = new ArrayDeque<>();
    private boolean isStepping;
    private boolean hasStepEnded;
    private Optional<PfsException> stepFailure = Optional.empty();
    private Optional<PfsException> unread = Optional.empty();
    private int unreadSteps;
    private Optional<Placed> taken = Optional.empty();
    private Optional<Placed> leftOffAt = Optional.empty();

    /** A row, and where it stands among those of its table. */
    private record Placed(RowCells row, long position) implements Comparable<Placed> {
        @Override
        public int compareTo(Placed other) {
            int byTable = row.table().compareTo(other.row.table());
            return byTable != 0 ? byTable : Long.compareUnsigned(position, other.position);
        }
    }

    /** What a flush works with. */
    public record Means(
            ShardState state,
            Outbox outbox,
            NameAccess access,
            NameHolds holds,
            CellGather gather,
            CellIngest copies,
            OpenWrites writes,
            GroupCounters counters) {
        /** The same, with another way to the rows. */
        public Means reaching(NameAccess other) {
            return new Means(state, outbox, other, holds, gather, copies, writes, counters);
        }

        public CellWindow window() {
            return state.window();
        }

        void journal(List<Change> changes, Runnable durable, Consumer<PfsException> failed) {
            outbox.journal(changes, durable, failed);
        }
    }

    public CellFlush(Means means) {
        this.means = means;
    }

    /** Copies what stands in the window now; {@code ended} hears what kept it from copying all, if anything did. */
    public void start(Consumer<Optional<PfsException>> ended) {
        collect(means.window().all());
        unread = Optional.empty();
        unreadSteps = 0;
        step(Optional.empty(), ended);
    }

    /** Rows in the order of tables and, in these, of names; first what comes behind those that could not be read the last time. */
    private void collect(Collection<Waiting> cells) {
        List<Placed> rows = new ArrayList<>();
        RowCells.of(cells).forEach(row -> rows.add(new Placed(row, position(row))));
        Collections.sort(rows);
        leftOffAt.ifPresent(last -> Collections.rotate(rows, -behind(rows, last)));
        leftOffAt = Optional.empty();
        waiting.clear();
        waiting.addAll(rows);
    }

    private static int behind(List<Placed> rows, Placed last) {
        return (int) rows.stream().filter(row -> row.compareTo(last) <= 0).count();
    }

    private long position(RowCells row) {
        return means.state()
                .tables()
                .hashOf(row.table())
                .map(hash -> SliceOrder.position(hash.of(row.name())))
                .orElse(0L);
    }

    /** A step that has nothing to copy ends before it returns, and there may be very many of these. */
    private void step(Optional<PfsException> failure, Consumer<Optional<PfsException>> ended) {
        stepFailure = failure;
        if (isStepping) {
            hasStepEnded = true;
            return;
        }
        isStepping = true;
        hasStepEnded = true;
        while (hasStepEnded && stepFailure.isEmpty() && !waiting.isEmpty()) {
            hasStepEnded = false;
            new FlushStep(means, nextRows(), (cause, missed) -> step(cause.or(() -> passing(missed)), ended)).begin();
        }
        isStepping = false;
        if (hasStepEnded) {
            waiting.clear();
            ended.accept(stepFailure.or(() -> unread));
        }
    }

    /** What can't be read keeps nobody else in the journal; nothing, if it is worth to go on. */
    private Optional<PfsException> passing(Optional<PfsException> missed) {
        unread = missed.or(() -> unread);
        unreadSteps += missed.isPresent() ? 1 : 0;
        if (unreadSteps < UNREAD_STEPS_MAX) {
            return Optional.empty();
        }
        leftOffAt = taken;
        return unread;
    }

    private List<RowCells> nextRows() {
        List<RowCells> some = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && bytes < STEP_BYTES && some.size() < STEP_ROWS) {
            Placed placed = waiting.remove();
            bytes += placed.row.bytes();
            some.add(placed.row);
            taken = Optional.of(placed);
        }
        return some;
    }
}
