package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.DaemonTimers;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.local.LocalReads;
import io.pfs.client.local.PoolFinder;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.ReadFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients beside a pool that is not there yet, or that have no memory left to read it. */
final class LocalReadsFailureTest {
    private static final long LOOK_NS = 60_000_000_000L;

    @TempDir
    private Path folder;

    private final DaemonTimers timers = new DaemonTimers();

    @AfterEach
    void close() {
        timers.close();
    }

    private Way.Served served() {
        return new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
    }

    /** What is read by it fails so. */
    private LocalReads reads(Way.Served served, Supplier<ReadFile> opening) {
        LocalReads reads = new LocalReads(
                served,
                (server, place) -> new FolderPools().find(server, place).map(pool -> any -> opening.get()),
                new WaitersFirst(new BackgroundThreads("readers", 1), new SystemClock()),
                new SystemClock(),
                timers,
                LocalReads.AT_ONCE_BYTES);
        reads.lookAround(LOOK_NS);
        return reads;
    }

    private static byte[] cell() {
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static Table filled(Pfs pfs, Way.Served served) {
        Table table = pfs.createTable("/t");
        table.put("a", "content", cell());
        served.engine().checkpoint();
        return table;
    }

    @Test
    void whoHasNoMemoryToReadAsksTheServer() {
        Way.Served served = served();
        LocalReads reads = reads(served, () -> {
            throw new OutOfMemoryError("no memory outside of the heap");
        });
        try (Pfs pfs = Pfs.over(reads, ClientOptions.DEFAULT)) {
            assertArrayEquals(cell(), filled(pfs, served).get("a", "content").orElseThrow());
            assertEquals(new LocalReadCounts(0, 0, 1), reads.counts());
        }
    }

    /** What it is on may be back, or the witness there by now. */
    @Test
    void aPoolThatWasNotThereIsLookedForAgain() {
        Way.Served served = served();
        Clock system = new SystemClock();
        AtomicLong aheadNs = new AtomicLong();
        Clock clock = new Clock() {
            @Override
            public long monotonicNs() {
                return system.monotonicNs() + aheadNs.get();
            }

            @Override
            public long wallMillis() {
                return system.wallMillis();
            }
        };
        AtomicInteger looks = new AtomicInteger();
        PoolFinder finder = (server, place) ->
                looks.getAndIncrement() == 0 ? Optional.empty() : new FolderPools().find(server, place);
        LocalReads reads = new LocalReads(
                served,
                finder,
                new WaitersFirst(new BackgroundThreads("readers", 1), clock),
                clock,
                timers,
                LocalReads.AT_ONCE_BYTES);
        reads.lookAround(LOOK_NS);
        try (Pfs pfs = Pfs.over(reads, ClientOptions.DEFAULT)) {
            Table table = filled(pfs, served);
            assertArrayEquals(cell(), table.get("a", "content").orElseThrow());
            assertEquals(1, looks.get());
            aheadNs.addAndGet(10_000_000_000L);
            while (reads.counts().cells() == 0) {
                assertArrayEquals(cell(), table.get("a", "content").orElseThrow());
            }
            assertEquals(2, looks.get());
        }
    }
}
