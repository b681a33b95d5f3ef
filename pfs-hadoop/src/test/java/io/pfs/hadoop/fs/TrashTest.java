package io.pfs.hadoop.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.hadoop.testing.Shell;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trash of Hadoop, where it is wanted: what its shell removes goes there first. */
final class TrashTest {
    @TempDir
    private java.nio.file.Path folder;

    private ServedFolder server;
    private Pfs pfs;
    private Shell shell;
    private String trash;

    @BeforeEach
    void start() throws Exception {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        shell = new Shell(server.uri()).with(CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY, "60");
        trash = "/user/" + UserGroupInformation.getCurrentUser().getShortUserName() + "/.Trash";
        pfs.files().mkdirs("/d");
    }

    @AfterEach
    void end() {
        pfs.close();
        server.close();
    }

    private void write(String path, String text) {
        pfs.files().write(path, text.getBytes(UTF_8));
    }

    private String read(String path) {
        return new String(pfs.files().readAll(path), UTF_8);
    }

    private List<String> list(String path) {
        return pfs.files().list(path).stream().map(FileInfo::name).toList();
    }

    @Test
    void whatIsRemovedIsInTheTrashUntilThatIsEmptied() throws Exception {
        write("/d/a", "first");
        shell.told(0, "-rm", "/d/a");
        assertFalse(pfs.files().exists("/d/a"));
        assertEquals("first", read(trash + "/Current/d/a"));
        shell.told(0, "-expunge", "-immediate");
        assertEquals(List.of(), list(trash));
    }

    @Test
    void twoOfOneNameAreBothThere() throws Exception {
        TreeSet<String> removed = new TreeSet<>();
        for (String text : List.of("first", "second", "third")) {
            write("/d/a", text);
            shell.told(0, "-rm", "/d/a");
        }
        for (String name : list(trash + "/Current/d")) {
            assertTrue(name.matches("a[0-9]*"), name);
            removed.add(read(trash + "/Current/d/" + name));
        }
        assertEquals(new TreeSet<>(List.of("first", "second", "third")), removed);
    }

    @Test
    void aDirectoryGoesAsAWhole() throws Exception {
        pfs.files().mkdirs("/d/deeper");
        write("/d/deeper/a", "a");
        shell.told(0, "-rm", "-r", "/d");
        assertEquals("a", read(trash + "/Current/d/deeper/a"));
        pfs.files().mkdirs("/d");
        write("/d/b", "beside what went before");
        shell.told(0, "-rm", "/d/b");
        assertEquals("beside what went before", read(trash + "/Current/d/b"));
    }

    @Test
    void aFileInTheTrashIsNotInTheWayOfADirectory() throws Exception {
        write("/x", "file");
        shell.told(0, "-rm", "/x");
        pfs.files().mkdirs("/x");
        write("/x/a", "below the same name");
        shell.told(0, "-rm", "/x/a");
        assertEquals("file", read(trash + "/Current/x"));
        String other = list(trash + "/Current").stream()
                .filter(name -> !name.equals("x"))
                .findAny()
                .orElseThrow();
        assertEquals("below the same name", read(trash + "/Current/" + other + "/a"));
    }

    @Test
    void itIsPassedByIfThatIsAsked() throws Exception {
        write("/d/a", "gone");
        shell.told(0, "-rm", "-skipTrash", "/d/a");
        assertEquals(List.of(), list("/d"));
        assertFalse(pfs.files().exists(trash));
    }

    @Test
    void aFormGoesThereToo() throws Exception {
        pfs.openTable("/d").put("a", "thumb", new byte[3]);
        pfs.openTable("/d").put("a", "content", new byte[1]);
        shell.told(0, "-rm", "/d/.columns/thumb/a");
        assertTrue(pfs.openTable("/d").get("a", "thumb").isEmpty());
        assertTrue(pfs.files().exists("/d/a"));
        assertEquals(3, pfs.openTable(trash + "/Current/d").get("a", "thumb").orElseThrow().length);
        shell.told(0, "-mv", trash + "/Current/d/.columns/thumb/a", "/d/.columns/thumb/a");
        shell.told(0, "-rm", "-skipTrash", "/d/.columns/thumb/a");
        assertTrue(pfs.openTable("/d").get("a", "thumb").isEmpty());
        assertTrue(pfs.files().exists("/d/a"));
    }
}
