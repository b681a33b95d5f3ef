package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said that can be done, and what is said where it can't. */
final class CapabilitiesTest {
    private static final Path FILE = new Path("/photos/a.jpg");
    private static final Path FORM = new Path("/photos/.columns/thumb/a.jpg");

    @TempDir
    private java.nio.file.Path folder;

    private ServedFolder server;
    private Pfs pfs;
    private FileSystem fs;

    @BeforeEach
    void start() throws IOException {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        fs = FileSystem.newInstance(server.uri(), new Configuration(false));
        pfs.ensureTable("/photos")
                .edit("a.jpg")
                .put("content", new byte[] {1, 2})
                .put("thumb", new byte[] {3})
                .apply();
    }

    @AfterEach
    void end() throws IOException {
        fs.close();
        pfs.close();
        server.close();
    }

    private byte[] read(PathHandle handle) throws IOException {
        try (FSDataInputStream in = fs.open(handle)) {
            return in.readAllBytes();
        }
    }

    @Test
    void filesAndTheirFormsHaveHandles() throws IOException {
        for (Path path : List.of(FILE, FORM)) {
            assertTrue(fs.hasPathCapability(path, CommonPathCapabilities.FS_PATHHANDLES));
            PathHandle same = fs.getPathHandle(fs.getFileStatus(path), HandleOpt.exact());
            PathHandle any = fs.getPathHandle(fs.getFileStatus(path), HandleOpt.path());
            assertArrayEquals(path.equals(FILE) ? new byte[] {1, 2} : new byte[] {3}, read(same));
            pfs.openTable("/photos").put("a.jpg", path.equals(FILE) ? "content" : "thumb", new byte[] {4});
            assertThrows(InvalidPathHandleException.class, () -> read(same));
            assertArrayEquals(new byte[] {4}, read(any));
        }
    }

    @Test
    void nothingIsAskedForIt() throws IOException {
        server.answered();
        assertTrue(fs.hasPathCapability(FILE, CommonPathCapabilities.FS_APPEND));
        assertFalse(fs.hasPathCapability(FORM, CommonPathCapabilities.FS_APPEND));
        assertTrue(fs.hasPathCapability(FORM, CommonPathCapabilities.FS_XATTRS));
        assertTrue(fs.hasPathCapability(FILE, CommonPathCapabilities.BULK_DELETE));
        assertFalse(fs.hasPathCapability(FILE, CommonPathCapabilities.FS_ACLS));
        assertFalse(fs.hasPathCapability(FILE, "fs.pfs.create.at-close"));
        assertEquals(List.of(), server.answered());
    }

    @Test
    void directoriesHaveNoAttributesButAreAskedInVain() throws IOException {
        for (Path path : List.of(
                new Path("/"),
                FILE.getParent(),
                FORM.getParent(),
                FORM.getParent().getParent())) {
            assertEquals(List.of(), fs.listXAttrs(path), path.toString());
            String said = assertThrows(PathIOException.class, () -> fs.setXAttr(path, "user.a", new byte[1]))
                    .getMessage();
            assertTrue(said.contains(path + "': only files have attributes"), said);
        }
    }

    @Test
    void quotasAreRefusedWithAWord() {
        String said = assertThrows(UnsupportedOperationException.class, () -> fs.setQuota(FILE.getParent(), 10, 10))
                .getMessage();
        assertTrue(said.contains("/photos: there are no quotas") && said.contains("-count"), said);
        assertThrows(
                UnsupportedOperationException.class,
                () -> fs.setQuotaByStorageType(FILE.getParent(), StorageType.SSD, 10));
    }
}
