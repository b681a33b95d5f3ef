package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.TableOptions;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Very many tables of few rows, beside one table of as many rows. */
final class ManyTablesJob implements Job {
    private static final int TABLES = 100_000;
    private static final int TABLES_QUICK = 10_000;
    private static final int TABLES_PER_FOLDER = 1_000;
    private static final int ROWS = 5;
    private static final int TOGETHER = 200;

    @Override
    public String name() {
        return "tables";
    }

    @Override
    public void run(Desk desk) throws IOException {
        int tables = desk.quick() ? TABLES_QUICK : TABLES;
        Path many = desk.folder().resolve("many");
        Path one = desk.folder().resolve("one");
        EmbeddedServer server = EmbeddedServer.open(many, Durability.SYNC);
        try (Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT)) {
            Stopwatch watch = Stopwatch.start();
            for (int i = 0; i < tables; i += TOGETHER) {
                makeSome(pfs, i);
            }
            desk.told("tables of 5 rows made", "tables/s", tables / watch.seconds());
            settle(server);
        }
        desk.bound("files of many tables", "files", (double) DiskUse.of(many).files(), 64);
        EmbeddedServer other = EmbeddedServer.open(one, Durability.SYNC);
        try (Pfs pfs = Pfs.over(other, ClientOptions.DEFAULT)) {
            var table = pfs.ensureTable("/one");
            for (int i = 0; i < tables; i++) {
                table.createAll(names(i));
            }
            settle(other);
        }
        double beyond = (double) (DiskUse.of(many, "metadata").bytes()
                        - DiskUse.of(one, "metadata").bytes())
                / tables;
        desk.bound("a small table beyond its rows", "bytes", beyond, 150);
    }

    /** What the log keeps of older states goes with the next checkpoints. */
    private static void settle(EmbeddedServer server) {
        server.checkpoint();
        server.checkpoint();
    }

    private static void makeSome(Pfs pfs, int first) {
        String folder = "/f" + first / TABLES_PER_FOLDER;
        if (first % TABLES_PER_FOLDER == 0) {
            pfs.ensureTable(folder);
        }
        List<CompletableFuture<List<RowResult>>> made = new ArrayList<>();
        for (int i = first; i < first + TOGETHER; i++) {
            List<String> names = names(i);
            made.add(pfs.createTableAsync(folder + "/t" + i, TableOptions.DEFAULT)
                    .thenCompose(table -> table.createAll(names)));
        }
        made.forEach(results -> require(results.join()));
    }

    private static List<String> names(int table) {
        List<String> names = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            names.add("row-" + table + "-" + row);
        }
        return names;
    }

    private static void require(List<RowResult> results) {
        for (RowResult result : results) {
            result.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }
}
