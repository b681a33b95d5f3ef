package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.hadoop.testing.ServedFolder;
import java.io.FileNotFoundException;
import java.util.AbstractList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop's suite of bulk deletes does not look at. */
final class BulkDeleteTest {
    @TempDir
    private java.nio.file.Path folder;

    /** Also where a status brings the bytes of a file along, and whoever asked for it opens that just then. */
    @Test
    void whatItRemovedIsNotReadAnyMore() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("fs.pfs.status.brings-bytes", "true");
        try (ServedFolder server = ServedFolder.startAsElsewhere(folder);
                FileSystem fs = FileSystem.newInstance(server.uri(), conf);
                BulkDelete bulk = fs.createBulkDelete(new Path("/"))) {
            for (String name : List.of("/a", "/b", "/c")) {
                fs.create(new Path(name)).close();
            }
            seen(fs, "/a");
            fs.open(new Path("/a")).close(); // shows how files are read here
            bulk.bulkDelete(List.of(seen(fs, "/b")));
            assertThrows(FileNotFoundException.class, () -> read(fs, "/b"));
            seen(fs, "/a");
            fs.open(new Path("/a")).close();
            bulk.bulkDelete(seenMeanwhile(fs, "/c"));
            assertThrows(FileNotFoundException.class, () -> read(fs, "/c"));
        }
    }

    private static Path seen(FileSystem fs, String path) throws Exception {
        return fs.getFileStatus(new Path(path)).getPath();
    }

    private static void read(FileSystem fs, String path) throws Exception {
        try (FSDataInputStream in = fs.open(new Path(path))) {
            assertEquals(-1, in.read());
        }
    }

    /** One whose status is asked for when the removal has begun, as other threads may do. */
    private static List<Path> seenMeanwhile(FileSystem fs, String path) {
        return new AbstractList<>() {
            @Override
            public Path get(int index) {
                try {
                    return seen(fs, path);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public int size() {
                return 1;
            }
        };
    }
}
