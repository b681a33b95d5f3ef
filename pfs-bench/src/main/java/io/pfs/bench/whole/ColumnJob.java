package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All cells of one column read in bulk, beside a file of the same bytes read from its begin to its end. */
final class ColumnJob implements Job {
    private static final int ROWS = 40_000;
    private static final int ROWS_QUICK = 4_000;
    private static final int BYTES = 16_384;
    private static final int OTHER_BYTES = 2_000;
    private static final int BATCH = 64;
    private static final int ROUNDS = 5;

    @Override
    public String name() {
        return "column";
    }

    @Override
    public void run(Desk desk) throws IOException {
        int rows = desk.quick() ? ROWS_QUICK : ROWS;
        Path bare = desk.folder().resolve("bare");
        try (OutputStream out = Files.newOutputStream(bare)) {
            for (int i = 0; i < rows; i++) {
                out.write(Contents.of(i, BYTES));
            }
        }
        EmbeddedServer server = EmbeddedServer.open(desk.folder().resolve("data"), Durability.FLUSH);
        try (Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT)) {
            Table table = pfs.ensureTable("/samples");
            fill(table, rows);
            server.checkpoint();
            double ours = 0;
            double ceiling = 0;
            for (int round = 0; round < ROUNDS; round++) {
                ours = Math.max(ours, rows * (double) BYTES / load(table, rows));
                ceiling = Math.max(ceiling, rows * (double) BYTES / read(bare));
            }
            desk.ratio("one column loaded, MB/s", "warm", ours / 1e6, ceiling / 1e6, 0.70);
        }
    }

    private static void fill(Table table, int rows) {
        for (int from = 0; from < rows; from += BATCH) {
            List<RowEditor> edits = new ArrayList<>();
            for (int i = from; i < Math.min(rows, from + BATCH); i++) {
                edits.add(table.edit("sample-" + i)
                        .putOwned("content", Contents.of(i, BYTES))
                        .putOwned("label", Contents.of(i, OTHER_BYTES)));
            }
            table.applyAll(edits)
                    .forEach(result -> result.failure().ifPresent(failure -> {
                        throw failure;
                    }));
        }
    }

    private static double load(Table table, int rows) {
        Stopwatch watch = Stopwatch.start();
        long bytes = 0;
        for (LoadedCell cell : table.bulkLoad("content")) {
            bytes += cell.bytes().length;
        }
        double seconds = watch.seconds();
        Stopwatch.require(bytes == (long) rows * BYTES, "loaded " + bytes + " bytes");
        return seconds;
    }

    /** As many bytes at a time as a cell has, each into an array of its own: somebody wants them. */
    private static double read(Path file) throws IOException {
        Stopwatch watch = Stopwatch.start();
        long bytes = 0;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] cell = in.readNBytes(BYTES);
            while (cell.length > 0) {
                bytes += cell.length;
                cell = in.readNBytes(BYTES);
            }
        }
        double seconds = watch.seconds();
        Stopwatch.require(bytes == Files.size(file), "read " + bytes + " bytes");
        return seconds;
    }
}
