package io.pfs.bench.elastic;

import io.pfs.bench.whole.Contents;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.table.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What is written into the pool while a second server takes half of the seats of one that has cells, and gives them back. */
record BytesPart() implements Part {
    /** Too long to travel in journals. */
    private static final int CELL_BYTES = 128 << 10;

    private static final double KIBIBYTE = 1 << 10;
    private static final double MEBIBYTE = 1 << 20;
    private static final double NONE = 0;

    @Override
    public String name() {
        return "bytes";
    }

    /** It looks at the files of the pool. */
    @Override
    public boolean needsFolder() {
        return true;
    }

    @Override
    public void run(ElasticDesk desk) throws IOException, InterruptedException {
        ElasticShape shape = desk.shape();
        desk.say("bytes: 1 server begins");
        Path pool = desk.folder().resolve("pool");
        try (Fleet fleet = new Fleet(desk.folder(), FleetPool.in(pool), shape.seats(), shape.sessionSeconds())) {
            String uri = "pfs://" + String.join(",", fleet.grow(1));
            try (Pfs pfs = Pfs.connect(uri, ClientOptions.DEFAULT.withLocalReads(false))) {
                List<Table> tables = Tree.make(pfs, shape.seats()).stream()
                        .map(pfs::openTable)
                        .toList();
                fill(tables, shape.cells());
                measure(desk, fleet, pool, pfs);
                long lost = countLost(tables, shape.cells());
                desk.figures().bound("bytes: cells lost", "count", (double) lost, NONE);
                desk.drawn().lost(lost);
            }
        }
    }

    private static void measure(ElasticDesk desk, Fleet fleet, Path pool, Pfs pfs)
            throws IOException, InterruptedException {
        PoolBytes filled = PoolBytes.look(pool);
        desk.figures().told("bytes of cells in the pool", "MiB", filled.ofCells() / MEBIBYTE);
        desk.say("bytes: 1 to 2");
        List<String> unused = fleet.grow(1);
        fleet.awaitSettled(pfs);
        PoolBytes joined = PoolBytes.look(pool);
        report(desk, "1 to 2", joined.since(filled));
        desk.say("bytes: 2 to 1");
        fleet.shrink(1);
        fleet.awaitSettled(pfs);
        report(desk, "2 to 1", PoolBytes.look(pool).since(joined));
    }

    private static void report(ElasticDesk desk, String step, PoolBytes.Written written) {
        desk.figures().bound(step + ": bytes of cells written", "bytes", (double) written.cells(), NONE);
        desk.figures().told(step + ": journals and metadata", "KiB", written.others() / KIBIBYTE);
    }

    private static void fill(List<Table> tables, int cells) {
        for (int cell = 0; cell < cells; cell++) {
            of(tables, cell).put(Tree.file(cell), Column.CONTENT_NAME, Contents.of(cell, CELL_BYTES));
        }
    }

    private static Table of(List<Table> tables, int cell) {
        return tables.get(Tree.directory(Tree.file(cell), tables.size()));
    }

    private static long countLost(List<Table> tables, int cells) {
        long lost = 0;
        for (int cell = 0; cell < cells; cell++) {
            byte[] found =
                    of(tables, cell).get(Tree.file(cell), Column.CONTENT_NAME).orElse(new byte[0]);
            lost += Arrays.equals(found, Contents.of(cell, CELL_BYTES)) ? 0 : 1;
        }
        return lost;
    }
}
