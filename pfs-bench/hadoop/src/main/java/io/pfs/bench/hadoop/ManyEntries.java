package io.pfs.bench.hadoop;

import java.io.IOException;

/** A directory of very many empty files: what it takes to list it, and to remove it. */
final class ManyEntries {
    private static final String DIRECTORY = "/many";
    private static final double FOREVER_SECONDS = 1e6;
    private static final int LISTINGS = 5;

    private final Store store;
    private final Crowd crowd;
    private final Figures figures;
    private final int entries;

    ManyEntries(Store store, Crowd crowd, Figures figures, int entries) {
        this.store = store;
        this.crowd = crowd;
        this.figures = figures;
        this.entries = entries;
    }

    void run() throws IOException {
        store.makeDirectory(DIRECTORY);
        int each = entries / crowd.threads();
        crowd.run(FOREVER_SECONDS, (thread, index) -> {
            if (index < each) {
                store.write(DIRECTORY + "/" + thread + "-" + index, new byte[0]);
            }
            return index < each;
        });
        int made = each * crowd.threads();
        for (int i = 0; i < LISTINGS; i++) {
            long begin = System.nanoTime();
            int listed = store.list(DIRECTORY);
            note(Figures.LIST, made, begin);
            SmallFiles.require(listed == made, "a listing has all entries");
        }
        long begin = System.nanoTime();
        store.deleteTree(DIRECTORY);
        note(Figures.DELETE_TREE, made, begin);
    }

    private void note(String what, int files, long beginNs) {
        figures.add(new Figures.Key(what, 1), store.name(), files / ((System.nanoTime() - beginNs) / 1e9));
    }
}
