package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.LocalReads;
import io.pfs.client.local.PoolFinder;
import io.pfs.client.table.Table;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.testing.ForwardingReadFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients beside a pool that is quick: who waits for bytes reads them, and nobody is woken for that. */
@Timeout(120)
final class LocalReadsByWhoWaitsTest {
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();

    private final class Watched extends ForwardingReadFile {
        Watched(ReadFile file) {
            super(file);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            readers.add(Thread.currentThread());
            return super.read(target, offset);
        }
    }

    private PoolFinder watched() {
        FolderPools folders = new FolderPools();
        return (server, place) -> {
            PoolReader pool = folders.find(server, place).orElseThrow();
            return Optional.of(name -> new Watched(pool.open(name)));
        };
    }

    @Test
    void whoWaitsReads(@TempDir Path folder) {
        Way.Served served =
                new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
        BackgroundThreads others = new BackgroundThreads("test-readers", 2);
        SystemClock clock = new SystemClock();
        WaitersFirst waiters = new WaitersFirst(others, clock);
        LocalReads local =
                new LocalReads(served, watched(), others, waiters::ofThisThread, clock, (delayNs, task) -> () -> {});
        try (Pfs pfs = Pfs.over(local, ClientOptions.DEFAULT)) {
            Table table = pfs.createTable("/t");
            byte[] bytes = new byte[40_000];
            new Random(1).nextBytes(bytes);
            table.put("r", "content", bytes);
            served.engine().checkpoint();
            while (!readers.contains(Thread.currentThread())) {
                assertArrayEquals(bytes, table.get("r", "content").orElseThrow());
            }
            long before = local.counts().cells();
            assertArrayEquals(bytes, table.get("r", "content").orElseThrow());
            assertEquals(before + 1, local.counts().cells());
            assertTrue(readers.size() > 1, "at first others read: " + readers);
        }
    }
}
