package io.pfs.server.zookeeper;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stays in the folder of a ZooKeeper that is begun again and again. */
final class OwnZooKeeperTest {
    private static final int KEPT = 3;
    private static final int CLIENT_MILLIS = 10_000;

    @TempDir
    private Path folder;

    /** Each life leaves a snapshot, and a log if anything was written. */
    @Test
    void onlyTheNewestSnapshotsStay() throws Exception {
        for (int life = 0; life < 2 * KEPT; life++) {
            try (OwnZooKeeper zooKeeper = OwnZooKeeper.start(folder);
                    ZooKeeper client = new ZooKeeper(zooKeeper.address().toString(), CLIENT_MILLIS, event -> {})) {
                client.create("/life-" + life, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
                assertTrue(client.exists("/life-0", false) != null, "what was written stays");
            }
        }
        List<String> files = files();
        assertTrue(count(files, "snapshot.") <= KEPT + 1, files::toString);
        assertTrue(count(files, "log.") <= KEPT + 2, files::toString);
    }

    private static long count(List<String> files, String prefix) {
        return files.stream().filter(name -> name.startsWith(prefix)).count();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
