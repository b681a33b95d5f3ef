package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.api.Indexes;
import io.pfs.api.TaggedRows;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with indexes that comes to lie on three servers, each a process of its own. */
final class IndexedClusterTest {
    private static final int SERVERS = 3;
    private static final int ROWS = 3000;
    private static final int QUERIES = 5;
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));

    @TempDir
    private Path temporary;

    @Test
    void queriesAreRightWhileItSpreadsAndAfterAKill() throws IOException, InterruptedException {
        long seed = Long.getLong("pfs.seed", 1);
        System.out.println("indexed cluster: seed " + seed);
        TaggedRows rows = new TaggedRows(new Random(seed), ROWS);
        try (ClusterProcesses cluster = new ClusterProcesses(temporary, SERVERS);
                Pfs pfs = Pfs.connect(cluster.uri(), PATIENT)) {
            Table table = pfs.createTable("/wide", TableOptions.DEFAULT.withSpread(2));
            rows.fill(table, ROWS / 5);
            indexAndWait(cluster, TaggedRows.INDEXES);
            rows.check(pfs, QUERIES, "/wide");
            rows.fill(table, ROWS);
            rows.check(pfs, QUERIES, "/wide");
            indexAndWait(cluster, List.of());
            requireAsked(pfs, rows);
            for (int server = 0; server < SERVERS; server++) {
                rows.tag(table.edit("one-more")).apply();
                cluster.killAndRestart(server);
                rows.check(pfs, QUERIES, "/wide");
            }
            indexAndWait(cluster, List.of());
            requireAsked(pfs, rows);
            assertEquals(Collections.nCopies(SERVERS, 0), cluster.stop());
            assertEquals(List.of(), cluster.damage());
        }
    }

    private static void requireAsked(Pfs pfs, TaggedRows rows) {
        assertTrue(Indexes.areAsked(pfs.search("from /wide where n = 7")), "every server asks its indexes");
        rows.check(pfs, QUERIES, "/wide");
    }

    /** As one who uses the command line does it: it ends when all are complete. */
    private static void indexAndWait(ClusterProcesses cluster, List<String> added)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("index", "--fs", cluster.uri(), "/wide", "--wait", "--quiet"));
        if (!added.isEmpty()) {
            options.add("--add");
            options.addAll(added);
        }
        Process process = ServerProcess.run("tag", options.toArray(new String[0]));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertEquals(
                TaggedRows.INDEXES.size(),
                said.lines().filter(line -> line.endsWith("  complete")).count(),
                said);
    }
}
