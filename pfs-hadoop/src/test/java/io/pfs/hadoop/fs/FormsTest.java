package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.hadoop.testing.Shell;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns as folders: each form of a file as a file. */
final class FormsTest {
    private static final int LARGE = 3 << 20;
    private static int tables;

    @TempDir
    private static java.nio.file.Path folder;

    private static ServedFolder server;
    private static Pfs pfs;
    private static FileSystem fs;

    private String table;
    private Table photos;

    @BeforeAll
    static void start() throws IOException {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        fs = FileSystem.newInstance(server.uri(), new Configuration(false));
    }

    @AfterAll
    static void end() throws IOException {
        fs.close();
        pfs.close();
        server.close();
    }

    @BeforeEach
    void photos() {
        table = "/photos" + tables++;
        photos = pfs.ensureTable(table);
        photos.edit("a.jpg")
                .put("content", new byte[100])
                .put("thumb", new byte[10])
                .apply();
        photos.edit("b.jpg").put("content", new byte[200]).apply();
        photos.edit("c.jpg").put("thumb", new byte[30]).apply();
        pfs.files().mkdirs(table + "/deeper");
    }

    private Path path(String behind) {
        return new Path(table + "/.columns" + behind);
    }

    private List<String> listed(Path directory) throws IOException {
        return Arrays.stream(fs.listStatus(directory))
                .map(status -> status.getPath().getName() + " " + status.getLen() + (status.isDirectory() ? "/" : ""))
                .toList();
    }

