package io.pfs.api;

import io.pfs.client.Pfs;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables with indexes live a random life: rows come, change, go and move from one to the other, tables are renamed, dropped and made
 * again under their names, indexes come and go, the file system is closed and opened. Queries are right all the while.
 */
final class IndexLifeTest {
    private static final int STEPS = 60;
    private static final int ROWS_MAX = 400;

    @TempDir
    private Path temporary;

    @Test
    void queriesAreRightWhateverHappens() {
        Seeds.each("IndexLifeTest", 2, seed -> new Life(seed).go());
    }

    private final class Life {
        private final Random random;
        private final TaggedRows rows;
        private final Path data;
        private final List<String> tables = new ArrayList<>(List.of("/a", "/b", "/c"));
        private IndexedFolder folder;
        private int fresh;

        Life(long seed) {
            random = new Random(seed);
            rows = new TaggedRows(random, ROWS_MAX);
            data = temporary.resolve("seed-" + seed);
            folder = IndexedFolder.open(data);
        }

        void go() {
            try {
                for (String table : tables) {
                    rows.fill(pfs().createTable(table), ROWS_MAX);
                }
                for (int i = 0; i < STEPS; i++) {
                    step();
                    if (i % 3 == 0) {
                        rows.check(pfs(), 3, tables.toArray(new String[0]));
                    }
                }
                tables.forEach(table -> Indexes.await(pfs().openTable(table)));
                rows.check(pfs(), 20, tables.toArray(new String[0]));
            } finally {
                folder.close();
            }
        }

        private Pfs pfs() {
            return folder.pfs();
        }

        private void step() {
            int nth = random.nextInt(tables.size());
            Table table = pfs().openTable(tables.get(nth));
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> changeIndexes(table);
                case 3, 4 -> changeRows(table);
                case 5 -> rows.fill(table, 1 + random.nextInt(ROWS_MAX));
                case 6 -> moveRows(table);
                case 7 -> rename(nth);
                case 8 -> dropAndMakeAgain(nth);
                case 9 -> folder.checkpoint();
                default -> reopen();
            }
        }

        private void reopen() {
            folder.close();
            folder = IndexedFolder.open(data);
        }

        private void changeIndexes(Table table) {
            List<String> there =
                    table.indexProgress().stream().map(IndexProgress::field).toList();
            List<String> added = new ArrayList<>(TaggedRows.INDEXES);
            added.removeAll(there);
            if (!there.isEmpty() && random.nextInt(3) == 0) {
                table.dropIndexes(random.nextBoolean() ? there : there.subList(0, 1));
            } else if (!added.isEmpty()) {
                table.addIndexes(added.subList(0, 1 + random.nextInt(added.size())));
            }
            changeRows(table); // while they are made
            if (random.nextBoolean()) {
                Indexes.await(table);
            }
        }

        private void changeRows(Table table) {
            for (int i = 0; i < 20; i++) {
                String name = "row-" + random.nextInt(ROWS_MAX);
                if (random.nextInt(4) == 0) {
                    table.delete(name);
                } else {
                    rows.tag(table.edit(name)).apply();
                }
            }
        }

        private void moveRows(Table from) {
            String to = tables.get(random.nextInt(tables.size()));
            int moved = 0;
            for (RowView row : from.scan()) {
                String target = to + "/row-" + random.nextInt(ROWS_MAX);
                String source = from.path() + "/" + row.name();
                if (moved < 20 && !source.equals(target)) {
                    pfs().files().replace(source, target);
                    moved++;
                }
            }
        }

        private void rename(int nth) {
            fresh++;
            String to = "/fresh-" + fresh;
            pfs().files().rename(tables.get(nth), to);
            tables.set(nth, to);
        }

        private void dropAndMakeAgain(int nth) {
            String path = tables.get(nth);
            pfs().files().deleteTree(path);
            Table table = pfs().createTable(path);
            rows.fill(table, 1 + random.nextInt(ROWS_MAX));
            if (random.nextBoolean()) {
                table.addIndexes(TaggedRows.INDEXES);
            }
        }
    }
}
