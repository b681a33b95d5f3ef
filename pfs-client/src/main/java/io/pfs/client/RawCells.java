package io.pfs.client;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.Rewrite;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.TableCatalog;
import io.pfs.row.CellLocation;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.Reply.CellFound;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Cells by the path of their row and the id of their column: what stands below names of columns. */
public final class RawCells {
    private final TableCatalog catalog;

    RawCells(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /** The bytes of a cell from an offset on, as far as it goes; refused with {@code NOT_FOUND} if there is none. */
    public byte[] read(String path, int columnId, long offset, int length) {
        return Promise.await(readAsync(path, columnId, offset, length));
    }

    public CompletableFuture<byte[]> readAsync(String path, int columnId, long offset, int length) {
        PfsPath file = PfsPath.parse(path);
        ColumnId column = column(columnId);
        Promise<byte[]> promise = new Promise<>();
        catalog.walker()
                .<CellFound>in(
                        file.parent(),
                        (table, found) ->
                                catalog.rows(file.parent(), table).cell(file.name(), column, offset, length, found),
                        Outcome.then(promise, cell -> promise.done(cell.bytes())));
        return promise;
    }

    /** Writes into a cell, by reading and writing it whole; makes the row if it is missing. The column must exist. */
    public RowVersion write(String path, int columnId, long offset, byte[] bytes) {
        return Promise.await(writeAsync(path, columnId, offset, bytes));
    }

    public CompletableFuture<RowVersion> writeAsync(String path, int columnId, long offset, byte[] bytes) {
        Check.inRange("offset in a cell", offset, 0, CellLocation.OFFSET_MAX);
        PfsPath file = PfsPath.parse(path);
        Rewrite.CellPart part = new Rewrite.CellPart(column(columnId), offset, bytes.clone());
        Promise<RowVersion> promise = new Promise<>();
        catalog.walker()
                .<RowVersion>in(
                        file.parent(),
                        (table, written) -> write(file, part, catalog.rows(file.parent(), table), written),
                        promise);
        return promise;
    }

    private static void write(PfsPath file, Rewrite.CellPart part, RowAccess rows, Outcome<RowVersion> outcome) {
        rows.describe(Outcome.then(outcome, table -> {
            boolean compressed = table.schema()
                    .find(part.column())
                    .map(Column::compressed)
                    .orElseThrow(() -> new PfsException(
                            ErrorCode.NOT_FOUND,
                            part.column() + " of table '" + rows.label() + "' does not exist; add it by its name"));
            Rewrite.start(rows, file.name(), part, compressed, outcome);
        }));
    }

    private static ColumnId column(int id) {
        ColumnId column = new ColumnId(id);
        Schema.requireOfUsers(column);
        return column;
    }

    /** The id of a column by its name, for those who begin with a name. */
    public Optional<Integer> columnId(String tablePath, String column) {
        Promise<Optional<Integer>> promise = new Promise<>();
        PfsPath path = PfsPath.parse(tablePath);
        catalog.walker()
                .<Optional<Integer>>in(
                        path,
                        (table, found) -> catalog.rows(path, table)
                                .describe(Outcome.then(
                                        found,
                                        view -> found.done(view.schema()
                                                .find(column)
                                                .map(it -> it.id().value())))),
                        promise);
        return Promise.await(promise);
    }
}
