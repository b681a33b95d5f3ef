package io.pfs.hadoop.hdfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.table.Table;
import io.pfs.hadoop.fs.Key;
import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.hadoop.mapreduce.PfsInputFormat;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where tasks are to run that read a table whose pool is on HDFS. */
final class LocalityTest {
    private static final int ROWS = 200;

    @TempDir
    private java.nio.file.Path folder;

    private final Path pool = MiniHdfs.freshFolder();

    @Test
    void splitsNameTheHostsOfBlocks() throws IOException {
        try (ServedFolder server = ServedFolder.onPool(pool.toString(), folder.resolve("data"))) {
            try (FileSystem files = FileSystem.newInstance(server.uri(), new Configuration())) {
                Table table = ((PfsFileSystem) files).client().createTable("/table");
                Map<String, byte[]> cells = new TreeMap<>();
                for (int i = 0; i < ROWS; i++) {
                    cells.put("r" + i, new byte[20_000]);
                }
                table.putAll("content", cells);
                server.checkpoint();
            }
            for (InputSplit split : splits(server, true)) {
                assertArrayEquals(new String[] {MiniHdfs.host()}, locations(split));
            }
            for (InputSplit split : splits(server, false)) {
                assertArrayEquals(new String[0], locations(split), "there is one server alone");
            }
        }
    }

    private static List<InputSplit> splits(ServedFolder server, boolean readsPool) throws IOException {
        Job job = Job.getInstance(new Configuration(false), "read");
        job.getConfiguration().setBoolean(Key.LOCAL_READS.forAll(), readsPool);
        job.getConfiguration().setInt(PfsInputFormat.SPLITS, 4);
        PfsInputFormat.setTable(job, new Path(server.uri() + "/table"));
        List<InputSplit> splits = new PfsInputFormat().getSplits(job);
        FileSystem.get(server.uri(), job.getConfiguration()).close(); // the next one asks in another way
        assertEquals(4, splits.size());
        return splits;
    }

    private static String[] locations(InputSplit split) {
        try {
            return split.getLocations();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
