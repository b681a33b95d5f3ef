package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import io.pfs.pool.HostedPool;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.testing.ForwardingReadFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients beside a pool that is quick: who waits for bytes reads them, and nobody is woken for that, unless others have them. */
@Timeout(120)
final class LocalReadsByWhoWaitsTest {
    /** Many times as often as who waits is trusted after. */
    private static final int TRUSTED_READS = 200;

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

    /** As one on HDFS is. */
    private PoolFinder hosted() {
        PoolFinder watched = watched();
        return (server, place) -> watched.find(server, place).map(Hosted::new);
    }

    private record Hosted(PoolReader pool) implements HostedPool {
        @Override
        public ReadFile open(String name) {
            return pool.open(name);
        }

        @Override
        public Map<String, Long> hostsOf(String name, long offset, long length) {
            return Map.of();
        }
    }

    /** Something that a client with one row in a pool does. */
    private interface Reading {
        void read(Table table, LocalReads local);
    }

    private static void beside(Path folder, PoolFinder pools, Reading reading) {
        Way.Served served =
                new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
        BackgroundThreads others = new BackgroundThreads("test-readers", 2);
        SystemClock clock = new SystemClock();
        WaitersFirst waiters = new WaitersFirst(others, clock);
        LocalReads local =
                new LocalReads(served, pools, waiters, clock, (delayNs, task) -> () -> {}, LocalReads.AT_ONCE_BYTES);
        try (Pfs pfs = Pfs.over(local, ClientOptions.DEFAULT)) {
            Table table = pfs.createTable("/t");
            table.put("r", "content", bytes());
            served.engine().checkpoint();
            reading.read(table, local);
        }
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[40_000];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static void requireRead(Table table) {
        assertArrayEquals(bytes(), table.get("r", "content").orElseThrow());
    }

    @Test
    void whoWaitsReads(@TempDir Path folder) {
        beside(folder, watched(), (table, local) -> {
            while (!readers.contains(Thread.currentThread())) {
                requireRead(table);
            }
            long before = local.counts().cells();
            requireRead(table);
            assertEquals(before + 1, local.counts().cells());
            assertTrue(readers.size() > 1, "at first others read: " + readers);
        });
    }

    @Test
    void whatIsOnOtherHostsIsLeftToOthers(@TempDir Path folder) {
        beside(folder, hosted(), (table, local) -> {
            while (local.counts().cells() < TRUSTED_READS) {
                requireRead(table);
            }
            assertFalse(
                    readers.contains(Thread.currentThread()), "an interrupt of his would look like a fault of theirs");
        });
    }
}
