package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Request.ListRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Rows of one table by the names of its columns, in callbacks.
 *
 * @param id the very key by which this is found, which lives as long as this does
 */
record TableCore(TableId id, RowAccess rows, Columns columns) {

    void row(RowName name, List<String> asked, Outcome<Optional<RowView>> outcome) {
        columns.forReading(
                asked,
                Outcome.then(
                        outcome,
                        found -> rows.row(
                                name, ids(found), orEmpty(outcome, row -> Optional.of(new RowView(row, asked))))));
    }

    void get(RowName name, String column, long offset, int length, Outcome<Optional<byte[]>> outcome) {
        column(
                column,
                outcome,
                found -> rows.cell(
                        name, found.id(), offset, length, orEmpty(outcome, cell -> Optional.of(cell.bytes()))));
    }

    /** All of a cell, if it is not a large one. */
    void whole(RowName name, String column, Outcome<Optional<byte[]>> outcome) {
        Outcome<Optional<CellFound>> read = Outcome.then(outcome, cell -> {
            cell.ifPresent(found -> requireWhole(name, found));
            outcome.done(cell.map(CellFound::bytes));
        });
        column(
                column,
                outcome,
                found -> rows.cell(name, found.id(), 0, Limits.CELL_BYTES_MAX, orEmpty(read, Optional::of)));
    }

    /** Blocks. */
    Optional<CellInput> open(RowName name, String column) {
        Promise<List<Column>> found = new Promise<>();
        columns.forReading(List.of(column), found);
        ColumnId id = Promise.await(found).get(0).id();
        try {
            return Optional.of(CellInput.open(rows, name, id));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            Promise<Optional<CellInput>> nothing = new Promise<>();
            rows.ifThere(() -> nothing.done(Optional.empty()), nothing::failed);
            return Promise.await(nothing);
        }
    }

    void requireWhole(RowName name, CellFound cell) {
        if (cell.cellLength() > cell.bytes().length) {
            throw tooLarge(name, cell.cellLength());
        }
    }

    private PfsException tooLarge(RowName name, long length) {
        return tooLarge("row '" + name + "' of table '" + rows.label() + "'", length);
    }

    static PfsException tooLarge(String row, long length) {
        return new PfsException(
                ErrorCode.TOO_LARGE,
                "the cell of " + row + " has " + length + " bytes, more than the " + Limits.CELL_BYTES_MAX
                        + " that are read at once: read it as a stream, or in parts");
    }

    void estimate(List<Column> columns, Outcome<TableEstimate> outcome) {
        ListRows first = new ListRows(id, Optional.empty(), TableEstimate.SAMPLE_ROWS, 0, List.of());
        rows.page(first, Outcome.then(outcome, found -> outcome.done(TableEstimate.of(found, columns))));
    }

    /** Some rows of a part, without their cells: they stand where their hashes say, so they are as good as any. */
    void sample(TablePart part, int rowsMax, Outcome<List<FoundRow>> outcome) {
        Scan scan = Scan.of(this).part(part);
        scan.find(scan.start(), rowsMax, Outcome.then(outcome, found -> outcome.done(found.rows())));
    }

    void cells(RowName name, Outcome<Optional<List<CellInfo>>> outcome) {
        columns.refresh(Outcome.then(
                outcome,
                table -> rows.cells(
                        name, orEmpty(outcome, listed -> Optional.of(named(listed.cells(), table.schema()))))));
    }

    /** A column that was dropped leaves cells until they are cleared away; nobody is told of them. */
    private static List<CellInfo> named(List<CellLength> listed, Schema schema) {
        List<CellInfo> cells = new ArrayList<>();
        for (CellLength cell : listed) {
            schema.find(cell.column()).ifPresent(column -> cells.add(new CellInfo(column.name(), cell.length())));
        }
        return cells;
    }

    void write(RowName name, String column, long offset, byte[] bytes, Outcome<RowVersion> outcome) {
        columns.forWriting(List.of(column), Outcome.then(outcome, found -> {
            Rewrite.CellPart part = new Rewrite.CellPart(found.get(0).id(), offset, bytes);
            Rewrite.start(rows, name, part, found.get(0).compressed(), outcome);
        }));
    }

    private void column(String name, Outcome<?> outcome, Consumer<Column> then) {
        columns.forReading(List.of(name), Outcome.then(outcome, found -> then.accept(found.get(0))));
    }

    static List<ColumnId> ids(List<Column> columns) {
        return columns.stream().map(Column::id).toList();
    }

    /** Where it is no error that there is nothing; but that the table is not there any more is one. */
    private <T, R> Outcome<T> orEmpty(Outcome<Optional<R>> outcome, Function<T, Optional<R>> meaning) {
        return Outcome.either(value -> outcome.done(meaning.apply(value)), cause -> {
            if (cause.code() == ErrorCode.NOT_FOUND) {
                rows.ifThere(() -> outcome.done(Optional.empty()), outcome::failed);
            } else {
                outcome.failed(cause);
            }
        });
    }

    /** Refuses a cell here, where its column and row have names. */
    void requireFits(RowName name, String column, byte[] bytes) {
        Objects.requireNonNull(bytes, "the bytes of a cell are null: an empty array is an empty cell");
        if (bytes.length > Limits.CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a cell has at most " + Limits.CELL_BYTES_MAX + " bytes, but '" + column + "' of row '" + name
                            + "' of table '" + rows.label() + "' would have " + bytes.length
                            + " at once: write it from a stream");
        }
    }
}
