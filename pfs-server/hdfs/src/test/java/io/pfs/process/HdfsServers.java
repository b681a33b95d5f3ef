package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.hadoop.MiniHdfs;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.PoolAt;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What tests of servers on HDFS share, which run in processes of their own. */
abstract class HdfsServers {
    protected static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));
    protected static final String COLUMN = "content";
    private static final int PART_BYTES = 2 << 20;

    protected final String uri = MiniHdfs.freshUri();

    @TempDir
    protected Path temporary;

    protected static String output(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    protected final void format(int servers) throws Exception {
        String said = output(ServerProcess.run("admin", "format", "--servers", Integer.toString(servers), uri));
        assertTrue(said.startsWith("0 ") && said.contains("made a pool of " + servers + " server"), said);
    }

    /** Whoever had the pool must have ended in order: else it would be watched for long. */
    protected final void requireClean() {
        assertEquals(List.of(), FolderCheck.damage(new PoolAt.Remote(uri), new SystemClock(), new SystemEntropy()));
    }

    protected final ServerProcess start(String data, String... more) throws IOException {
        List<String> options = new ArrayList<>(
                List.of("--data", temporary.resolve(data).toString(), "--listen", "127.0.0.1:0", "--pool", uri));
        options.addAll(List.of(more));
        return ServerProcess.start(options.toArray(String[]::new));
    }

    protected static byte[] content(String name, int bytes) {
        return name.repeat(1 + bytes / name.length()).getBytes(StandardCharsets.UTF_8);
    }

    /** Small cells, some that go to segments, and one that is an object. */
    private static int bytesOf(int row) {
        return row == 7 ? 3 << 20 : row % 10 == 3 ? 100_000 : 200;
    }

    protected static void write(Pfs pfs, int from, int to) {
        Table table = pfs.openTable("/t");
        for (int row = from; row < to; row++) {
            String name = "r" + row;
            table.put(name, COLUMN, new ByteArrayInputStream(content(name, bytesOf(row))));
        }
    }

    protected static void requireAll(Pfs pfs, int rows) {
        Table table = pfs.openTable("/t");
        for (int row = 0; row < rows; row++) {
            String name = "r" + row;
            byte[] expected = content(name, bytesOf(row));
            byte[] found = table.getRange(name, COLUMN, 0, Math.min(expected.length, PART_BYTES))
                    .orElseThrow();
            assertArrayEquals(Arrays.copyOf(expected, found.length), found, name);
            assertEquals(Math.min(expected.length, PART_BYTES), found.length);
        }
    }
}
