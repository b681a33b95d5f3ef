package io.pfs.client.table;

import io.pfs.Limits;
import io.pfs.client.call.Promise;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which hosts are near the rows of a part. */
final class PartHosts {
    private static final int SAMPLE_ROWS = 64;

    private PartHosts() {}

    /** Those that have most of its cells in these columns, as some rows say it; else that of the server. Blocks. */
    static List<String> of(TableCore table, TablePart part, List<Column> columns) {
        List<String> hosts = table.rows().knowsHosts(part) ? ofCells(table, part, columns) : List.of();
        return hosts.isEmpty() ? table.rows().hostOf(part).stream().toList() : hosts;
    }

    private static List<String> ofCells(TableCore table, TablePart part, List<Column> columns) {
        Promise<List<FoundRow>> sample = new Promise<>();
        table.sample(part, SAMPLE_ROWS, sample);
        List<CellLocation> cells = Promise.await(sample).stream()
                .map(FoundRow::row)
                .flatMap(row -> cellsOf(row, columns))
                .toList();
        return table.rows().caller().hostsOf(cells);
    }

    /** Of further columns rows do not say where their cells are. */
    private static Stream<CellLocation> cellsOf(Row row, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.id().value() < Limits.DIRECT_COLUMNS_MAX)
                .map(column -> row.cells().get(column.id().value()))
                .flatMap(Optional::stream);
    }
}
