package io.pfs.server.hadoop;

import static io.pfs.disk.DiskContract.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.remote.HomesAtRest;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import io.pfs.server.remote.RemoteView;
import io.pfs.server.remote.StoredFile;
import io.pfs.server.remote.StoredFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool that is looked at: whether it is in use, what can be read of it, and that it stays as it is. */
final class HadoopViewTest {
    private static final List<String> HOMES = List.of("server-0000", "server-0001");
    private static final String FIRST = HOMES.get(0) + "-0000000000000001";

    /** Shows life once. */
    private static final HadoopTimes FROZEN =
            new HadoopTimes(10_000, 10_000, 3_600_000, 7_200_000, 7_200_001, 50, 2_000);

    /** For who watches in vain. */
    private static final HadoopTimes BRIEF = new HadoopTimes(10_000, 10_000, 20, 400, 500, 20, 2_000);

    private final String uri = MiniHdfs.freshUri();
    private final List<String> told = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    private RemotePool pool(HadoopTimes times) {
        return added(HadoopPool.open(uri, MiniHdfs.conf(), times, MiniHdfs.CLOCK, told::add));
    }

    private RemoteView view(Configuration conf, HadoopTimes times) {
        return added(
                HadoopPool.open(uri, conf, times, MiniHdfs.CLOCK, told::add).view());
    }

    private RemoteView view() {
        return view(MiniHdfs.conf(), BRIEF);
    }

    private <T extends AutoCloseable> T added(T one) {
        opened.add(0, one);
        return one;
    }

    private RemoteHome take(HadoopTimes times) {
        return added(pool(times).take(HOMES.get(0), Optional.empty()));
    }