    @Test
    void aColumnListsTheRowsThatHaveIt() throws IOException {
        assertEquals(List.of("content 0/", "thumb 0/"), listed(path("")));
        assertEquals(List.of("a.jpg 10", "c.jpg 30"), listed(path("/thumb")));
        assertEquals(List.of("a.jpg 100", "b.jpg 200", "c.jpg 0"), listed(path("/content")));
        assertEquals(List.of("a.jpg 10"), listed(path("/thumb/a.jpg")));
        assertEquals(List.of("a.jpg 100", "b.jpg 200", "c.jpg 0", "deeper 0/"), listed(new Path(table)));
        assertEquals(2, fs.globStatus(path("/thumb/*.jpg")).length);
        assertEquals(40, fs.getContentSummary(path("/thumb")).getLength());
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThrows(FileNotFoundException.class, () -> fs.listStatus(path("/none")));
        assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(path("/none")));
        assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(path("/thumb/b.jpg")));
        assertThrows(FileNotFoundException.class, () -> fs.open(path("/thumb/b.jpg")));
        assertThrows(FileNotFoundException.class, () -> fs.open(path("/thumb/deeper")));
        assertThrows(FileNotFoundException.class, () -> fs.open(path("/thumb")));
        assertThrows(FileNotFoundException.class, () -> fs.open(path("/thumb/a.jpg/more")));
        assertThrows(FileNotFoundException.class, () -> fs.listStatus(new Path("/nowhere/.columns")));
    }

    @Test
    void aFormHasTheAttributesOfItsRow() throws IOException {
        fs.setPermission(path("/thumb/a.jpg"), new FsPermission((short) 0640));
        FileStatus form = fs.getFileStatus(path("/thumb/a.jpg"));
        FileStatus file = fs.getFileStatus(new Path(table + "/a.jpg"));
        assertEquals(new FsPermission((short) 0640), file.getPermission());
        assertEquals(file.getPermission(), form.getPermission());
        assertEquals(file.getModificationTime(), form.getModificationTime());
        assertEquals(10, form.getLen());
        assertEquals(fs.makeQualified(path("/thumb/a.jpg")), form.getPath());
        assertTrue(fs.getFileStatus(path("/thumb")).isDirectory());
    }

    @Test
    void itIsReadByOneRequestAndNothingElseIs() throws IOException {
        try (FSDataInputStream in = fs.open(path("/thumb/c.jpg"))) {
            assertArrayEquals(new byte[30], in.readAllBytes());
        }
        server.answered();
        try (FSDataInputStream in = fs.open(path("/thumb/a.jpg"))) {
            assertArrayEquals(new byte[10], in.readAllBytes());
        }
        List<String> asked = server.answered();
        asked.remove("DescribeTable"); // once in a while, for the columns
        assertEquals(List.of("ReadRow"), asked);
    }

    @Test
    void columnsPastThoseOfTheRowItselfAreListed() throws IOException {
        for (int i = 0; i < 8; i++) {
            photos.put("a.jpg", "form" + i, new byte[i]);
        }
        photos.put("b.jpg", "form7", new ByteArrayInputStream(new byte[LARGE]));
        assertEquals(List.of("a.jpg 7", "b.jpg " + LARGE), listed(path("/form7")));
        assertEquals(LARGE, fs.getFileStatus(path("/form7/b.jpg")).getLen());
        try (FSDataInputStream in = fs.open(path("/form7/b.jpg"))) {
            assertEquals(LARGE, in.readAllBytes().length);
        }
    }

    @Test
    void aFormIsWrittenWhole() throws IOException {
        assertTrue(fs.mkdirs(path("/medium")));
        assertEquals(List.of("content 0/", "medium 0/", "thumb 0/"), listed(path("")));
        write(path("/medium/a.jpg"), new byte[50], false);
        write(path("/medium/new.jpg"), new byte[LARGE], false);
        write(path("/other/a.jpg"), new byte[5], false);
        assertEquals(List.of("a.jpg 50", "new.jpg " + LARGE), listed(path("/medium")));
        assertEquals(5, photos.get("a.jpg", "other").orElseThrow().length);
        assertThrows(FileAlreadyExistsException.class, () -> write(path("/medium/a.jpg"), new byte[1], false));
        write(path("/medium/a.jpg"), new byte[1], true);
        assertEquals(1, photos.get("a.jpg", "medium").orElseThrow().length);
        assertEquals(100, fs.getFileStatus(new Path(table + "/a.jpg")).getLen());
        assertThrows(UnsupportedOperationException.class, () -> fs.append(path("/medium/a.jpg")));
        assertFalse(fs.hasPathCapability(path("/medium/a.jpg"), CommonPathCapabilities.FS_APPEND));
    }

    @Test
    void aFormIsRemovedAndItsRowStays() throws IOException {
        assertTrue(fs.delete(path("/thumb/a.jpg"), false));
        assertFalse(fs.delete(path("/thumb/a.jpg"), false));
        assertEquals(List.of("c.jpg 30"), listed(path("/thumb")));
        assertTrue(fs.exists(new Path(table + "/a.jpg")));
        assertThrows(PathIOException.class, () -> fs.delete(path("/thumb"), true));
        try (var many = fs.createBulkDelete(path(""))) {
            Path gone = fs.makeQualified(path("/thumb/c.jpg"));
            Path kept = fs.makeQualified(path("/thumb"));
            List<Map.Entry<Path, String>> refused = many.bulkDelete(List.of(gone, kept));
            assertEquals(List.of(kept), refused.stream().map(Map.Entry::getKey).toList());
        }
        assertEquals(List.of(), listed(path("/thumb")));
    }

    @Test
    void aFormIsMovedToAnotherRow() throws IOException {
        byte[] thumb = {1, 2, 3};
        write(path("/thumb/b.tmp"), thumb, false);
        photos.put("b.tmp2", "thumb", new ByteArrayInputStream(new byte[LARGE]));
        photos.put("b.tmp2", "content", new byte[4]);
        assertTrue(fs.rename(path("/thumb/b.tmp"), path("/thumb/b.jpg")));
        assertArrayEquals(thumb, photos.get("b.jpg", "thumb").orElseThrow());
        assertEquals(200, photos.get("b.jpg", "content").orElseThrow().length);
        assertEquals(0, fs.getFileStatus(new Path(table + "/b.tmp")).getLen(), "a file without bytes stays");
        assertFalse(fs.rename(path("/thumb/b.tmp2"), path("/thumb/b.jpg")), "it is taken");
        assertTrue(fs.mkdirs(path("/medium")));
        assertTrue(fs.rename(path("/thumb/b.tmp2"), path("/medium")));
        assertEquals(List.of("b.tmp2 " + LARGE), listed(path("/medium")));
        assertEquals(List.of("a.jpg 10", "b.jpg 3", "c.jpg 30"), listed(path("/thumb")));
        assertTrue(fs.exists(new Path(table + "/b.tmp2")), "it has bytes of its own");
        assertFalse(fs.rename(path("/thumb/none"), path("/thumb/b.jpg")));
        assertTrue(fs.rename(path("/thumb/a.jpg"), path("/thumb/a.jpg")));
    }

    /** What the shell and DistCp write first, under names of their own, leaves nothing there; but what anybody gave it. */
    @Test
    void onlyWhatWasMadeForItGoesWithTheForm() throws IOException {
        photos.edit("x._COPYING_").put("thumb", new byte[1]).apply();
        photos.edit(".distcp.tmp.y").put("thumb", new byte[2]).apply();
        photos.edit("tagged._COPYING_")
                .put("thumb", new byte[3])
                .tag("stars", 5)
                .apply();
        photos.edit("wide._COPYING_")
                .put("thumb", new byte[4])
                .put("medium", new byte[2])
                .apply();
        for (String name : List.of("x._COPYING_", ".distcp.tmp.y", "tagged._COPYING_", "wide._COPYING_")) {
            assertTrue(fs.rename(path("/thumb/" + name), path("/thumb/of-" + name)));
        }
        assertFalse(fs.exists(new Path(table + "/x._COPYING_")));
        assertFalse(fs.exists(new Path(table + "/.distcp.tmp.y")));
        assertTrue(fs.exists(new Path(table + "/tagged._COPYING_")));
        assertEquals(List.of("wide._COPYING_ 2"), listed(path("/medium")));
        assertTrue(fs.rename(path("/medium/wide._COPYING_"), path("/thumb/wide._COPYING_")));
        assertEquals(2, photos.get("wide._COPYING_", "thumb").orElseThrow().length);
    }

    @Test
    void whatIsNoFormOnBothSidesIsNotMoved() throws IOException {
        for (Path[] pair : new Path[][] {
            {path("/thumb/a.jpg"), new Path("/elsewhere")},
            {new Path(table + "/b.jpg"), path("/thumb/b.jpg")},
            {path("/thumb"), path("/other")},
            {path("/content/a.jpg"), path("/content/z.jpg")},
            {path("/thumb/a.jpg"), path("/content/z.jpg")},
        }) {
            assertThrows(PathIOException.class, () -> fs.rename(pair[0], pair[1]), pair[0] + " to " + pair[1]);
        }
        assertFalse(fs.rename(path("/thumb/a.jpg"), path("/none/a.jpg")));
        assertEquals(10, photos.get("a.jpg", "thumb").orElseThrow().length);
        assertFalse(fs.exists(new Path(table + "/z.jpg")));
    }

    /** Hadoop's shell writes under another name first, and removes what it replaces before it moves that. */
    @Test
    void theShellPutsForms() throws Exception {
        Shell shell = new Shell(server.uri());
        java.nio.file.Path local = Files.write(folder.resolve("small.jpg"), new byte[] {7, 7});
        shell.told(0, "-put", local.toString(), path("/thumb/b.jpg").toString());
        assertArrayEquals(new byte[] {7, 7}, photos.get("b.jpg", "thumb").orElseThrow());
        Files.write(local, new byte[] {8});
        shell.told(1, "-put", local.toString(), path("/thumb/b.jpg").toString());
        shell.told(0, "-put", "-f", local.toString(), path("/thumb/b.jpg").toString());
        assertArrayEquals(new byte[] {8}, photos.get("b.jpg", "thumb").orElseThrow());
        shell.told(
                0,
                "-mv",
                path("/thumb/b.jpg").toString(),
                path("/thumb/new.jpg").toString());
        shell.told(
                0, "-cp", path("/thumb/a.jpg").toString(), path("/thumb/b.jpg").toString());
        assertEquals(List.of("a.jpg 10", "b.jpg 10", "c.jpg 30", "new.jpg 1"), listed(path("/thumb")));
        assertEquals(List.of("a.jpg 100", "b.jpg 200", "c.jpg 0", "deeper 0/", "new.jpg 0"), listed(new Path(table)));
        String told = shell.told(1, "-rm", "-r", "-skipTrash", path("/thumb").toString());
        assertTrue(told.contains("is dropped by the Java API") && !told.contains("\tat "), told);
    }

    @Test
    void aColumnThatWasDroppedIsGone() throws IOException {
        assertTrue(fs.exists(path("/thumb/a.jpg")));
        photos.dropColumn("thumb");
        assertFalse(fs.exists(path("/thumb")));
        photos.put("b.jpg", "thumb", new byte[4]);
        assertEquals(List.of("b.jpg 4"), listed(path("/thumb")));
        assertEquals(4, fs.getFileStatus(path("/thumb/b.jpg")).getLen());
        assertFalse(fs.exists(path("/thumb/a.jpg")));
    }

    @Test
    void theOptionOfOpenFileNamesAColumn() throws Exception {
        Path file = new Path(table + "/a.jpg");
        FileStatus status = fs.getFileStatus(file);
        try (FSDataInputStream in = fs.openFile(file)
                .must(PfsFileSystem.COLUMN_OPTION, "thumb")
                .withFileStatus(status)
                .build()
                .get()) {
            assertEquals(10, in.readAllBytes().length);
        }
        Throwable failure = assertThrows(
                ExecutionException.class,
                () -> fs.openFile(file)
                        .opt(PfsFileSystem.COLUMN_OPTION, "none")
                        .build()
                        .get());
        assertTrue(failure.getCause() instanceof FileNotFoundException, failure.toString());
        Throwable invalid = assertThrows(
                Exception.class,
                () -> fs.openFile(file)
                        .opt(PfsFileSystem.COLUMN_OPTION, "a/b")
                        .build()
                        .get());
        assertTrue(invalid instanceof InvalidPathException || invalid.getCause() instanceof InvalidPathException);
    }

    private static void write(Path path, byte[] bytes, boolean overwrite) throws IOException {
        try (FSDataOutputStream out = fs.create(path, overwrite)) {
            out.write(bytes);
        }
    }
}
