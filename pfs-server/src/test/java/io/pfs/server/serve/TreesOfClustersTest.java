package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.api.CountedConnection;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.TreeWalk;
import io.pfs.client.table.TableOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees whose directories are on several servers, and such as not all may see all of. */
final class TreesOfClustersTest {
    private static final int SERVERS = 3;
    private static final int DIRECTORIES = 600;
    private static final String USERS = "ann:1001:1001\nbob:1002:1002\n";

    @TempDir
    private Path folder;

    private ServedCluster cluster(int servers) throws IOException {
        Path users = Files.write(folder.resolve("users"), USERS.getBytes(StandardCharsets.UTF_8));
        return new ServedCluster(folder.resolve("c" + servers), servers, Map.of(Setting.USERS, users.toString()))
                .startAll();
    }

    private static Set<String> met(PfsFiles files, String top) {
        Set<String> met = new TreeSet<>();
        files.walkTree(top)
                .forEachRemaining(info -> assertTrue(met.add(info.path().toString()), info.path() + " is met twice"));
        return met;
    }

    private static Set<String> make(PfsFiles files) {
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < DIRECTORIES; i++) {
            String year = "/top/year=" + i % 12;
            String day = year + "/day=" + i;
            files.mkdirs(day);
            files.write(day + "/file", new byte[] {1});
            made.addAll(List.of(year, day, day + "/file"));
        }
        return made;
    }

    @Test
    void directoriesOfSeveralServersAreAskedForTogether() throws IOException {
        try (ServedCluster cluster = cluster(SERVERS);
                Pfs writer = cluster.connect(ClientOptions.DEFAULT)) {
            Set<String> made = make(writer.files());
            CountedConnection counted =
                    new CountedConnection(RunningClusterTest.connect(cluster, RunningClusterTest.JO), true);
            try (Pfs pfs = Pfs.over(counted, ClientOptions.DEFAULT)) {
                assertEquals(made, met(pfs.files(), "/top"), "by one that is not connected to all yet");
                int before = counted.requests();
                assertEquals(made, met(pfs.files(), "/top"));
                int requests = counted.requests() - before;
                assertTrue(requests < 40, "requests for " + DIRECTORIES + " directories: " + requests);
            }
        }
    }

    /** A directory over several servers has its names, and what is in them, here and there. */
    @Test
    void aSpreadDirectoryIsMetWhole() throws IOException {
        try (ServedCluster cluster = cluster(SERVERS);
                Pfs writer = cluster.connect(ClientOptions.DEFAULT);
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            writer.files().mkdirs("/top");
            writer.createTable("/top/wide", TableOptions.DEFAULT.withSpread(4));
            Set<String> made = new TreeSet<>(Set.of("/top/wide"));
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 6000; i++) {
                names.add("row-" + i);
                made.add("/top/wide/row-" + i);
            }
            writer.openTable("/top/wide").createAll(names);
            for (int i = 0; i < 100; i++) {
                writer.files().mkdirs("/top/wide/d" + i + "/e");
                made.addAll(List.of("/top/wide/d" + i, "/top/wide/d" + i + "/e"));
            }
            assertEquals(made, met(pfs.files(), "/top"));
            assertEquals(made, met(writer.files(), "/top"));
        }
    }

    /** What one may not list is refused by its name, whatever was asked for with it; who may is not. */
    @Test
    void whatOneMayNotListIsRefused() throws IOException {
        for (int servers : new int[] {1, SERVERS}) {
            try (ServedCluster cluster = cluster(servers);
                    Pfs root = cluster.connect(ClientOptions.DEFAULT.withUser("root"));
                    Pfs ann = cluster.connect(ClientOptions.DEFAULT.withUser("ann"));
                    Pfs bob = cluster.connect(ClientOptions.DEFAULT.withUser("bob"))) {
                Set<String> made = make(root.files());
                String hers = "/top/year=3/day=3";
                for (int mode : new int[] {0700, 0711, 0744}) {
                    root.files().setOwner(hers, 1001, 1001);
                    root.files().setPermissions(hers, mode);
                    assertEquals(made, met(ann.files(), "/top"));
                    denied(() -> met(bob.files(), "/top"), "may not list table '" + hers + "'");
                }
                root.files().setPermissions("/top/year=3", 0744);
                denied(() -> met(ann.files(), "/top"), "'/top/year=3'");
            }
        }
    }

    private static void denied(Runnable walk, String words) {
        PfsException refusal = assertThrows(PfsException.class, walk::run);
        assertEquals(ErrorCode.PERMISSION_DENIED, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
    }

    /** Whatever is moved or removed while a tree is walked over: what stays where it is is met. */
    @Test
    void whatStaysIsMetWhileOtherDirectoriesGo() throws IOException {
        try (ServedCluster cluster = cluster(SERVERS);
                Pfs writer = cluster.connect(ClientOptions.DEFAULT);
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            Set<String> made = make(writer.files());
            writer.files().mkdirs("/away");
            Set<String> met = new TreeSet<>();
            TreeWalk walk = pfs.files().walkTree("/top");
            for (int gone = 0; walk.hasNext(); ) {
                FileInfo info = walk.next();
                met.add(info.path().toString());
                if (met.size() % 50 == 0) {
                    String name = "/top/year=" + gone % 6 + "/day=" + (gone % 6 + 12 * (gone / 6));
                    if (gone % 2 == 0) {
                        writer.files().deleteTree(name);
                    } else {
                        writer.files().rename(name, "/away/" + gone);
                    }
                    gone++;
                }
            }
            made.removeIf(path -> Integer.parseInt(path.replaceAll("/top/year=(\\d+).*", "$1")) < 6);
            assertTrue(met.containsAll(made), "what stayed");
        }
    }
}
