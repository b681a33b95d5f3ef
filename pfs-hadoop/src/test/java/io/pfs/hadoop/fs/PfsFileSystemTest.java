package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.client.Pfs;
import io.pfs.client.route.PfsPath;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop's contract suites do not look at. */
final class PfsFileSystemTest {
    @TempDir
    private static java.nio.file.Path folder;

    private static ServedFolder server;

    private final Configuration conf = new Configuration(false);
    private FileSystem fs;

    @BeforeAll
    static void startServer() {
        server = ServedFolder.start(folder);
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        conf.set("fs.AbstractFileSystem.pfs.impl", PfsFs.class.getName());
        fs = FileSystem.newInstance(server.uri(), conf);
        for (FileStatus status : fs.listStatus(new Path("/"))) {
            fs.delete(status.getPath(), true);
        }
    }

    @AfterEach
    void close() throws IOException {
        fs.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(String path, byte[] bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(new Path(path))) {
            out.write(bytes);
        }
    }

    private byte[] read(String path) throws IOException {
        try (FSDataInputStream in = fs.open(new Path(path))) {
            return in.readAllBytes();
        }
    }

    @Test
    void itIsFoundAsAService() {
        assertInstanceOf(PfsFileSystem.class, fs);
    }

    @Test
    void aNamedClusterIsReachedByItsName() throws IOException {
        conf.set("fs.pfs.cluster.photos.servers", "127.0.0.1:" + server.port());
        write("/a/f", bytes("x"));
        try (FileSystem named = FileSystem.newInstance(URI.create("pfs://photos/"), conf)) {
            Path path = named.listStatus(new Path("/a"))[0].getPath();
            assertEquals("pfs://photos/a/f", path.toString());
            assertEquals(1, named.getFileStatus(path).getLen());
            assertThrows(IllegalArgumentException.class, () -> named.getFileStatus(new Path(server.uri() + "/a/f")));
        }
        FileContext context = FileContext.getFileContext(URI.create("pfs://photos/"), conf);
        Path there = context.makeQualified(new Path("/a/f"));
        assertEquals("pfs://photos/a/f", there.toString());
        assertEquals(1, context.getFileStatus(there).getLen());
    }

    @Test
    void aListOfServersIsReachedByIt() throws IOException {
        String list = "pfs://127.0.0.1:1,127.0.0.1:" + server.port();
        write("/f", bytes("x"));
        try (FileSystem listed = FileSystem.newInstance(URI.create(list), conf)) {
            Path path = listed.listStatus(new Path("/"))[0].getPath();
            assertEquals(list + "/f", path.toString());
            assertEquals(1, listed.getFileStatus(path).getLen());
        }
    }

    @Test
    void aHostWithoutAPortIsThatWithTheUsualOne() throws IOException {
        PfsFileSystem none = new PfsFileSystem();
        assertEquals(URI.create("pfs://host:7420/x"), none.canonicalizeUri(URI.create("pfs://host/x")));
        assertEquals(URI.create("pfs://a:1,b:2/x"), none.canonicalizeUri(URI.create("pfs://a:1,b:2/x")));
        assertEquals(null, fs.getCanonicalServiceName());
        none.close();
    }

    @Test
    void whoeverIsNotThereIsNamed() {
        IOException refused = assertThrows(
                ConnectException.class, () -> FileSystem.newInstance(URI.create("pfs://127.0.0.1:1/"), conf));
        assertTrue(refused.getMessage().contains("pfs://127.0.0.1:1"), refused.getMessage());
    }

    @Test
    void afterItWasClosedNothingIsDone() throws IOException {
        FileSystem another = FileSystem.newInstance(server.uri(), conf);
        another.close();
        another.close();
        assertThrows(IOException.class, () -> another.getFileStatus(new Path("/")));
        assertThrows(IOException.class, () -> another.create(new Path(server.uri() + "/f")));
    }

