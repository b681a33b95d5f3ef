package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it costs, in requests, once the directories of the paths are known. */
final class RequestsTest {
    private static final Path FILE = new Path("/a/b/f");
    private static final Path OTHER = new Path("/a/b/g");
    private static final int DIRECTORIES = 1000;
    private static final int FEW = 30;

    @TempDir
    private java.nio.file.Path folder;

    /** Something that is done. */
    @FunctionalInterface
    private interface Deed {
        void run() throws Exception;
    }

    private static void costs(ServedFolder server, Deed deed, String... requests) throws Exception {
        server.answered();
        deed.run();
        assertEquals(List.of(requests), server.answered());
    }

    @Test
    void theyAreFew() throws Exception {
        try (ServedFolder server = ServedFolder.startAsElsewhere(folder);
                FileSystem fs = FileSystem.newInstance(server.uri(), new Configuration(false))) {
            fs.mkdirs(FILE.getParent());
            fs.listStatus(FILE.getParent());
            costs(server, () -> write(fs, new byte[1000]), "EditRow", "EditRow");
            costs(server, () -> fs.create(OTHER).close(), "EditRow");
            costs(server, () -> read(fs.open(FILE)), "ReadRow");
            costs(server, () -> fs.getFileStatus(FILE), "ReadRow");
            FileStatus[] listed = fs.listStatus(FILE.getParent());
            costs(server, () -> fs.listStatus(FILE.getParent()), "ListRows");
            costs(
                    server,
                    () -> read(
                            fs.openFile(FILE).withFileStatus(listed[0]).build().get()),
                    "ReadRow");
            costs(
                    server,
                    () -> fs.openFile(FILE).withFileStatus(listed[0]).build().get());
            costs(server, () -> fs.getFileBlockLocations(listed[0], 0, 1));
            costs(server, () -> fs.listStatus(FILE.getParent().getParent()), "ListRows", "DescribeTable");
            costs(server, () -> fs.rename(FILE, new Path("/a/b/h")), "RenameRow");
            costs(server, () -> fs.rename(new Path("/none/x"), FILE), "LookUp");
            costs(server, () -> fs.delete(OTHER, false), "RemoveRow");
            costs(server, () -> fs.delete(OTHER, false), "RemoveRow");
        }
    }

    @Test
    void aFileThatIsMadeAtItsEndCostsOne() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("fs.pfs.create.at-close", "true");
        try (ServedFolder server = ServedFolder.startAsElsewhere(folder);
                FileSystem fs = FileSystem.newInstance(server.uri(), conf)) {
            assertTrue(fs.hasPathCapability(FILE, "fs.pfs.create.at-close"));
            write(fs, new byte[10]);
            costs(server, () -> write(fs, new byte[1000]), "EditRow");
            FSDataOutputStream late = fs.create(OTHER, false);
            assertFalse(fs.exists(OTHER));
            fs.mkdirs(OTHER);
            assertThrows(FileAlreadyExistsException.class, late::close);
        }
    }

    /** Of all below a directory, without a request or two for each that is in it. */
    @Test
    void aTreeOfManyDirectoriesCostsFew() throws Exception {
        try (ServedFolder server = ServedFolder.startAsElsewhere(folder);
                FileSystem fs = FileSystem.newInstance(server.uri(), new Configuration(false))) {
            try (Pfs pfs = Pfs.connect(server.uri().toString())) {
                for (int i = 0; i < DIRECTORIES; i++) {
                    String directory = "/tree/month=" + i % 12 + "/day=" + i;
                    pfs.files().mkdirs(directory);
                    pfs.openTable(directory).createAll(List.of("a", "b", "c", "d", "e"));
                }
            }
            server.answered();
            Path tree = new Path("/tree");
            int files = 0;
            for (RemoteIterator<LocatedFileStatus> all = fs.listFiles(tree, true); all.hasNext(); ) {
                assertTrue(all.next().isFile());
                files++;
            }
            assertEquals(5 * DIRECTORIES, files);
            requireFew(server.answered());
            ContentSummary summary = fs.getContentSummary(tree);
            assertEquals(5 * DIRECTORIES, summary.getFileCount());
            assertEquals(1 + 12 + DIRECTORIES, summary.getDirectoryCount());
            requireFew(server.answered());
        }
    }

    private static void requireFew(List<String> requests) {
        assertTrue(requests.size() <= FEW, requests.size() + " requests: " + requests);
    }

    private static void write(FileSystem fs, byte[] bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(FILE)) {
            out.write(bytes);
        }
    }

    private static void read(FSDataInputStream in) throws IOException {
        try (in) {
            in.seek(500);
            in.readFully(0, new byte[1000]);
            in.unbuffer();
        }
    }
}
