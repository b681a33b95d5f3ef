package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first rows of random orders under random conditions, with indexes and without, compared with what all rows tell. */
final class FirstRowsModelTest {
    private static final int ROWS = 3000;
    private static final int QUERIES = 60;

    @TempDir
    private Path folder;

    @Test
    void theFirstRowsAreThoseOfAll() {
        Seeds.each("FirstRowsModelTest", 1, this::run);
    }

    private void run(long seed) {
        TaggedRows rows = new TaggedRows(new Random(seed), ROWS);
        EmbeddedOptions options = EmbeddedOptions.DEFAULT.withDurability(Durability.MEMORY);
        try (Pfs pfs = Way.EMBEDDED.open(folder.resolve("seed-" + seed), options)) {
            Table table = pfs.ensureTable("/t");
            rows.fill(table, ROWS);
            assertEquals(0, rows.checkFirst(pfs, QUERIES / 3, table));
            Indexes.make(table, TaggedRows.INDEXES);
            int byOrder = rows.checkFirst(pfs, QUERIES, table);
            rows.fill(table, ROWS / 2);
            table.dropIndexes(List.of("s"));
            byOrder += rows.checkFirst(pfs, QUERIES, table);
            assertTrue(byOrder > QUERIES / 3, "indexes gave the order: " + byOrder);
        }
    }
}
