package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.shard.CellGather.Source;
import io.pfs.server.shard.CellWindow.Waiting;
import io.pfs.server.shard.NameAccess.Reached;
import io.pfs.server.shard.RowCopy.RowCells;
import io.pfs.server.slice.RowMoves;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Some rows of a flush: looked up, their cells copied, their indirect records after them, then all of it journaled. */
final class FlushStep {
    private final CellFlush.Means means;
    private final List<RowCells> rows;
    private final Consumer<Optional<PfsException>> ended;
    private final List<RowCopy> copies = new ArrayList<>();
    private Optional<PfsException> failure = Optional.empty();
    private int open;

    /** A cell of a row, to be written among those of its column. */
    private record Copied(RowCopy copy, Waiting cell) {}

    FlushStep(CellFlush.Means means, List<RowCells> rows, Consumer<Optional<PfsException>> ended) {
        this.means = means;
        this.rows = rows;
        this.ended = ended;
    }

    void begin() {
        open = rows.size();
        rows.forEach(row -> means.access()
                .reach(row.table(), row.name(), reached -> look(row, reached), failure -> passed(row, failure)));
    }

    private void look(RowCells row, Reached reached) {
        Optional<Source> source =
                reached.row().map(Source::new).filter(found -> found.fileId().equals(row.fileId()));
        if (source.isEmpty()) {
            release(row);
            looked();
        } else if (source.get().slot(RowLayout.INDIRECT_SLOT).isEmpty()) {
            take(row, source.get(), reached, IndirectCells.EMPTY);
        } else {
            means.gather()
                    .indirectOf(
                            List.of(source.get()),
                            found -> take(row, source.get(), reached, found.get(0)),
                            failure -> passed(row, failure));
        }
    }

    private void take(RowCells row, Source source, Reached reached, IndirectCells indirect) {
        RowCopy copy = new RowCopy(row, source, reached.held().hash(), indirect);
        means.window().release(copy.placesOutdated());
        if (copy.isNeeded()) {
            copies.add(copy);
        }
        looked();
    }

    /** Nobody points to these cells, and nobody ever will again. */
    private void release(RowCells row) {
        means.window().releaseUnlessFollowed(row.cells());
    }

    /** A table that is gone takes its cells with it; what is damaged stays in the journal, and does not stop the rest. */
    private void passed(RowCells row, PfsException cause) {
        if (cause.code() == ErrorCode.NOT_FOUND) {
            release(row);
        } else if (cause.code().kind() != ErrorCode.Kind.DATA) {
            failure = Optional.of(cause);
        }
        looked();
    }

    private void looked() {
        open--;
        if (open > 0) {
            return;
        }
        if (copies.isEmpty() || failure.isPresent()) {
            ended.accept(failure);
        } else {
            copyCells();
        }
    }

    private void copyCells() {
        List<Copied> all = clustered();
        means.copies()
                .add(
                        all.stream().map(c -> c.copy().toWrite(c.cell())).toList(),
                        places -> {
                            for (int i = 0; i < places.size(); i++) {
                                all.get(i).copy().placed(all.get(i).cell(), places.get(i));
                            }
                            copyIndirect();
                        },
                        this::failed);
    }

    /** The cells of a column together, in the order of the rows. */
    private List<Copied> clustered() {
        List<Copied> all = new ArrayList<>();
        copies.forEach(copy -> copy.cells().forEach(cell -> all.add(new Copied(copy, cell))));
        all.sort(Comparator.comparing((Copied c) -> c.copy().row().table())
                .thenComparing(c -> c.cell().column()));
        return all;
    }

    private void copyIndirect() {
        List<RowCopy> leading = copies.stream().filter(RowCopy::movesIndirect).toList();
        if (leading.isEmpty()) {
            journal();
            return;
        }
        means.copies()
                .add(
                        leading.stream().map(RowCopy::indirectToWrite).toList(),
                        places -> {
                            for (int i = 0; i < places.size(); i++) {
                                leading.get(i).indirectPlaced(places.get(i));
                            }
                            journal();
                        },
                        this::failed);
    }

    private void journal() {
        open = copies.size();
        for (RowCopy copy : copies) {
            CellsMoved moved = copy.moved();
            RowCells row = copy.row();
            means.access()
                    .reach(
                            row.table(),
                            row.name(),
                            reached -> move(copy, moved, reached),
                            e -> moved(Optional.empty()));
        }
    }

    /** The name is free, and held until the move is durable: no edit starts from the old places meanwhile. */
    private void move(RowCopy copy, CellsMoved moved, Reached reached) {
        boolean isStill =
                reached.row().filter(row -> RowMoves.matches(moved, row, 0)).isPresent();
        if (!isStill) {
            means.counters().moveTooLate();
            moved(Optional.empty()); // it was changed meanwhile, and is left to the next flush
            return;
        }
        try {
            means.journal(moved, () -> done(copy, reached), e -> free(reached, Optional.of(e)));
            means.holds().hold(reached.held());
        } catch (PfsException e) {
            moved(Optional.of(e));
        }
    }

    private void done(RowCopy copy, Reached reached) {
        means.counters().cellsCopied(copy.cells().size(), copy.movesIndirect());
        free(reached, Optional.empty());
    }

    private void free(Reached reached, Optional<PfsException> cause) {
        means.holds().release(reached.held()).forEach(Runnable::run);
        moved(cause);
    }

    private void moved(Optional<PfsException> cause) {
        failure = cause.or(() -> failure);
        open--;
        if (open == 0) {
            ended.accept(failure);
        }
    }

    private void failed(PfsException cause) {
        ended.accept(Optional.of(cause));
    }
}
