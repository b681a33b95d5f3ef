package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What it costs the server when Spark reads many small files, in tasks of a process that did not list them. */
@Tag("packed")
final class ManyFilesTest {
    private static final int FILES = Boolean.getBoolean("pfs.nightly") ? 10_000 : 2_000;
    private static final int BYTES = 100;
    private static final String ROOT = Shared.SERVER.uri().toString();

    @Test
    void aFileCostsHardlyMoreThanOneRequest() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table many = pfs.ensureTable("/many");
            Map<String, byte[]> cells = new LinkedHashMap<>();
            for (int i = 0; i < FILES; i++) {
                cells.put(i + ".bin", new byte[BYTES]);
            }
            many.putAll("content", cells);
        }
        Shared.SERVER.answered();
        Shared.SPARK.tell("load binaryFile " + ROOT + "/many");
        List<String> read = Shared.SPARK.tell("SELECT count(*), sum(length(content)) FROM loaded");
        Map<String, Integer> asked = new TreeMap<>();
        List<String> requests = Shared.SERVER.answered();
        requests.forEach(one -> asked.merge(one, 1, Integer::sum));
        assertEquals(List.of(FILES + " " + FILES * BYTES), read);
        assertTrue(requests.size() <= FILES + FILES / 10, asked.toString());
        assertTrue(asked.get("ListRows") <= FILES / 1000, asked.toString());
        System.out.println("binaryFile of " + FILES + " files: " + asked);
    }
}
