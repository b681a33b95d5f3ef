package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What it costs to find the files of many partitions, each of which is a directory. */
@Tag("packed")
final class PartitionsTest {
    private static final int PARTITIONS = 300;
    private static final String ROOT = Shared.SERVER.uri().toString();
    private static final String BY_TREE = "spark.sql.sources.useListFilesFileSystemList";

    @Test
    void sparkCanBeToldToListAllBelow() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            for (int i = 0; i < PARTITIONS; i++) {
                Table day = pfs.ensureTable("/partitions/day=" + i);
                day.putAll("content", Map.of("a.bin", new byte[] {1}, "b.bin", new byte[] {2, 3}));
            }
        }
        int each = requestsToFind();
        Shared.SPARK.tell("SET " + BY_TREE + "=pfs");
        int byTree = requestsToFind();
        Shared.SPARK.tell("RESET " + BY_TREE);
        System.out.println(
                PARTITIONS + " partitions: " + each + " requests, and " + byTree + " with " + BY_TREE + "=pfs");
        assertTrue(byTree <= 20, "requests for " + PARTITIONS + " partitions: " + byTree);
        assertTrue(each >= PARTITIONS, "else this says nothing: " + each);
    }

    private static int requestsToFind() throws Exception {
        Shared.SERVER.answered();
        Shared.SPARK.tell("load binaryFile " + ROOT + "/partitions");
        int requests = Shared.SERVER.answered().size();
        assertEquals(
                List.of(2 * PARTITIONS + " " + PARTITIONS + " " + 3 * PARTITIONS),
                Shared.SPARK.tell("SELECT count(*), count(DISTINCT day), sum(length) FROM loaded"));
        return requests;
    }
}
