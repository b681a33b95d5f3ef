package io.pfs.server.collect;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.cell.CellLabel;
import io.pfs.hash.SliceOrder;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.CellIngest;
import io.pfs.server.cell.Regroup;
import io.pfs.server.collect.GcRow.CellCopy;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.gc.ScannedCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One piece of a segment that is collected: its cells' rows are looked up, what they point to is copied and forced, then
 * the rows are led to the copies.
 */
final class GcStep {
    private final Surroundings around;
    private final Consumer<PfsException> unread;
    private final CellMoves.Ended ended;
    private final List<GcRow> rows = new ArrayList<>();
    private Optional<PfsException> failure = Optional.empty();
    private int open;

    /**
     * What a step works with.
     *
     * @param parts tells the shard of a name, if it holds anything
     */
    record Surroundings(TableParts parts, Whereabouts whereabouts, Regroup regroup, GcCounters counters) {}

    /** Whose a cell was when it was written. */
    private record Owner(TableId table, long nameHash, FileId fileId) {
        static Owner of(ScannedCell cell) {
            CellLabel label = cell.label();
            return new Owner(label.table(), label.nameHash(), label.key().fileId());
        }
    }

    /** A cell that is copied, and its row. */
    private record Copied(GcRow row, CellCopy cell) {
        TableId table() {
            return row.table();
        }

        /** For it and all columns that are read together with it. */
        ColumnId lead() {
            return row.leadOf(cell.column());
        }
    }

    /** @param unread hears why a row can't be read now, so that its cells stay */
    GcStep(Surroundings around, Consumer<PfsException> unread, CellMoves.Ended ended) {
        this.around = around;
        this.unread = unread;
        this.ended = ended;
    }

    void begin(List<ScannedCell> cells) {
        Map<Owner, List<ScannedCell>> byOwner = new LinkedHashMap<>();
        cells.forEach(cell -> byOwner.computeIfAbsent(Owner.of(cell), owner -> new ArrayList<>())
                .add(cell));
        open = 1 + byOwner.size();
        byOwner.forEach(this::look);
        looked();
    }

    private void look(Owner owner, List<ScannedCell> cells) {
        Optional<CellFlush.Means> means =
                around.parts().shardOf(owner.table(), owner.nameHash()).map(CollectedShard::moving);
        if (means.isEmpty()) {
            lookElsewhere(owner, cells);
            return;
        }
        means.get()
                .access()
                .reachFile(
                        owner.table(),
                        owner.nameHash(),
                        owner.fileId(),
                        found -> found.ifPresentOrElse(
                                reached -> withIndirect(means.get(), reached, cells),
                                () -> lookElsewhere(owner, cells)),
                        cause -> passed(cause, () -> lookElsewhere(owner, cells), () -> look(owner, cells)));
    }

    private void lookElsewhere(Owner owner, List<ScannedCell> cells) {
        around.whereabouts()
                .find(
                        owner.table(),
                        owner.nameHash(),
                        owner.fileId(),
                        moved -> {
                            Optional<CellFlush.Means> means = moved.flatMap(to -> around.parts()
                                    .shardOf(to.table(), to.name())
                                    .map(CollectedShard::moving));
                            if (means.isEmpty()) {
                                looked();
                            } else {
                                lookAt(means.get(), moved.orElseThrow(), owner, cells);
                            }
                        },
                        cause -> passed(cause, this::looked, () -> lookElsewhere(owner, cells)));
    }

    private void lookAt(CellFlush.Means means, Whereabouts.Moved to, Owner owner, List<ScannedCell> cells) {
        means.access()
                .reachStored(
                        to.table(),
                        to.name(),
                        reached -> {
                            boolean isIt = reached.row()
                                    .filter(row -> RowLayout.u64(row, RowLayout.FILE_ID)
                                            == owner.fileId().value())
                                    .isPresent();
                            if (isIt) {
                                around.counters().followed();
                                withIndirect(means, reached, cells);
                            } else {
                                looked();
                            }
                        },
                        cause -> passed(cause, this::looked, () -> lookElsewhere(owner, cells)));
    }