    @BeforeEach
    void make() {
        pool(BRIEF).make(HOMES);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    private static String read(Disk disk, String name) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            assertEquals(all.capacity(), file.read(all, 0));
            return new String(all.array(), ISO_8859_1);
        }
    }

    private static String read(StoredFolder folder, String name) {
        try (StoredFile file = folder.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            assertEquals(all.capacity(), file.read(all, 0));
            return new String(all.array(), ISO_8859_1);
        }
    }

    /** All that the name node knows of what is there, but when it was read. */
    private List<String> all() throws IOException {
        List<String> all = new ArrayList<>();
        addAll(MiniHdfs.cluster().getFileSystem(), new Path(uri), all);
        return all;
    }

    private static void addAll(FileSystem files, Path folder, List<String> all) throws IOException {
        for (FileStatus status : files.listStatus(folder)) {
            Path path = status.getPath();
            all.add(path + " " + status.getLen() + " " + status.getModificationTime()
                    + (status.isFile()
                            ? " " + MiniHdfs.cluster().getFileSystem().isFileClosed(path)
                            : ""));
            if (status.isDirectory()) {
                addAll(files, path, all);
            }
        }
    }

    @Test
    void whatEndedInOrderIsAtRestAtOnce() {
        RemoteHome home = take(BRIEF);
        DiskFile file = home.pool().create("a");
        file.write(bytes("kept"), 0);
        file.force();
        file.close();
        home.close();
        RemoteView view = view();
        HomesAtRest homes = view.atRest(HOMES);
        assertEquals(List.of(), told, "nobody was watched");
        assertEquals(new Epoch(1), homes.epochOf(HOMES.get(0)));
        assertEquals(new Epoch(0), homes.epochOf(HOMES.get(1)));
        assertEquals("kept", read(view.disk(FIRST + "/pool"), "a"));
        homes.requireStill();
        assertRefused(ErrorCode.FILE_MISSING, "server-0002", () -> view.atRest(List.of("server-0002")));
    }

    @Test
    void whoShowsLifeIsNamed() {
        take(BRIEF);
        assertRefused(
                ErrorCode.LOCKED,
                FIRST + " is in use",
                () -> view(MiniHdfs.conf(), MiniHdfs.SHORT).atRest(HOMES));
    }

    @Test
    void whatAKilledServerLeftOpenIsReadAndStaysAsItIs() throws IOException {
        RemoteHome home = take(FROZEN);
        DiskFile forced = home.journal().create("a");
        forced.write(bytes("forced"), 0);
        forced.force();
        home.pool().create("b");
        List<String> before = all();

        RemoteView view = view();
        HomesAtRest homes = view.atRest(HOMES);
        assertTrue(told.toString().contains(FIRST + " did not end in order"), told.toString());
        assertEquals("forced", read(view.disk(FIRST + "/journal"), "a"));
        StoredFolder journal = view.stored(FIRST + "/journal");
        assertEquals("forced", read(journal, "a"));
        assertEquals(6, journal.size("a"), "the name node knows of no byte");
        assertEquals("", read(view.disk(FIRST + "/pool"), "b"));
        homes.requireStill();
        assertEquals(before, all());
    }

    @Test
    void whoTakesAHomeMeanwhileIsNoticed() {
        HomesAtRest homes = view().atRest(HOMES);
        take(BRIEF).close();
        assertRefused(ErrorCode.LOCKED, FIRST, homes::requireStill);
    }

    @Test
    void whoWakesMeanwhileIsNoticed() throws IOException {
        take(FROZEN);
        HomesAtRest homes = view().atRest(HOMES);
        MiniHdfs.cluster().getFileSystem().setTimes(new Path(uri, FIRST + "/alive"), 1, -1);
        assertRefused(ErrorCode.LOCKED, FIRST, homes::requireStill);
    }

    @Test
    void whatNoDataNodeKnowsTheLengthOfIsRefusedWithAdvice() throws IOException {
        DiskFile open = take(FROZEN).journal().create("a");
        open.write(bytes("forced"), 0);
        open.force();
        assertTrue(MiniHdfs.cluster().restartDataNode(0, true));
        MiniHdfs.cluster().waitActive();
        Configuration conf = MiniHdfs.conf();
        conf.setInt("dfs.client.retry.interval-ms.get-last-block-length", 10);
        assertRefused(
                ErrorCode.IO_FAILED, "/a was left open", () -> view(conf, BRIEF).atRest(HOMES));
    }

    @Test
    void whateverLiesThereIsListed() throws IOException {
        FileSystem files = MiniHdfs.cluster().getFileSystem();
        files.create(new Path(uri, "Strange.TXT")).close();
        files.mkdirs(new Path(uri, "folder"));
        RemoteView view = view();
        StoredFolder all = view.stored("");
        List<String> expected = new ArrayList<>(List.of("Strange.TXT", "folder"));
        HOMES.forEach(home -> expected.add(home + "-0000000000000000"));
        assertEquals(expected, all.names());
        assertEquals(uri + "/Strange.TXT", all.pathOf("Strange.TXT"));
        assertEquals(0, all.size("folder"));
        assertRefused(ErrorCode.NOT_A_FILE, "/folder", () -> all.open("folder"));
        assertRefused(ErrorCode.FILE_MISSING, "/none", () -> all.open("none"));
        assertEquals(List.of(), view.stored("none").names());
        assertTrue(view.isFolder("folder") && !view.isFolder("none") && !view.isFolder("Strange.TXT"));
        assertFalse(view.disk("").exists("none"));
        assertRefused(
                ErrorCode.INVARIANT_BROKEN, "only read", () -> view.disk("").create("new"));
    }

    /** A file of some windows, read in pieces that begin and end anywhere. */
    @Test
    void piecesOfALargeFileAreWhatStandsThere() throws IOException {
        byte[] content = new byte[700_001];
        Random random = new Random(1);
        random.nextBytes(content);
        try (var out = MiniHdfs.cluster().getFileSystem().create(new Path(uri, "large"))) {
            out.write(content);
        }
        try (DiskFile file = view().disk("").open("large")) {
            for (int i = 0; i < 300; i++) {
                int from = random.nextInt(content.length + 10);
                ByteBuffer target = ByteBuffer.allocate(random.nextInt(i % 10 == 0 ? 300_000 : 3_000));
                int got = file.read(target, from);
                assertEquals(Math.max(0, Math.min(target.capacity(), content.length - from)), got);
                assertEquals(got, target.position());
                assertTrue(Arrays.equals(
                        content,
                        Math.min(from, content.length),
                        Math.min(from, content.length) + got,
                        target.array(),
                        0,
                        got));
            }
        }
    }
}