    @Test
    void filesAreBornWithTheMaskOfTheConfiguration() throws IOException {
        conf.set("fs.permissions.umask-mode", "027");
        try (FileSystem masked = FileSystem.newInstance(server.uri(), conf)) {
            masked.create(new Path("/d/e/f")).close();
            assertEquals(new FsPermission((short) 0640), permission("/d/e/f"));
            assertEquals(new FsPermission((short) 0750), permission("/d/e"));
            assertEquals(new FsPermission((short) 0750), permission("/d"));
            masked.mkdirs(new Path("/g"), new FsPermission((short) 0777));
            assertEquals(new FsPermission((short) 0750), permission("/g"));
            masked.create(new Path("/i/.columns/thumb/f")).close();
            assertEquals(new FsPermission((short) 0750), permission("/i"));
            assertEquals(new FsPermission((short) 0640), permission("/i/f"));
            assertTrue(masked.rename(new Path("/i/.columns/thumb/f"), new Path("/i/.columns/thumb/moved")));
            assertEquals(new FsPermission((short) 0640), permission("/i/moved"));
            masked.setPermission(new Path("/g"), new FsPermission((short) 01777));
            assertEquals(new FsPermission((short) 01777), permission("/g"));
        }
        FileContext context = FileContext.getFileContext(server.uri(), conf);
        context.setUMask(new FsPermission((short) 0));
        context.create(new Path("/h"), EnumSet.of(CreateFlag.CREATE)).close();
        assertEquals(new FsPermission((short) 0666), permission("/h"), "its own mask counts");
    }

    private FsPermission permission(String path) throws IOException {
        return fs.getFileStatus(new Path(path)).getPermission();
    }

    @Test
    void ownersAreNamesOrNumbers() throws IOException {
        write("/f", bytes(""));
        fs.setOwner(new Path("/f"), "4711", null);
        assertEquals("4711", fs.getFileStatus(new Path("/f")).getOwner());
        fs.setOwner(new Path("/f"), "root", "12");
        assertEquals("root", fs.getFileStatus(new Path("/f")).getOwner());
        assertThrows(PathIOException.class, () -> fs.setOwner(new Path("/f"), "nobody of this name", null));
    }

    @Test
    void aListingSaysWhereAndWhich() throws IOException {
        write("/d/f", bytes("x"));
        fs.mkdirs(new Path("/d/sub"));
        FileStatus[] listed = fs.listStatus(new Path("/d"));
        assertEquals(List.of("f", "sub"), names(listed));
        LocatedFileStatus file = (LocatedFileStatus) listed[0];
        assertEquals(1, file.getBlockLocations().length);
        assertEquals(((PfsFileStatus) fs.getFileStatus(file.getPath())).getEtag(), ((PfsFileStatus) file).getEtag());
        BlockLocation[] part = fs.getFileBlockLocations(file, 0, 5);
        assertEquals(1, part[0].getLength());
        assertEquals(0, fs.getFileBlockLocations(file, 1, 5).length);
    }

    /** MapReduce's JobHistoryServer looks into those directories alone that a listing tells to be newer than before. */
    @Test
    void aListingTellsWhenASubdirectoryWasChanged() throws IOException {
        Path sub = new Path("/d/sub");
        fs.mkdirs(sub);
        fs.setTimes(sub, 1_000, 2_000);
        assertEquals(1_000, fs.listStatus(sub.getParent())[0].getModificationTime());
        write("/d/sub/f", bytes("x"));
        long modified = fs.getFileStatus(sub).getModificationTime();
        assertTrue(modified > 1_000, "modified " + modified);
        assertEquals(modified, fs.listStatus(sub.getParent())[0].getModificationTime());
    }

    private static List<String> names(FileStatus[] listed) {
        List<String> names = new ArrayList<>();
        for (FileStatus status : listed) {
            names.add(status.getPath().getName());
        }
        return names;
    }

    @Test
    void aLargeDirectoryIsListedInPages() throws IOException {
        for (int i = 0; i < 5000; i++) {
            fs.create(new Path("/d/f" + i)).close();
        }
        TreeSet<String> names = new TreeSet<>();
        for (RemoteIterator<FileStatus> each = fs.listStatusIterator(new Path("/d")); each.hasNext(); ) {
            names.add(each.next().getPath().getName());
        }
        assertEquals(5000, names.size());
        assertEquals(5000, fs.getContentSummary(new Path("/")).getFileCount());
    }

