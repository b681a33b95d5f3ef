package io.pfs.server.collect;

import io.pfs.PfsException;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.gc.CellTally;
import io.pfs.server.slice.RowMoves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets rows point to copies of their cells that are durable. Each move is journaled while its name is held, and only if
 * the row still is as it was copied: so what the record counts is right, and no edit starts from the old places.
 */
final class CellMoves {
    private final Ended ended;
    private Optional<PfsException> failure = Optional.empty();
    private int open;
    private int tooLate;

    /**
     * A row in its shard, where its cells are now, and what segments gain and lose by it.
     *
     * @param durable is run once it is
     */
    record Moving(CellFlush.Means means, CellsMoved moved, CellTally tally, Runnable durable) {}

    /** Hears when all moves are durable or given up. */
    interface Ended {
        /**
         * @param failure what kept a move from being journaled, if anything did
         * @param tooLate moves of rows that had changed meanwhile
         */
        void ended(Optional<PfsException> failure, int tooLate);
    }

    private CellMoves(int count, Ended ended) {
        this.open = count;
        this.ended = ended;
    }

    /** Carries out moves of rows that differ, at least one. */
    static void run(List<Moving> moves, Ended ended) {
        CellMoves run = new CellMoves(moves.size(), ended);
        moves.forEach(run::reach);
    }

    private void reach(Moving moving) {
        CellsMoved moved = moving.moved();
        moving.means()
                .access()
                .reachStored(moved.table(), moved.name(), reached -> move(moving, reached), e -> missed());
    }

    private void move(Moving moving, Reached reached) {
        CellsMoved moved = moving.moved();
        boolean isStill =
                reached.row().filter(row -> RowMoves.matches(moved, row, 0)).isPresent();
        if (!isStill) {
            moving.means().counters().moveTooLate();
            missed();
            return;
        }
        List<Change> changes = new ArrayList<>(2);
        changes.add(moved);
        changes.addAll(moving.tally().changes());
        CellFlush.Means means = moving.means();
        try {
            means.journal(changes, () -> durable(moving, reached), e -> free(means, reached, Optional.of(e)));
            means.holds().hold(reached.held());
        } catch (PfsException e) {
            done(Optional.of(e));
        }
    }

    private void durable(Moving moving, Reached reached) {
        moving.durable().run();
        free(moving.means(), reached, Optional.empty());
    }

    private void free(CellFlush.Means means, Reached reached, Optional<PfsException> cause) {
        means.holds().release(reached.held()).forEach(Runnable::run);
        done(cause);
    }

    /** The row was changed meanwhile, or is not there any more: whoever did that needs no copy. */
    private void missed() {
        tooLate++;
        done(Optional.empty());
    }

    private void done(Optional<PfsException> cause) {
        failure = cause.or(() -> failure);
        open--;
        if (open == 0) {
            ended.ended(failure, tooLate);
        }
    }
}
