package io.pfs.hadoop.hdfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.local.LocalReadCounts;
import io.pfs.hadoop.fs.Key;
import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.hadoop.mapreduce.PfsCells;
import io.pfs.hadoop.mapreduce.PfsInputFormat;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of Hadoop beside a pool on HDFS: bytes come from there, or else from the server. */
final class DirectReadsTest {
    private static final int ROWS = 40;
    private static final int LARGE = 5 << 20;

    /** Somebody who is no superuser of HDFS. */
    private static final UserGroupInformation ALICE =
            UserGroupInformation.createUserForTesting("alice", new String[] {"people"});

    @TempDir
    private java.nio.file.Path folder;

    private final Path pool = MiniHdfs.freshFolder();
    private final List<FileSystem> opened = new ArrayList<>();
    private ServedFolder server;
    private PfsFileSystem files;

    @BeforeEach
    void start() throws IOException {
        server = ServedFolder.onPool(pool.toString(), folder.resolve("data"));
        files = open(new Configuration());
    }

    @AfterEach
    void stop() throws IOException {
        for (FileSystem one : opened) {
            one.close();
        }
        server.close();
    }

    private PfsFileSystem open(Configuration conf) throws IOException {
        FileSystem made = FileSystem.newInstance(server.uri(), conf);
        opened.add(made);
        return (PfsFileSystem) made;
    }

    private PfsFileSystem openAsAlice() throws Exception {
        return ALICE.doAs((PrivilegedExceptionAction<PfsFileSystem>) () -> open(new Configuration()));
    }

    private static byte[] content(int nth) {
        byte[] bytes = new byte[nth == 0 ? LARGE : 4096 + nth * 60 * 1024 / ROWS];
        new Random(nth).nextBytes(bytes);
        return bytes;
    }

    private static Path file(int nth) {
        return new Path("/table/f" + nth);
    }

