package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.pool.HomeName;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.LocalZooKeeper;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two who give out the seats of one pool: by mistake, and because the first one is lost. */
final class OtherCoordinatorTest {
    private static final int SEATS = 2;

    @TempDir
    Path folder;

    private Path pool() {
        return folder.resolve("pool");
    }

    private CoordinatedServer start(LocalZooKeeper zooKeeper) {
        Settings settings = new Settings();
        settings.set(Setting.LISTEN, "127.0.0.1:0");
        settings.set(Setting.DATA, folder.resolve("data").toString());
        settings.set(Setting.POOL, pool().toString());
        settings.set(Setting.ZOOKEEPER, "127.0.0.1:" + zooKeeper.port());
        settings.set(Setting.SESSION_SECONDS, "3");
        ServerConfig config = ServerConfig.of(settings, Runtime.getRuntime().maxMemory(), 2);
        return CoordinatedServer.start(config, config.coordinator().orElseThrow());
    }

    private static void assertRefused(PfsException refusal) {
        assertEquals(ErrorCode.NOT_OURS, refusal.code());
        assertTrue(refusal.getMessage().contains("who gives out the seats of the pool"), refusal.getMessage());
    }

    @Test
    void serversOfTwoCoordinatorsDoNotShareAPool() throws IOException {
        RemoteFolders.format(new PoolAt.Folder(pool()), SEATS, new SystemClock(), new SystemEntropy());
        try (LocalZooKeeper first = new LocalZooKeeper(folder.resolve("first"));
                LocalZooKeeper second = new LocalZooKeeper(folder.resolve("second"))) {
            start(first).close();
            start(first).close();
            assertRefused(assertThrows(PfsException.class, () -> start(second)));
            letTakeThePlace(second);
            start(second).close();
            assertRefused(assertThrows(PfsException.class, () -> start(first)));
            start(second).close();
        }
    }

    /** As docs/OPERATIONS.md tells people to do. */
    private void letTakeThePlace(LocalZooKeeper zooKeeper) throws IOException {
        FileSystemFacts facts;
        try (RemoteFolders open = RemoteFolders.open(new PoolAt.Folder(pool()))) {
            facts = open.facts();
        }
        HexFormat hex = HexFormat.of();
        String base = "/pfs/" + hex.toHexDigits(facts.idHigh()) + hex.toHexDigits(facts.idLow());
        Files.delete(pool().resolve("coordinator"));
        List<String> names;
        try (Stream<Path> homes = Files.list(pool())) {
            names = homes.map(home -> home.getFileName().toString()).toList();
        }
        for (int seat = 0; seat < SEATS; seat++) {
            String number = String.format("%04d", seat);
            long newest = HomeName.newestIn("the pool", "server-" + number, () -> names)
                    .value();
            assertTrue(newest >= 2, "it was held twice");
            zooKeeper.put(base + "/seats/" + number, newest + " -");
        }
    }
}