    private SortedSet<String> filesBelow(String top) throws IOException {
        TreeSet<String> paths = new TreeSet<>();
        for (RemoteIterator<LocatedFileStatus> each = fs.listFiles(new Path(top), true); each.hasNext(); ) {
            LocatedFileStatus file = each.next();
            assertTrue(file.isFile(), file.toString());
            assertEquals(server.uri().getScheme(), file.getPath().toUri().getScheme());
            assertEquals(server.uri().getAuthority(), file.getPath().toUri().getAuthority());
            assertEquals(file.getLen(), fs.getFileStatus(file.getPath()).getLen(), "the path leads to it");
            paths.add(file.getPath().toUri().getPath());
        }
        return paths;
    }

    @Test
    void allFilesBelowADirectoryAreListed() throws IOException {
        TreeSet<String> made = new TreeSet<>();
        for (String path : List.of("/t/a", "/t/b/c", "/t/b/d e/12:30", "/t/b/d e/f/g", "/t/h/i")) {
            try (Pfs pfs = Pfs.connect(server.uri().toString())) {
                pfs.files().mkdirs(Paths.parent(path));
                pfs.files().write(path, bytes(path));
            }
            made.add(path);
        }
        fs.mkdirs(new Path("/t/empty"));
        assertEquals(made, filesBelow("/t"));
        assertEquals(made, filesBelow("/"));
        assertEquals(new TreeSet<>(List.of("/t/b/d e/f/g")), filesBelow("/t/b/d e/f"));
        assertEquals(new TreeSet<>(List.of("/t/a")), filesBelow("/t/a"), "a file is itself");
        assertEquals(5, fs.getContentSummary(new Path("/t")).getFileCount());
        assertEquals(6, fs.getContentSummary(new Path("/t")).getDirectoryCount());
        assertEquals(1, fs.getContentSummary(new Path("/t/a")).getFileCount());
        assertEquals(0, fs.getContentSummary(new Path("/t/a")).getDirectoryCount());
        assertEquals(
                new TreeSet<>(List.of("/t/b/.columns/content/c")),
                filesBelow("/t/b/.columns"),
                "forms are listed, too");
        assertThrows(FileNotFoundException.class, () -> fs.listFiles(new Path("/none"), true));
    }

    @Test
    void namesMayHaveColons() throws IOException {
        try (Pfs pfs = Pfs.connect(server.uri().toString())) {
            pfs.files().mkdirs("/d");
            pfs.files().write("/d/12:30:00", bytes("12:30:00"));
        }
        FileStatus listed = fs.listStatus(new Path("/d"))[0];
        assertEquals("12:30:00", listed.getPath().getName());
        assertArrayEquals(bytes("12:30:00"), read(listed.getPath().toString()));
    }

    @Test
    void whoHasTheStatusIsNotAskedForItAgain() throws Exception {
        write("/f", bytes("abc"));
        FileStatus status = fs.getFileStatus(new Path("/f"));
        FSDataInputStream late =
                fs.openFile(new Path("/f")).withFileStatus(status).build().get();
        write("/f", bytes("another"));
        assertArrayEquals(bytes("another"), late.readAllBytes(), "it was not read before it was wanted");
        FSDataInputStream gone =
                fs.openFile(new Path("/none")).withFileStatus(status).build().get();
        assertThrows(FileNotFoundException.class, gone::read);
    }

    @Test
    void whatWasLetGoIsReadOnlyIfItIsTheSame() throws IOException {
        write("/f", bytes("abc"));
        try (FSDataInputStream in = fs.open(new Path("/f"))) {
            assertEquals('a', in.read());
            in.unbuffer();
            assertEquals('b', in.read());
            in.unbuffer();
            write("/f", bytes("more"));
            assertThrows(PathIOException.class, in::read);
        }
    }

