package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Which hosts are near the rows of a part. */
final class PartHosts {
    private static final int SAMPLE_ROWS = 64;

    private PartHosts() {}

    /** Those that have most of its cells in these columns, as some rows say it, if they do in this time; else that of the server. Blocks. */
    static List<String> of(TableCore table, TablePart part, List<Column> columns, long atMostNs) {
        boolean isAsked = atMostNs > 0 && table.rows().knowsHosts(part);
        List<String> hosts = isAsked ? tryCells(table, part, columns, atMostNs) : List.of();
        return hosts.isEmpty() ? table.rows().hostOf(part).stream().toList() : hosts;
    }

    /** It is only nearer there: what can't be found out is not known. */
    private static List<String> tryCells(TableCore table, TablePart part, List<Column> columns, long atMostNs) {
        try {
            return ofCells(table, part, columns, atMostNs);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
            return List.of();
        }
    }

    private static List<String> ofCells(TableCore table, TablePart part, List<Column> columns, long atMostNs) {
        Promise<List<FoundRow>> sample = new Promise<>();
        table.sample(part, SAMPLE_ROWS, sample);
        List<FoundRow> rows = Promise.await(sample.completeOnTimeout(List.of(), atMostNs, TimeUnit.NANOSECONDS));
        List<CellLocation> cells = rows.stream()
                .map(FoundRow::row)
                .flatMap(row -> cellsOf(row, columns))
                .toList();
        return rows.isEmpty() ? List.of() : table.rows().caller().hostsOf(cells);
    }

    /** Of further columns rows do not say where their cells are. */
    private static Stream<CellLocation> cellsOf(Row row, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.id().value() < Limits.DIRECT_COLUMNS_MAX)
                .map(column -> row.cells().get(column.id().value()))
                .flatMap(Optional::stream);
    }
}