    /** What storage does not give back now keeps its cells where they are; a table that is gone takes them with it. */
    private void passed(PfsException cause, Runnable absent, Runnable elsewhere) {
        if (cause.code() == ErrorCode.NOT_FOUND) {
            absent.run();
            return;
        } else if (cause.code() == ErrorCode.MISPLACED) {
            elsewhere.run(); // its slice went to another shard meanwhile
            return;
        }
        boolean isInDoubt = cause.code() == ErrorCode.UNREACHABLE; // another server may have it
        boolean isDamaged = cause.code().kind() == ErrorCode.Kind.DATA;
        if (cause.code().isUnreadable() && !isDamaged) {
            unread.accept(cause);
        } else if (!isDamaged && !isInDoubt) {
            failure = Optional.of(cause);
        }
        looked();
    }

    private void withIndirect(CellFlush.Means means, Reached reached, List<ScannedCell> cells) {
        Source source = new Source(reached.row().orElseThrow());
        if (!GcRow.needsIndirect(cells) || source.slot(RowLayout.INDIRECT_SLOT).isEmpty()) {
            take(new GcRow(means, reached, IndirectCells.EMPTY, cells));
            return;
        }
        means.gather()
                .indirectOf(
                        List.of(source),
                        found -> take(new GcRow(means, reached, found.get(0), cells)),
                        () -> look(Owner.of(cells.get(0)), cells),
                        cause -> passed(cause, this::looked, this::looked));
    }

    private void take(GcRow row) {
        if (row.isNeeded()) {
            rows.add(row);
        }
        looked();
    }

    private void looked() {
        open--;
        if (open > 0) {
            return;
        }
        if (rows.isEmpty() || failure.isPresent()) {
            ended.ended(failure, 0);
        } else {
            copyCells();
        }
    }

    private void copyCells() {
        Map<CellIngest, List<Copied>> byStream = new LinkedHashMap<>();
        for (Copied copied : clustered()) {
            CellLocation from = copied.cell().from();
            around.counters().copied(from.length());
            CellIngest stream = around.regroup().streamOf(copied.table(), copied.lead(), from);
            byStream.computeIfAbsent(stream, missing -> new ArrayList<>()).add(copied);
        }
        open = byStream.size();
        byStream.forEach((stream, all) -> stream.add(
                all.stream().map(c -> c.cell().copy()).toList(),
                places -> {
                    for (int i = 0; i < places.size(); i++) {
                        all.get(i).row().placed(all.get(i).cell(), places.get(i));
                    }
                    written();
                },
                this::lost));
        around.regroup().endLeft();
    }

    /** By table and column, and in these by the order of rows. */
    private List<Copied> clustered() {
        List<Copied> all = new ArrayList<>();
        rows.forEach(row -> row.copied().forEach(cell -> all.add(new Copied(row, cell))));
        all.sort(Comparator.comparing(Copied::table)
                .thenComparing(Copied::lead)
                .thenComparing(c -> SliceOrder.position(c.row().nameHash()), Long::compareUnsigned));
        return all;
    }

    private void lost(PfsException cause) {
        failure = Optional.of(cause);
        written();
    }

    private void written() {
        open--;
        if (open > 0) {
            return;
        }
        List<GcRow> leading = rows.stream().filter(GcRow::rewritesIndirect).toList();
        if (failure.isPresent()) {
            ended.ended(failure, 0);
        } else if (leading.isEmpty()) {
            journal();
        } else {
            copyIndirect(leading);
        }
    }

    private void copyIndirect(List<GcRow> leading) {
        leading.forEach(row -> around.counters().superseded(row.indirectWeight()));
        around.regroup()
                .shared()
                .add(
                        leading.stream().map(GcRow::indirectToWrite).toList(),
                        (List<CellLocation> places) -> {
                            for (int i = 0; i < places.size(); i++) {
                                leading.get(i).indirectPlaced(places.get(i));
                            }
                            journal();
                        },
                        cause -> ended.ended(Optional.of(cause), 0));
    }

    private void journal() {
        CellMoves.run(rows.stream().map(GcRow::moving).toList(), ended);
    }
}