    @Test
    void filesBecomeLargeAndAreReadAnywhere() throws Exception {
        byte[] large = new byte[2 * Limits.CELL_BYTES_MAX + 3];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 / 7);
        }
        write("/large", large);
        assertArrayEquals(large, read("/large"));
        try (FSDataInputStream in = fs.open(new Path("/large"))) {
            byte[] some = new byte[1 << 20];
            in.readFully(large.length - some.length, some);
            assertArrayEquals(Arrays.copyOfRange(large, large.length - some.length, large.length), some);
            assertEquals(0, in.getPos());
            ByteBuffer direct = ByteBuffer.allocateDirect(100);
            in.readFully(77, direct);
            direct.flip();
            byte[] piece = new byte[100];
            direct.get(piece);
            assertArrayEquals(Arrays.copyOfRange(large, 77, 177), piece);
            assertEquals(-1, in.read(large.length, some, 0, 1));
            FileRange range = FileRange.createFileRange(5, Limits.CELL_BYTES_MAX);
            in.readVectored(List.of(range), ByteBuffer::allocateDirect);
            byte[] ofRange = new byte[Limits.CELL_BYTES_MAX];
            range.getData().get().get(ofRange);
            assertArrayEquals(Arrays.copyOfRange(large, 5, 5 + Limits.CELL_BYTES_MAX), ofRange);
            write("/large", large);
            in.readVectored(List.of(range), ByteBuffer::allocate);
            ExecutionException late =
                    assertThrows(ExecutionException.class, () -> range.getData().get());
            assertInstanceOf(PathIOException.class, late.getCause());
        }
        write("/large", bytes("small"));
        assertArrayEquals(bytes("small"), read("/large"));
    }

    @Test
    void syncWritesWhatIsThere() throws IOException {
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 3];
        large[0] = 1;
        large[large.length - 1] = 2;
        try (FSDataOutputStream out = fs.create(new Path("/f"))) {
            assertTrue(out.hasCapability(StreamCapabilities.HSYNC));
            assertTrue(out.hasCapability("hflush"));
            out.write(large, 0, 3);
            assertEquals(0, read("/f").length);
            out.hflush();
            assertArrayEquals(Arrays.copyOf(large, 3), read("/f"));
            out.write(large, 3, large.length - 3);
            out.hsync();
            assertArrayEquals(large, read("/f"));
            assertEquals(large.length, fs.getFileStatus(new Path("/f")).getLen());
            out.write(3);
            assertArrayEquals(large, read("/f"));
        }
        assertEquals(large.length + 1, read("/f").length);
    }

    @Test
    void aFileIsCutAtOnce() throws IOException {
        Path file = new Path("/f");
        write("/f", bytes("abcdef"));
        assertTrue(fs.hasPathCapability(file, CommonPathCapabilities.FS_TRUNCATE));
        assertTrue(fs.truncate(file, 4));
        assertArrayEquals(bytes("abcd"), read("/f"));
        assertThrows(IllegalArgumentException.class, () -> fs.truncate(file, 5));
        assertThrows(IllegalArgumentException.class, () -> fs.truncate(file, -1));
        assertThrows(FileNotFoundException.class, () -> fs.truncate(new Path("/"), 0));
        assertThrows(FileNotFoundException.class, () -> fs.truncate(new Path("/none"), 0));
        Path form = new Path("/.columns/content/f");
        assertThrows(UnsupportedOperationException.class, () -> fs.truncate(form, 0));
        assertFalse(fs.hasPathCapability(form, CommonPathCapabilities.FS_TRUNCATE));
    }

    @Test
    void onlyOtherFilesOfItsDirectoryArePutBehindOne() throws IOException {
        write("/d/a", bytes("a"));
        write("/d/b", bytes("b"));
        write("/c", bytes("c"));
        Path a = new Path("/d/a");
        assertThrows(IllegalArgumentException.class, () -> fs.concat(a, new Path[] {new Path("/c")}));
        assertThrows(IllegalArgumentException.class, () -> fs.concat(a, new Path[] {a}));
        fs.concat(a, new Path[] {new Path("/d/b")});
        assertArrayEquals(bytes("ab"), read("/d/a"));
        assertFalse(fs.exists(new Path("/d/b")));
    }

    @Test
    void itIsRenamedToExactlyThisNameIfThatIsAsked() throws IOException {
        FileContext context = FileContext.getFileContext(server.uri(), conf);
        write("/a", bytes("a"));
        write("/b", bytes("b"));
        fs.mkdirs(new Path("/d"));
        assertThrows(FileAlreadyExistsException.class, () -> context.rename(new Path("/a"), new Path("/b")));
        context.rename(new Path("/a"), new Path("/b"), Options.Rename.OVERWRITE);
        assertArrayEquals(bytes("a"), read("/b"));
        assertThrows(FileNotFoundException.class, () -> context.rename(new Path("/a"), new Path("/c")));
        assertThrows(IOException.class, () -> context.rename(new Path("/b"), new Path("/d"), Options.Rename.OVERWRITE));
        assertArrayEquals(bytes("a"), read("/b"));
    }

    @Test
    void renamesGoAsInHdfs() throws IOException {
        write("/f", bytes(""));
        fs.mkdirs(new Path("/d/e"));
        assertTrue(rename("/f", "/f"), "a file onto itself");
        assertFalse(rename("/d", "/d"), "a directory onto itself would come to lie in it");
        assertTrue(rename("/d/e", "/d"), "where it is");
        assertFalse(rename("/d", "/d/e/x"));
        assertFalse(rename("/none", "/x"));
        assertFalse(rename("/f", "/none/x"));
        assertFalse(rename("/", "/x"));
        assertTrue(rename("/f", "/d"));
        assertTrue(fs.exists(new Path("/d/f")));
        write("/f", bytes("another"));
        assertFalse(rename("/f", "/d"), "the name in it is taken");
        assertTrue(rename("/d/e", "/"));
        assertTrue(fs.exists(new Path("/e")));
    }

    private boolean rename(String from, String to) throws IOException {
        return fs.rename(new Path(from), new Path(to));
    }

    /** As HDFS has it: what can't be there is not there, and who would make it hears why in an exception that he looks for. */
    @Test
    void namesThatAreTooLongAreRefused() throws IOException {
        String name = "n".repeat(Limits.ROW_NAME_BYTES_MAX + 1);
        Path deep = new Path("/d".repeat(PfsPath.DEPTH_MAX + 1));
        write("/f", bytes("abc"));
        for (Path tooLong : List.of(new Path("/" + name), new Path("/" + name + "/f"), deep)) {
            assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(tooLong));
            assertThrows(FileNotFoundException.class, () -> fs.open(tooLong));
            assertThrows(FileNotFoundException.class, () -> fs.listStatus(tooLong));
            assertFalse(fs.exists(tooLong));
            assertFalse(fs.delete(tooLong, true));
            for (Executable making : List.<Executable>of(
                    () -> fs.create(tooLong), () -> fs.mkdirs(tooLong), () -> fs.rename(new Path("/f"), tooLong))) {
                PathIOException refused = assertThrows(PathIOException.class, making);
                assertTrue(refused.getMessage().matches("(?s).*(255 bytes|1024 names).*"), refused.getMessage());
            }
        }
        assertArrayEquals(bytes("abc"), read("/f"));
    }

    @Test
    void aListingGoesOnBehindANameThatMayBeGone() throws IOException {
        PfsFileSystem pfs = (PfsFileSystem) fs;
        Path directory = new Path("/many");
        for (int i = 0; i < 20; i++) {
            write("/many/f" + i, bytes("abc"));
        }
        List<String> all = walked(pfs.listStatusIterator(directory));
        assertEquals(20, new TreeSet<>(all).size());
        for (int i = 0; i < all.size(); i++) {
            List<String> behind = all.subList(i + 1, all.size());
            assertEquals(behind, walked(pfs.listStatusIterator(directory, all.get(i))));
            assertTrue(fs.delete(new Path(directory, all.get(i)), false));
            assertEquals(behind, walked(pfs.listStatusIterator(directory, all.get(i))));
        }
        write("/many/f", bytes("abc"));
        assertEquals(List.of("f"), walked(pfs.listStatusIterator(directory, "")));
        for (String none : List.of("a/b", "n".repeat(256))) {
            assertThrows(IllegalArgumentException.class, () -> pfs.listStatusIterator(directory, none));
        }
        assertEquals(List.of(), walked(pfs.listStatusIterator(new Path("/many/f"), "f")));
        assertThrows(FileNotFoundException.class, () -> pfs.listStatusIterator(new Path("/none"), "f"));
        Path columns = new Path("/many/.columns");
        assertEquals(List.of("content"), walked(pfs.listStatusIterator(columns)));
        assertEquals(List.of(), walked(pfs.listStatusIterator(columns, "content")));
        assertEquals(List.of("f"), walked(pfs.listStatusIterator(new Path(columns, "content"))));
        assertEquals(List.of(), walked(pfs.listStatusIterator(new Path(columns, "content"), "f")));
    }

    private static List<String> walked(RemoteIterator<FileStatus> each) throws IOException {
        List<String> names = new ArrayList<>();
        while (each.hasNext()) {
            names.add(each.next().getPath().getName());
        }
        return names;
    }

    @Test
    void linksAreShownAsWhatTheyLeadTo() throws IOException {
        write("/d/f", bytes("abc"));
        try (Pfs pfs = Pfs.connect(server.uri().toString())) {
            pfs.files().symlink("/d/link", "f");
            pfs.files().symlink("/d/nowhere", "none");
        }
        FileStatus[] listed = fs.listStatus(new Path("/d"));
        assertEquals(List.of("f", "link", "nowhere"), names(listed));
        assertEquals(3, listed[1].getLen());
        assertTrue(listed[2].isSymlink());
        assertArrayEquals(bytes("abc"), read("/d/link"));
    }

    /** As editors and archives leave them: nobody is to miss a whole directory for one. */
    @Test
    void oddLinksAreShownAsTheyAre() throws IOException {
        write("/odd/f", bytes("abc"));
        try (Pfs pfs = Pfs.connect(server.uri().toString())) {
            pfs.files().symlink("/odd/lock", "me@host.12:99");
            pfs.files().symlink("/odd/loop", "loop");
            pfs.files().symlink("/odd/out", "../../usr/lib");
        }
        FileStatus[] listed = fs.listStatus(new Path("/odd"));
        assertEquals(List.of("f", "lock", "loop", "out"), names(listed));
        for (int i = 1; i < listed.length; i++) {
            assertTrue(listed[i].isSymlink(), listed[i]::toString);
        }
        assertEquals("/odd/me@host.12:99", listed[1].getSymlink().toUri().getPath());
        assertEquals(4, fs.getContentSummary(new Path("/odd")).getFileCount());
    }

    @Test
    void whoAppendsIsToldWhereHeIsInTheFile() throws IOException {
        write("/log", bytes("abc"));
        try (FSDataOutputStream out = fs.append(new Path("/log"))) {
            assertEquals(3, out.getPos());
            out.write(1);
            assertEquals(4, out.getPos());
        }
        try (FSDataOutputStream out = fs.create(new Path("/log"))) {
            assertEquals(0, out.getPos());
        }
    }

    @Test
    void columnsOfAnyNameAreWalkedThrough() throws IOException {
        try (Pfs pfs = Pfs.connect(server.uri().toString())) {
            pfs.createTable("/f\u00f6to").put("a", "gr\u00f6\u00dfe", bytes("12"));
        }
        List<String> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path("/f\u00f6to/.columns"), true);
        while (files.hasNext()) {
            found.add(files.next().getPath().toUri().getPath());
        }
        assertTrue(found.contains("/f\u00f6to/.columns/gr\u00f6\u00dfe/a"), found.toString());
    }

    @Test
    void aServerThatGoesIsTold(@TempDir java.nio.file.Path data) throws IOException {
        conf.set("fs.pfs.request.timeout", "200ms");
        ServedFolder going = ServedFolder.start(data);
        try (FileSystem alone = FileSystem.newInstance(going.uri(), conf)) {
            Path path = new Path("/f");
            alone.create(path).close();
            FSDataInputStream in = alone.open(path);
            FSDataOutputStream out = alone.append(path);
            out.write(1);
            going.close();
            assertEquals(-1, in.read(), "what is here is read");
            assertThrows(ConnectException.class, () -> alone.getFileStatus(path));
            assertThrows(ConnectException.class, () -> alone.mkdirs(new Path("/d")));
            assertThrows(IOException.class, out::close);
        }
    }

    @Test
    void streamsThatWereClosedDoNothing() throws IOException {
        write("/f", bytes("abc"));
        FSDataInputStream in = fs.open(new Path("/f"));
        in.close();
        in.close();
        assertThrows(IOException.class, in::read);
        assertThrows(IOException.class, () -> in.readFully(0, new byte[1]));
        FSDataOutputStream out = fs.create(new Path("/g"));
        out.close();
        out.close();
        assertThrows(IOException.class, () -> out.write(1));
        assertThrows(IOException.class, out::hsync);
    }

    @Test
    void manyThreadsUseIt() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String path = "/many/d" + i % 7 + "/f" + i;
            all.add(CompletableFuture.runAsync(() -> {
                try {
                    write(path, bytes(path));
                    assertArrayEquals(bytes(path), read(path));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    }

    /** As those of HDFS are: nobody can close them any more. */
    @Test
    void whatIsBeingWrittenIsWrittenWhenItsFileSystemIsClosed() throws IOException {
        FileSystem closed = FileSystem.newInstance(server.uri(), conf);
        FSDataOutputStream out = closed.create(new Path("/f"));
        out.write(bytes("some"));
        closed.create(new Path("/empty"));
        FSDataOutputStream large = closed.create(new Path("/large"));
        large.write(new byte[(2 << 20) + 1]);
        closed.close();
        assertArrayEquals(bytes("some"), read("/f"));
        assertEquals(0, fs.getFileStatus(new Path("/empty")).getLen());
        assertEquals((2 << 20) + 1, fs.getFileStatus(new Path("/large")).getLen());
        assertThrows(IOException.class, () -> out.write(1));
        out.close();
        closed.close();
    }

    /** And who closes it hears of what could not be. */
    @Test
    void whatCouldNotBeWrittenThenIsSaid() throws IOException {
        FileSystem closed = FileSystem.newInstance(server.uri(), conf);
        closed.create(new Path("/f")).write(bytes("some"));
        closed.create(new Path("/g")).write(bytes("more"));
        assertTrue(fs.delete(new Path("/f"), false));
        IOException why = assertThrows(IOException.class, closed::close);
        assertTrue(why.getMessage().contains("/f"), why.getMessage());
        assertArrayEquals(bytes("more"), read("/g"));
        assertThrows(IOException.class, () -> closed.exists(new Path("/g")), "it is closed all the same");
    }

    @Test
    void aDirectoryOfWhichNoRightsAreSaidCanBeEntered() throws IOException {
        assertTrue(fs.mkdirs(new Path("/d"), null));
        assertEquals(0755, fs.getFileStatus(new Path("/d")).getPermission().toShort());
    }

    @Test
    void oneClientIsSharedByAll() throws IOException {
        int before = SharedClients.OF_THIS_JVM.count();
        try (FileSystem another = FileSystem.newInstance(server.uri(), conf)) {
            assertEquals(before, SharedClients.OF_THIS_JVM.count());
            assertSame(PfsFileSystem.class, another.getClass());
        }
        write("/f", bytes("still there"));
    }

    /** 0xe3069283 is what CRC-32C makes of these digits, by its definition. */
    @Test
    void theChecksumOfAFileIsThatOfItsBytes() throws IOException {
        Path digits = new Path("/digits");
        write("/digits", "123456789".getBytes(StandardCharsets.UTF_8));
        FileChecksum sum = fs.getFileChecksum(digits);
        assertEquals("COMPOSITE-CRC32C", sum.getAlgorithmName());
        assertArrayEquals(new byte[] {(byte) 0xe3, 0x06, (byte) 0x92, (byte) 0x83}, sum.getBytes());
        Path large = new Path("/large");
        byte[] bytes = new byte[(3 << 20) + 1];
        bytes[3 << 20] = 1;
        write("/large", bytes);
        CRC32C expected = new CRC32C();
        expected.update(bytes);
        assertEquals(
                (int) expected.getValue(),
                ByteBuffer.wrap(fs.getFileChecksum(large).getBytes()).getInt());
        assertNotEquals(fs.getFileChecksum(large), fs.getFileChecksum(large, 3 << 20));
        assertTrue(fs.hasPathCapability(large, CommonPathCapabilities.FS_CHECKSUMS));
        assertThrows(FileNotFoundException.class, () -> fs.getFileChecksum(new Path("/")));
        assertThrows(FileNotFoundException.class, () -> fs.getFileChecksum(new Path("/none")));
    }

    @Test
    void howFullItIsTheDiskSays() throws IOException {
        FsStatus status = fs.getStatus();
        assertEquals(Files.getFileStore(folder).getTotalSpace(), status.getCapacity());
        assertEquals(status.getCapacity(), status.getUsed() + status.getRemaining());
        assertTrue(status.getRemaining() > 0 && status.getUsed() > 0, status.getRemaining() + " bytes left");
    }
}
