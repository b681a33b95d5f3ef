package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.hadoop.testing.ServedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file system says that it did. */
final class CountsTest {
    private static final Path FILE = new Path("/d/f");

    @TempDir
    private java.nio.file.Path folder;

    private ServedFolder server;
    private FileSystem fs;

    @BeforeEach
    void start() throws IOException {
        server = ServedFolder.start(folder);
        fs = FileSystem.newInstance(server.uri(), new Configuration(false));
    }

    @AfterEach
    void end() throws IOException {
        fs.close();
        server.close();
    }

    private static Map<String, Long> counted(Object source) {
        IOStatistics all = IOStatisticsSupport.retrieveIOStatistics(source);
        Map<String, Long> counted = new TreeMap<>(all.counters());
        counted.values().removeIf(count -> count == 0);
        return counted;
    }

    private void write(int bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(FILE)) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void whatWasAskedForIsCounted() throws IOException {
        assertEquals(Map.of(), counted(fs));
        fs.mkdirs(FILE.getParent());
        write(10);
        fs.setXAttr(FILE, "user.a", new byte[1]);
        fs.listStatus(FILE.getParent());
        assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(new Path("/none")));
        fs.rename(FILE, new Path("/g"));
        fs.delete(new Path("/g"), false);
        fs.delete(new Path("/g"), false);
        Map<String, Long> expected = Map.of(
                "op_mkdirs", 1L,
                "op_create", 1L,
                "op_xattr_set", 1L,
                "op_list_status", 1L,
                "op_get_file_status", 1L,
                "op_rename", 1L,
                "op_delete", 2L,
                "stream_write_bytes", 10L);
        assertEquals(new TreeMap<>(expected), counted(fs));
        fs.close();
        assertEquals(2, counted(fs).get("op_delete"), "also afterwards");
    }

    @Test
    void streamsAreCountedOnceWhenTheyAreClosed() throws Exception {
        write(100);
        FileStatus status = fs.getFileStatus(FILE);
        FSDataInputStream whole = fs.open(FILE);
        FSDataInputStream part =
                fs.openFile(FILE).withFileStatus(status).build().get();
        whole.readFully(0, new byte[100]);
        part.seek(40);
        assertEquals(1, part.read(new byte[1]));
        Map<String, Long> before = counted(fs);
        assertEquals(null, before.get("stream_read_bytes"));
        assertEquals(1, before.get("op_open"));
        assertEquals(1, before.get("op_openfile"));
        whole.close();
        part.close();
        part.close();
        Map<String, Long> after = counted(fs);
        assertEquals(101, after.get("stream_read_bytes"));
        assertEquals(2, after.get("stream_read_operations"));
        assertEquals(1, after.get("stream_read_seek_operations"));
    }

    @Test
    void whoRemovesManyCountsWhatIsGone() throws IOException {
        write(1);
        fs.create(new Path("/d/deeper/g")).close();
        try (BulkDelete bulk = fs.createBulkDelete(new Path("/d"))) {
            assertEquals(Map.of(), counted(bulk));
            bulk.bulkDelete(List.of(fs.makeQualified(FILE), fs.makeQualified(new Path("/d/deeper"))));
            bulk.bulkDelete(List.of());
            assertEquals(Map.of("op_bulk-delete", 2L, "object_delete_objects", 1L), counted(bulk));
        }
        assertEquals(2, counted(fs).get("op_bulk-delete"));
    }

    @Test
    void thereIsNothingToSayBeforeItIsInUse() throws IOException {
        try (PfsFileSystem unused = new PfsFileSystem()) {
            assertEquals(null, IOStatisticsSupport.retrieveIOStatistics(unused));
        }
    }
}
