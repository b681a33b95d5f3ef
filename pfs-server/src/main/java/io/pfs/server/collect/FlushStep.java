package io.pfs.server.collect;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowCopy;
import io.pfs.server.cell.RowCopy.RowCells;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.state.CellWindow.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Some rows of a flush: looked up, their cells copied, their indirect records after them, then all of it journaled. */
public final class FlushStep {
    private final CellFlush.Means means;
    private final List<RowCells> rows;
    private final Ended ended;
    private final List<RowCopy> copies = new ArrayList<>();
    private Optional<PfsException> failure = Optional.empty();
    private Optional<PfsException> unread = Optional.empty();
    private final long ticket;
    private int open;

    /** Hears how it ended. */
    @FunctionalInterface
    public interface Ended {
        /**
         * It has.
         *
         * @param failure what kept it from copying anything
         * @param unread why a row could not be looked at, whose cells stay in the journal; others were copied
         */
        void ended(Optional<PfsException> failure, Optional<PfsException> unread);
    }

    /** A cell of a row, to be written among those of its column. */
    private record Copied(RowCopy copy, Waiting cell) {}

    public FlushStep(CellFlush.Means means, List<RowCells> rows, Ended ended) {
        this.means = means;
        this.rows = rows;
        this.ended = ended;
        this.ticket = means.writes().begin();
    }

    public void begin() {
        open = rows.size();
        rows.forEach(this::look);
    }

    private void look(RowCells row) {
        means.access().reachStored(row.table(), row.name(), reached -> look(row, reached), cause -> passed(row, cause));
    }

    private void look(RowCells row, Reached reached) {
        Optional<Source> source =
                reached.row().map(Source::new).filter(found -> found.fileId().equals(row.fileId()));
        if (source.isEmpty()) {
            release(row);
            looked();
        } else if (!RowCopy.movesIndirect(source.get(), means.window())) {
            take(row, source.get(), reached, IndirectCells.EMPTY);
        } else {
            means.gather()
                    .indirectOf(
                            List.of(source.get()),
                            found -> take(row, source.get(), reached, found.get(0)),
                            () -> look(row),
                            failure -> passed(row, failure));
        }
    }

    private void take(RowCells row, Source source, Reached reached, IndirectCells indirect) {
        RowCopy copy = new RowCopy(row, source, reached.held().hash(), indirect, means.window());
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

    /** A table that is gone takes its cells with it, a slice that is given has none in the journal; what is damaged, can't be read, or is in doubt stays in the journal and does not stop the rest. */
    private void passed(RowCells row, PfsException cause) {
        boolean isReaped = means.state().tables().exists(row.table()) && cause.code() == ErrorCode.NOT_FOUND;
        boolean isGone = cause.code() == ErrorCode.NOT_FOUND || cause.code() == ErrorCode.MISPLACED;
        if (isReaped) {
            looked(); // the reaper has to read them before it can count what they lead to
            return;
        } else if (isGone) {
            release(row);
        } else if (cause.code().kind() != ErrorCode.Kind.DATA && cause.code() != ErrorCode.UNREACHABLE) {
            keepFor(cause);
        }
        looked();
    }

    private void keepFor(PfsException cause) {
        if (cause.code().isUnreadable()) {
            unread = Optional.of(cause);
        } else {
            failure = Optional.of(cause);
        }
    }

    private void looked() {
        open--;
        if (open > 0) {
            return;
        }
        if (copies.isEmpty() || failure.isPresent()) {
            end(failure);
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

    /** The cells of a column together, or of columns that are read together; in these, in the order of the rows. */
    private List<Copied> clustered() {
        List<Copied> all = new ArrayList<>();
        copies.forEach(copy -> copy.cells().forEach(cell -> all.add(new Copied(copy, cell))));
        all.sort(Comparator.comparing((Copied c) -> c.copy().row().table()).thenComparing(this::leadOf));
        return all;
    }

    private ColumnId leadOf(Copied copied) {
        TableId table = copied.copy().row().table();
        return means.state().tables().leadOf(table, copied.cell().column());
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
        List<CellMoves.Moving> moves = copies.stream()
                .map(copy -> new CellMoves.Moving(means, copy.moved(), copy.tally(), () -> counted(copy)))
                .toList();
        CellMoves.run(moves, (cause, tooLate) -> end(cause));
    }

    private void counted(RowCopy copy) {
        means.counters().cellsCopied(copy.cells().size(), copy.movesIndirect());
    }

    private void failed(PfsException cause) {
        end(Optional.of(cause));
    }

    private void end(Optional<PfsException> cause) {
        means.writes().end(ticket);
        ended.ended(cause, unread);
    }
}
