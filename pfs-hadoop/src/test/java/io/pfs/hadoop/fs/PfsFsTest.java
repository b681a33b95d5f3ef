package io.pfs.hadoop.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.sorted.Sorted;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done through {@code FileContext}: the same as through {@code FileSystem}, and in as many requests. */
final class PfsFsTest {
    private static final int LISTED_AT_ONCE = 4096;
    private static int directories;

    @TempDir
    private static java.nio.file.Path folder;

    private static ServedFolder server;
    private static Pfs pfs;
    private static FileContext context;

    private String directory;
    private Path file;

    /** Something that is done. */
    @FunctionalInterface
    private interface Deed {
        void run() throws Exception;
    }

    @BeforeAll
    static void start() throws IOException {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        Configuration conf = new Configuration(false);
        conf.set("fs.AbstractFileSystem.pfs.impl", PfsFs.class.getName());
        context = FileContext.getFileContext(server.uri(), conf);
    }

    @AfterAll
    static void end() {
        pfs.close();
        server.close();
    }

    @BeforeEach
    void makeFile() {
        directory = "/d" + directories++;
        pfs.files().mkdirs(directory);
        file = new Path(directory + "/f");
        pfs.files().write(file.toString(), bytes("0123456789"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private String attribute(Path path, String name) throws IOException {
        return new String(context.getXAttr(path, name), UTF_8);
    }

    private static void costs(Deed deed, String... requests) throws Exception {
        server.answered();
        deed.run();
        assertEquals(List.of(requests), server.answered());
    }

    private static PfsFs ofAnotherUser() throws Exception {
        Configuration conf = new Configuration(false);
        return UserGroupInformation.createRemoteUser("another")
                .doAs((PrivilegedExceptionAction<PfsFs>) () -> new PfsFs(server.uri(), conf, Duration.ofMillis(1)));
    }

    private static void awaitClients(int most) {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            while (SharedClients.OF_THIS_JVM.count() > most) {
                System.gc();
                Thread.onSpinWait();
            }
        });
    }

    /** Hadoop closes none of them: a service that makes one for each of its users would have a client for each that ever was. */
    @Test
    void aClientThatNobodyHasAnyMoreIsGivenBack() throws Exception {
        int before = SharedClients.OF_THIS_JVM.count();
        for (int user = 0; user < 3; user++) {
            assertEquals(10, ofAnotherUser().getFileStatus(file).getLen());
        }
        awaitClients(before);
    }

    @Test
    void whoReadsOrWritesHasIt() throws Exception {
        int before = SharedClients.OF_THIS_JVM.count();
        pfs.files().setPermissions(file.toString(), 0666);
        readAndAppend(before + 2);
        awaitClients(before);
    }

    private void readAndAppend(int clients) throws Exception {
        FSDataOutputStream out = ofAnotherUser()
                .createInternal(
                        file,
                        EnumSet.of(CreateFlag.APPEND),
                        FsPermission.getFileDefault(),
                        4096,
                        (short) 1,
                        1 << 20,
                        null,
                        null,
                        false);
        try (FSDataInputStream in = ofAnotherUser().open(file)) {
            assertEquals(10, ofAnotherUser().getFileStatus(file).getLen());
            awaitClients(clients);
            out.write(bytes("ab"));
            out.close();
            assertEquals("0123456789", new String(in.readAllBytes(), UTF_8), "what it had when it was opened");
            assertEquals("0123456789ab", new String(pfs.files().readAll(file.toString()), UTF_8));
        } finally {
            Reference.reachabilityFence(out);
        }
    }

    @Test
    void attributesAreThoseOfTheFile() throws IOException {
        context.setXAttr(file, "user.camera", bytes("old"));
        context.setXAttr(file, "user.lens", bytes("long"), EnumSet.of(XAttrSetFlag.CREATE));
        assertEquals("old", attribute(file, "user.camera"));
        assertEquals(Set.of("user.camera", "user.lens"), context.getXAttrs(file).keySet());
        assertEquals(
                Set.of("user.lens"),
                context.getXAttrs(file, List.of("user.lens")).keySet());
        context.removeXAttr(file, "user.lens");
        assertEquals(List.of("user.camera"), context.listXAttrs(file));
        assertThrows(
                IOException.class,
                () -> context.setXAttr(file, "user.camera", bytes("new"), EnumSet.of(XAttrSetFlag.CREATE)));
        assertTrue(context.hasPathCapability(file, CommonPathCapabilities.FS_XATTRS));
    }

    @Test
    void commandsAreRead() throws IOException {
        Path any = new Path("/");
        assertEquals(directory, attribute(any, "pfs.table.opentab." + directory));
        context.setXAttr(any, "pfs.table.writetab." + directory + ".f.caption", bytes("ten digits"));
        assertEquals("ten digits", attribute(any, "pfs.table.readtab." + directory + ".f.caption"));
        assertEquals("10", attribute(file, "pfs.native.caption.lookup"));
        String sorted = "S" + directory.substring(1);
        try (Sorted made = pfs.createSorted(sorted)) {
            made.add(directory, "k1");
        }
        context.setXAttr(new Path(directory), "pfs.sorted.set." + sorted + ".f.k1=5", new byte[0]);
        assertEquals(directory + "/f\n", attribute(any, "pfs.sorted.search." + sorted + ".R:k1 < 10"));
    }

    @Test
    void whereBlocksAreIsNotAskedFileByFile() throws Exception {
        pfs.openTable(directory).createAll(List.of("g", "h", "i"));
        Path path = new Path(directory);
        context.listLocatedStatus(path);
        TreeSet<String> names = new TreeSet<>();
        costs(
                () -> {
                    for (RemoteIterator<LocatedFileStatus> all = context.listLocatedStatus(path); all.hasNext(); ) {
                        LocatedFileStatus one = all.next();
                        names.add(one.getPath().toUri().getPath().substring(directory.length()));
                        assertEquals(one.getLen() == 0 ? 0 : 1, one.getBlockLocations().length);
                    }
                },
                "ListRows");
        assertEquals(new TreeSet<>(List.of("/f", "/g", "/h", "/i")), names);
    }

    @Test
    void aLargeDirectoryIsWalkedThroughPageByPage() throws IOException {
        pfs.openTable(directory)
                .createAll(IntStream.range(0, 4 * LISTED_AT_ONCE)
                        .mapToObj(i -> "f" + i)
                        .toList());
        server.answered();
        RemoteIterator<FileStatus> all = context.listStatus(new Path(directory));
        assertTrue(all.hasNext());
        int pages = server.answered().size();
        assertTrue(pages <= 2, pages + " pages are there when the first file is");
        int files = 0;
        for (; all.hasNext(); files++) {
            assertTrue(all.next().isFile());
        }
        assertEquals(4 * LISTED_AT_ONCE + 1, files);
    }

    @Test
    void aFileIsUploadedInParts() throws Exception {
        Path target = context.makeQualified(new Path(directory + "/parts")); // Hadoop's uploader wants it so
        try (MultipartUploader uploader =
                context.createMultipartUploader(new Path(directory)).build()) {
            UploadHandle upload = uploader.startUpload(target).get();
            PartHandle first = part(uploader, upload, 1, target, "to");
            PartHandle second = part(uploader, upload, 2, target, "gether");
            uploader.complete(upload, target, Map.of(1, first, 2, second)).get();
        }
        assertArrayEquals(bytes("together"), pfs.files().readAll(target.toUri().getPath()));
        assertTrue(context.hasPathCapability(target, CommonPathCapabilities.FS_MULTIPART_UPLOADER));
    }

    private static PartHandle part(
            MultipartUploader uploader, UploadHandle upload, int number, Path target, String text) throws Exception {
        byte[] bytes = bytes(text);
        return uploader.putPart(upload, number, number == 2, target, new ByteArrayInputStream(bytes), bytes.length)
                .get();
    }

    @Test
    void aFileIsCut() throws IOException {
        assertTrue(context.truncate(file, 3));
        assertArrayEquals(bytes("012"), pfs.files().readAll(file.toString()));
        assertTrue(context.hasPathCapability(file, CommonPathCapabilities.FS_TRUNCATE));
    }

    @Test
    void whoHasTheStatusReadsByOneRequest() throws Exception {
        FileStatus status = context.getFileStatus(file);
        costs(
                () -> {
                    try (FSDataInputStream in = context.openFile(file)
                            .withFileStatus(status)
                            .build()
                            .get()) {
                        assertArrayEquals(bytes("0123456789"), in.readAllBytes());
                    }
                },
                "ReadRow");
    }

    @Test
    void theDirectoryAboveIsNotAskedFor() throws Exception {
        Path made = new Path(directory + "/made");
        context.getFileStatus(file); // the way to it is known then
        costs(() -> create(made, CreateOpts.donotCreateParent()), "EditRow");
        costs(() -> create(made, CreateOpts.createParent()), "EditRow");
        Path orphan = new Path(directory + "/none/made");
        assertThrows(FileNotFoundException.class, () -> create(orphan, CreateOpts.donotCreateParent()));
        assertThrows(
                ParentNotDirectoryException.class,
                () -> create(new Path(file, "made"), CreateOpts.donotCreateParent()));
        create(orphan, CreateOpts.createParent());
        assertThrows(FileAlreadyExistsException.class, () -> context.create(made, EnumSet.of(CreateFlag.CREATE)));
        assertThrows(FileAlreadyExistsException.class, () -> create(new Path("/"), CreateOpts.donotCreateParent()));
    }

    private static void create(Path path, CreateOpts above) throws IOException {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE);
        try (FSDataOutputStream out = context.create(path, flags, above)) {
            assertEquals(0, out.getPos());
        }
    }
}
