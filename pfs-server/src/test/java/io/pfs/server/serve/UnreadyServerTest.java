package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.pool.HomeName;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.LocalZooKeeper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that serves some of its seats, and never gets ready as one can't be opened. */
final class UnreadyServerTest {
    private static final int SEATS = 2;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private ServerConfig config(LocalZooKeeper zooKeeper) {
        Settings settings = new Settings();
        settings.set(Setting.LISTEN, "127.0.0.1:0");
        settings.set(Setting.DATA, folder.resolve("data").toString());
        settings.set(Setting.POOL, folder.resolve("pool").toString());
        settings.set(Setting.ZOOKEEPER, "127.0.0.1:" + zooKeeper.port());
        settings.set(Setting.SESSION_SECONDS, "3");
        return ServerConfig.of(settings, Runtime.getRuntime().maxMemory(), 2);
    }

    @Test
    void itCanBeClosed() throws Exception {
        Path pool = folder.resolve("pool");
        RemoteFolders.format(new PoolAt.Folder(pool), SEATS, new SystemClock(), new SystemEntropy());
        Path home = pool.resolve(HomeName.of("server-0001", HomeName.NEVER_TAKEN));
        Files.move(home, folder.resolve("lost"));
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"))) {
            ServerConfig config = config(zooKeeper);
            CompletableFuture<Served> begun = new CompletableFuture<>();
            CompletableFuture<CoordinatedServer> ready = CompletableFuture.supplyAsync(
                    () -> CoordinatedServer.start(config, config.coordinator().orElseThrow(), begun::complete));
            CoordinatedServer server = (CoordinatedServer) begun.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            awaitFirstSeat(server);
            assertFalse(ready.isDone());
            server.close();
            assertEquals(server, ready.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(Set.of(), server.held());
        }
    }

    private static void awaitFirstSeat(CoordinatedServer server) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!server.held().equals(Set.of(new ServerId(0)))) {
            assertTrue(System.nanoTime() - untilNs < 0, "the first seat is served");
            Thread.onSpinWait();
        }
    }
}
