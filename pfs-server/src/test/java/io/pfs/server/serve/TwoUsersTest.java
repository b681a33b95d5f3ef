package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Several users over the network, of one server and of three. */
final class TwoUsersTest {
    private static final String USERS = "ann:1001:1001,50\nbob:1002:1002,50\nadmin:1003:1003,7\n";
    private static final byte[] SOME = {1, 2, 3};

    @TempDir
    private Path folder;

    private Map<Setting, String> settings = Map.of();

    @BeforeEach
    void writeUsers() throws IOException {
        Path users = Files.write(folder.resolve("users"), USERS.getBytes(StandardCharsets.UTF_8));
        settings = Map.of(Setting.USERS, users.toString(), Setting.SUPERGROUP, "7");
    }

    private static Pfs connect(ServedCluster cluster, String user) {
        return cluster.connect(ClientOptions.DEFAULT.withUser(user));
    }

    private static void denied(Executable task, String... words) {
        PfsException refusal = assertThrows(PfsException.class, task);
        assertEquals(ErrorCode.PERMISSION_DENIED, refusal.code(), refusal.getMessage());
        for (String word : words) {
            assertTrue(refusal.getMessage().contains(word), refusal.getMessage() + "\nlacks " + word);
        }
    }

    @Test
    void eachHasHisOwn() {
        for (int servers : new int[] {1, 3}) {
            try (ServedCluster cluster =
                            new ServedCluster(folder.resolve("c" + servers), servers, settings).startAll();
                    Pfs root = connect(cluster, "root");
                    Pfs ann = connect(cluster, "ann");
                    Pfs bob = connect(cluster, "bob");
                    Pfs stranger = connect(cluster, "cy")) {
                work(root.files(), ann.files(), bob.files(), stranger.files());
            }
        }
    }

    private static void work(PfsFiles root, PfsFiles ann, PfsFiles bob, PfsFiles stranger) {
        denied(() -> ann.mkdirs("/home"), "user 'ann' (uid 1001)", "'home'", "drwxr-xr-x");
        root.mkdirs("/home/ann");
        root.setOwner("/home/ann", 1001, 50);
        ann.write("/home/ann/a", SOME);
        assertEquals(1001, ann.stat("/home/ann/a").orElseThrow().owner());
        assertEquals(50, ann.stat("/home/ann/a").orElseThrow().group(), "as that of its directory");
        assertArrayEquals(SOME, stranger.readAll("/home/ann/a"));
        denied(() -> stranger.write("/home/ann/b", SOME), "uid 65534");
        denied(() -> bob.write("/home/ann/a", SOME), "may not write row 'a'", "-rw-r--r-- 1001 50");
        ann.setPermissions("/home/ann/a", 0460);
        bob.write("/home/ann/a", SOME);
        denied(() -> stranger.readAll("/home/ann/a"), "may not read row 'a'");
        denied(() -> bob.setPermissions("/home/ann/a", 0777));
        denied(() -> ann.setOwner("/home/ann/a", 1002, -1));
        denied(() -> ann.setOwner("/home/ann/a", -1, 4711));
        ann.setOwner("/home/ann/a", -1, 1001);
        ann.setPermissions("/home/ann", 0700);
        denied(() -> bob.readAll("/home/ann/a"));
        denied(() -> bob.list("/home/ann"));
        denied(() -> bob.rename("/home/ann/a", "/home/ann/b"));
        ann.setPermissions("/home/ann", 0711);
        denied(() -> bob.list("/home/ann"), "may not list");
        assertEquals(1001, bob.stat("/home/ann/a").orElseThrow().group());
        denied(() -> ann.deleteTree("/home/ann"));
        root.deleteTree("/home");
    }

    /** It may name any field, so indexes stay; and it is listed, as its name is no secret. */
    @Test
    void aSortedFileThatIsKeptFromOthersIsInNobodysWay() {
        try (ServedCluster cluster = new ServedCluster(folder.resolve("c"), 1, settings).startAll();
                Pfs root = connect(cluster, "root");
                Pfs ann = connect(cluster, "ann")) {
            root.files().mkdirs("/ann");
            root.files().setOwner("/ann", 1001, 50);
            root.createSorted("secret");
            root.files().setPermissions("/.sorted", 0777);
            root.files().setPermissions("/.sorted/secret", 0600);
            ann.ensureTable("/ann/photos").edit("a").tag("heat", 1).apply();
            Sorted hers = ann.createSorted("hers");
            hers.add("/ann/photos", "heat", "stars");
            assertEquals(List.of("hers", "secret"), ann.listSorted());
            hers.remove("/ann/photos", "stars");
            ann.dropSorted("hers");
            assertEquals(List.of("secret"), ann.listSorted());
            assertEquals(
                    List.of("heat", "stars"),
                    ann.openTable("/ann/photos").describe().indexes());
        }
    }