    private void write(int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            writeFile(i);
        }
        server.checkpoint();
    }

    private void writeFile(int nth) throws IOException {
        try (FSDataOutputStream out = files.create(file(nth))) {
            out.write(content(nth));
        }
    }

    private static long requireAll(PfsFileSystem by, int from, int to) throws IOException {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            requireRight(by, i);
            bytes += content(i).length;
        }
        return bytes;
    }

    private static void requireRight(PfsFileSystem by, int nth) throws IOException {
        byte[] expected = content(nth);
        byte[] found = new byte[expected.length];
        try (FSDataInputStream in = by.open(file(nth))) {
            IOUtils.readFully(in, found, 0, found.length);
            assertEquals(-1, in.read());
        }
        assertArrayEquals(expected, found, "file " + nth);
    }

    private static LocalReadCounts counts(PfsFileSystem of) throws IOException {
        return of.client().localReads();
    }

    /** The files of the pool that hold cells. */
    private List<Path> segments() throws IOException {
        List<Path> found = new ArrayList<>();
        for (FileStatus home :
                MiniHdfs.files().listStatus(pool, path -> path.getName().startsWith("server-"))) {
            for (FileStatus file : MiniHdfs.files().listStatus(new Path(home.getPath(), "pool"))) {
                if (file.getPath().getName().matches("(column|object)-.*")) {
                    found.add(file.getPath());
                }
            }
        }
        return found;
    }

    @Test
    void allBytesOfFilesComeFromHdfs() throws IOException {
        write(0, ROWS);
        long bytes = requireAll(files, 0, ROWS);
        assertTrue(counts(files).cells() >= ROWS, counts(files).toString());
        assertEquals(bytes, counts(files).bytes());
        assertEquals(0, counts(files).askedAgain());
        assertEquals(0, server.cellBytesSent());
    }

    @Test
    void allBytesOfSplitsDo() throws Exception {
        write(1, ROWS);
        Job job = Job.getInstance(new Configuration(false), "read");
        PfsInputFormat.setTable(job, new Path(server.uri() + "/table"));
        job.getConfiguration().setInt(PfsInputFormat.SPLITS, 3);
        PfsInputFormat format = new PfsInputFormat();
        TaskAttemptContext task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        TreeMap<String, byte[]> found = new TreeMap<>();
        List<InputSplit> splits = format.getSplits(job);
        assertEquals(4, splits.size());
        for (InputSplit split : splits) {
            try (RecordReader<Text, PfsCells> reader = format.createRecordReader(split, task)) {
                reader.initialize(split, task);
                while (reader.nextKeyValue()) {
                    found.put(
                            reader.getCurrentKey().toString(),
                            reader.getCurrentValue().get("content").orElseThrow());
                }
            }
        }
        assertEquals(ROWS - 1, found.size());
        long bytes = 0;
        for (int i = 1; i < ROWS; i++) {
            assertArrayEquals(content(i), found.get("f" + i), "file " + i);
            bytes += content(i).length;
        }
        FileSystem its = FileSystem.get(server.uri(), job.getConfiguration());
        opened.add(its);
        LocalReadCounts counts = counts((PfsFileSystem) its); // of the rows behind a part, which pages bring, too
        assertTrue(counts.cells() >= ROWS - 1 && counts.bytes() >= bytes, counts.toString());
        assertEquals(0, counts.askedAgain());
        assertEquals(0, server.cellBytesSent());
    }

    /** A stream knows the length that its file had when it was opened. */
    @Test
    void whatIsAddedToAFileThatIsOpenIsReadThere() throws IOException {
        writeFile(ROWS - 2);
        requireRight(files, ROWS - 2);
        List<Path> before = segments();
        writeFile(ROWS - 1);
        assertEquals(before, segments(), "it came to the same segment");
        long bytes = requireAll(files, ROWS - 2, ROWS) + content(ROWS - 2).length;
        assertEquals(new LocalReadCounts(3, bytes, 0), counts(files));
    }

    @Test
    void whatACollectionMovesIsReadThereAgain() throws IOException {
        write(1, ROWS);
        requireAll(files, 1, ROWS);
        List<Path> before = segments();
        for (int i = 1; i < ROWS; i++) {
            assertTrue(i % 4 == 0 || files.delete(file(i), false));
        }
        for (int round = 0; round < 4 && !Collections.disjoint(before, segments()); round++) {
            server.collect();
            server.checkpoint();
        }
        assertTrue(Collections.disjoint(before, segments()), before + " went: " + segments());
        for (int i = 4; i < ROWS; i += 4) {
            requireRight(files, i);
        }
        assertEquals(0, counts(files).askedAgain(), "where a cell is was told anew");
    }

    /** Whoever reads on has the bytes that were, or hears that they are gone. */
    @Test
    void aStreamOfAFileThatIsGoneHasNoOtherBytes() throws IOException {
        write(0, 1);
        byte[] expected = content(0);
        try (FSDataInputStream in = files.open(file(0))) {
            byte[] part = new byte[1 << 20];
            in.readFully(0, part);
            assertArrayEquals(Arrays.copyOf(expected, part.length), part);
            assertTrue(files.delete(file(0), false));
            server.checkpoint();
            try {
                in.readFully(3 << 20, part);
                assertArrayEquals(Arrays.copyOfRange(expected, 3 << 20, 4 << 20), part);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("/table/f0"), e.getMessage());
            }
        }
    }

    @Test
    void whoMayNotOpenThePoolIsServed() throws Exception {
        write(0, 10);
        PfsFileSystem hers = openAsAlice();
        long bytes = requireAll(hers, 0, 10);
        assertEquals(LocalReadCounts.NONE, counts(hers));
        assertEquals(bytes, server.cellBytesSent());
    }

    @Test
    void whoMayIsServedWhatIsRefused() throws Exception {
        write(1, ROWS);
        MiniHdfs.setPermission(pool, 0644, 0755);
        PfsFileSystem hers = openAsAlice();
        long bytes = requireAll(hers, 1, 2);
        assertEquals(new LocalReadCounts(1, bytes, 0), counts(hers));
        write(ROWS, ROWS + 1); // in a segment that she has not opened
        for (Path segment : segments()) {
            MiniHdfs.files().setPermission(segment, new FsPermission((short) 0600));
        }
        requireAll(hers, ROWS, ROWS + 1);
        assertEquals(new LocalReadCounts(1, bytes, 1), counts(hers));
    }

    /** As if a collection had been faster than who was told the place. */
    @Test
    void aFileThatIsGoneIsTheServersToFind() throws IOException {
        write(1, 10);
        Configuration asking = new Configuration();
        asking.setBoolean(Key.LOCAL_READS.forAll(), false);
        PfsFileSystem served = open(asking);
        requireAll(served, 1, 10); // so the server has it open
        assertEquals(LocalReadCounts.NONE, counts(served));
        List<Path> segments = segments();
        for (Path segment : segments) {
            assertTrue(MiniHdfs.files().rename(segment, segment.suffix(".away")));
        }
        requireAll(files, 1, 3);
        assertEquals(new LocalReadCounts(0, 0, 2), counts(files));
        for (Path segment : segments) {
            assertTrue(MiniHdfs.files().rename(segment.suffix(".away"), segment));
        }
        long bytes = requireAll(files, 1, 10);
        assertEquals(new LocalReadCounts(9, bytes, 2), counts(files));
    }

    /** A copy of the pool, or what another life of the server left, has another witness, or none. */
    @Test
    void anotherPoolIsNotTakenForIt() throws IOException {
        write(1, 3);
        Path witness = witnessIn(pool);
        assertTrue(MiniHdfs.files().delete(witness, false));
        requireServed();
        Path other = MiniHdfs.freshFolder();
        ServedFolder.onPool(other.toString(), folder.resolve("other")).close();
        assertTrue(MiniHdfs.files().rename(witnessIn(other), witness));
        requireServed();
    }

    private static Path witnessIn(Path pool) throws IOException {
        FileStatus home =
                MiniHdfs.files().listStatus(pool, path -> path.getName().startsWith("server-"))[0];
        return new Path(home.getPath(), "pool/witness");
    }

    /** By a client of its own. */
    private void requireServed() throws IOException {
        files.close();
        files = open(new Configuration());
        requireAll(files, 1, 3);
        assertEquals(LocalReadCounts.NONE, counts(files));
    }
}
