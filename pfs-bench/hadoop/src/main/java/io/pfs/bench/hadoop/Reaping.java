package io.pfs.bench.hadoop;

import io.pfs.Durability;
import io.pfs.bench.whole.Contents;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is left to do after the removal of a tree was answered: its rows are taken apart. Nothing outside says when that is done,
 * so an engine in this process does it.
 */
final class Reaping {
    private static final int BATCH = 500;
    private static final int BYTES = 1 << 10;
    private static final String DIRECTORY = "/reaped";
    private static final long LOOK_MILLIS = 1;

    private final Figures figures;
    private final int rows;

    Reaping(Figures figures, int rows) {
        this.figures = figures;
        this.rows = rows;
    }

    void run(Path folder) {
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT)) {
            reap(engine, pfs, Figures.REAP_EMPTY, 0);
            reap(engine, pfs, Figures.REAP, BYTES);
        }
    }

    private void reap(EmbeddedServer engine, Pfs pfs, String what, int bytes) {
        try (Table table = pfs.createTable(DIRECTORY)) {
            for (int from = 0; from < rows; from += BATCH) {
                Map<String, byte[]> batch = new LinkedHashMap<>();
                for (int i = from; i < Math.min(rows, from + BATCH); i++) {
                    batch.put("file-" + i, Contents.of(i, bytes));
                }
                if (bytes == 0) {
                    table.createAll(batch.keySet());
                } else {
                    table.putAll("content", batch);
                }
            }
        }
        long wanted = reaped(engine) + rows;
        pfs.files().deleteTree(DIRECTORY);
        long begin = System.nanoTime();
        while (reaped(engine) < wanted) {
            rest();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        figures.add(new Figures.Key(what, 1), Systems.PFS, rows / seconds);
    }

    private static long reaped(EmbeddedServer engine) {
        long[] counted = new long[1];
        engine.onLoop(group -> counted[0] = group.counters().rowsReaped());
        return counted[0];
    }

    /** What looks is not to be what the loop is busy with. */
    private static void rest() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