    @Test
    void aStickyTableIsForAll() {
        for (int servers : new int[] {1, 3}) {
            try (ServedCluster cluster =
                            new ServedCluster(folder.resolve("c" + servers), servers, settings).startAll();
                    Pfs admin = connect(cluster, "admin");
                    Pfs ann = connect(cluster, "ann");
                    Pfs bob = connect(cluster, "bob")) {
                admin.files().mkdirs("/tmp");
                admin.files().setPermissions("/tmp", 01777);
                for (int nth = 0; nth < 6; nth++) {
                    share(ann.files(), bob.files(), "/tmp/a" + nth, "/tmp/b" + nth);
                }
            }
        }
    }

    /** With several servers some of the tables are elsewhere than others. */
    private static void share(PfsFiles ann, PfsFiles bob, String hers, String his) {
        ann.write(hers, SOME);
        ann.mkdirs(hers + ".d");
        bob.mkdirs(his + ".d");
        bob.write(his + ".d/x", SOME);
        denied(() -> bob.delete(hers), "sticky");
        denied(() -> bob.rename(hers, his + ".d/stolen"), "sticky");
        denied(() -> bob.replace(his + ".d/x", hers), "sticky");
        denied(() -> bob.rename(his + ".d/x", hers + ".d/x"));
        denied(() -> bob.deleteDirectory(hers + ".d"), "sticky");
        denied(() -> bob.replace(his + ".d", hers + ".d"), "sticky");
        bob.rename(his + ".d/x", his);
        denied(() -> ann.replace(hers, his), "sticky");
        bob.replace(his, his + ".new");
        ann.rename(hers, hers + ".d/moved");
        assertArrayEquals(SOME, bob.readAll(hers + ".d/moved"));
        denied(() -> bob.rename(hers + ".d/moved", his));
        ann.deleteTree(hers + ".d");
    }

    @Test
    void rowsAndColumnsOfTables() {
        try (ServedCluster cluster = new ServedCluster(folder, 1, settings).startAll();
                Pfs root = connect(cluster, "root");
                Pfs ann = connect(cluster, "ann");
                Pfs bob = connect(cluster, "bob")) {
            root.files().mkdirs("/shared");
            root.files().setPermissions("/shared", 0777);
            Table hers = ann.ensureTable("/shared/photos");
            hers.put("a", "content", SOME);
            hers.put("a", "thumb", SOME);
            hers.put("secret", "content", SOME);
            ann.files().setPermissions("/shared/photos/secret", 0600);
            Table his = bob.openTable("/shared/photos");
            assertArrayEquals(SOME, his.get("a", "thumb").orElseThrow());
            denied(() -> his.put("a", "thumb", SOME), "may not write row 'a'");
            denied(() -> his.put("a", "new", SOME), "add columns");
            denied(() -> his.dropColumn("thumb"), "which its owner may");
            denied(() -> his.get("secret", "content"), "may not read row 'secret'");
            assertEquals(2, bob.files().list("/shared/photos").size());
        }
    }

    @Test
    void theAuditLogTellsOfChangesAndRefusals() throws IOException {
        Path data = folder.resolve("data0");
        try (ServedCluster cluster = new ServedCluster(folder, 1, settings).startAll();
                Pfs root = connect(cluster, "root");
                Pfs ann = connect(cluster, "ann")) {
            root.files().write("/a \"quoted\"\nname", SOME);
            denied(() -> ann.files().delete("/a \"quoted\"\nname"));
            ann.files().list("/");
        }
        List<String> lines = Files.readAllLines(data.resolve("audit.log"));
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains(" user=\"root\" uid=0 client=\"127.0.0.1:"), lines.get(0));
        assertTrue(lines.get(0).endsWith(" name=\"a \\x22quoted\\x22\\x0aname\" result=OK"), lines.get(0));
        assertTrue(lines.get(1).contains(" user=\"ann\" uid=1001 "), lines.get(1));
        assertTrue(lines.get(1).contains(" op=remove-row "), lines.get(1));
        assertTrue(lines.get(1).endsWith(" result=PERMISSION_DENIED"), lines.get(1));
    }

    @Test
    void itCanBeElsewhereOrOff() {
        Path elsewhere = folder.resolve("elsewhere.log");
        try (RunningServer server =
                ServedFolder.start(folder.resolve("one"), Map.of(Setting.AUDIT, elsewhere.toString()))) {
            ServedFolder.use(server, ClientOptions.DEFAULT);
        }
        assertTrue(Files.exists(elsewhere));
        try (RunningServer server = ServedFolder.start(folder.resolve("two"), Map.of(Setting.AUDIT, "off"))) {
            ServedFolder.use(server, ClientOptions.DEFAULT);
        }
        assertEquals(false, Files.exists(folder.resolve("two").resolve("audit.log")));
    }

    @Test
    void aFileOfUsersThatIsNotInOrderIsRefused() throws IOException {
        Path users = Files.writeString(folder.resolve("bad"), "ann:1001\n");
        PfsException refusal = assertThrows(
                PfsException.class,
                () -> ServedFolder.start(folder.resolve("one"), Map.of(Setting.USERS, users.toString())));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains("line 1"), refusal.getMessage());
    }
}
