package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.local.LocalReads;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.HostedPool;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.testing.ForwardingReadFile;
import io.pfs.wire.PoolPlace;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients beside a pool that is slow: whoever waits is served, and the pool is left alone. What reads, and when, is in the test's hand. */
final class LocalReadsInTimeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long QUARTER_NS = TIMEOUT.toNanos() / 4;
    private static final long AGAIN_NS = 10_000_000_000L;
    private static final int CELLS = 6;

    /** What comes in no time comes never. */
    private static final long GUARD_SECONDS = 30;

    @TempDir
    private Path folder;

    private final Clock system = new SystemClock();
    private final AtomicLong aheadNs = new AtomicLong();
    private final BlockingQueue<Runnable> reading = new LinkedBlockingQueue<>();
    private final Queue<Runnable> timers = new ArrayDeque<>();
    private Runnable beforeRead = () -> {};
    private boolean isHosted;
    private int reads;

    private Way.Served served;
    private LocalReads local;
    private Pfs pfs;
    private Table table;

    @BeforeEach
    void open() {
        served = new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
        local = new LocalReads(
                served,
                this::find,
                new WaitersFirst(reading::add, new Ahead()),
                new Ahead(),
                this::after,
                LocalReads.AT_ONCE_BYTES);
        pfs = Pfs.over(local, ClientOptions.DEFAULT.withTimeout(TIMEOUT));
        table = pfs.createTable("/t");
        Map<String, byte[]> cells = new TreeMap<>();
        for (int i = 0; i < CELLS; i++) {
            cells.put("r" + i, cell(i));
        }
        table.putAll("content", cells);
        served.engine().checkpoint();
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private final class Ahead implements Clock {
        @Override
        public long monotonicNs() {
            return system.monotonicNs() + aheadNs.get();
        }

        @Override
        public long wallMillis() {
            return system.wallMillis();
        }
    }

    private synchronized Timers.Timer after(long delayNs, Runnable task) {
        timers.add(task);
        return () -> {};
    }

    /** What waits for its time has it now. */
    private void ring() {
        List<Runnable> due;
        synchronized (this) {
            due = new ArrayList<>(timers);
            timers.clear();
        }
        due.forEach(Runnable::run);
    }

    private Optional<PoolReader> find(ServerId server, PoolPlace place) {
        PoolReader pool = new FolderPools().find(server, place).orElseThrow();
        return Optional.of(isHosted ? new Hosted(pool) : name -> new Watched(pool.open(name)));
    }

    private final class Hosted implements HostedPool {
        private final PoolReader pool;

        Hosted(PoolReader pool) {
            this.pool = pool;
        }

        @Override
        public ReadFile open(String name) {
            return new Watched(pool.open(name));
        }

        @Override
        public Map<String, Long> hostsOf(String name, long offset, long length) {
            return Map.of();
        }
    }

    private final class Watched extends ForwardingReadFile {
        Watched(ReadFile file) {
            super(file);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            reads++;
            beforeRead.run();
            return super.read(target, offset);
        }
    }

    /** So long that each is read for itself. */
    private static byte[] cell(int nth) {
        byte[] bytes = new byte[600_000];
        new Random(nth).nextBytes(bytes);
        return bytes;
    }

    /** Whoever asks first is served, and has the pool looked for. */
    private void lookForThePool() {
        requireServed();
        next().run();
    }

    private Runnable next() {
        try {
            return Optional.ofNullable(reading.poll(GUARD_SECONDS, TimeUnit.SECONDS))
                    .orElseThrow();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T answer(CompletableFuture<T> asked) {
        return asked.orTimeout(GUARD_SECONDS, TimeUnit.SECONDS).join();
    }

    private CompletableFuture<Optional<byte[]>> ask(int nth) {
        return table.async().get("r" + nth, "content");
    }

    private void requireServed() {
        LocalReadCounts before = local.counts();
        assertArrayEquals(cell(0), answer(ask(0)).orElseThrow());
        assertEquals(before, local.counts());
    }

    private void requireReadHere() {
        long before = local.counts().cells();
        CompletableFuture<Optional<byte[]>> asked = ask(1);
        next().run();
        assertArrayEquals(cell(1), answer(asked).orElseThrow());
        assertEquals(before + 1, local.counts().cells());
    }

    /** Half of its time goes by until it fails. */
    private void hang() {
        aheadNs.addAndGet(2 * QUARTER_NS);
        ring();
        throw new PfsException(ErrorCode.IO_FAILED, "it does not answer");
    }

    private void requireHangingCostsNoAnswer() {
        beforeRead = this::hang;
        CompletableFuture<Optional<byte[]>> asked = ask(0);
        next().run();
        assertArrayEquals(cell(0), answer(asked).orElseThrow());
        assertEquals(new LocalReadCounts(0, 0, 1), local.counts());
        beforeRead = () -> {};
        requireServed();
    }

    @Test
    void aFolderThatHangsIsLeftForGood() {
        lookForThePool();
        requireHangingCostsNoAnswer();
        aheadNs.addAndGet(AGAIN_NS);
        requireServed();
        assertEquals(0, reading.size(), "it is not looked for");
    }

    @Test
    void whatIsOnOtherHostsIsLeftForSomeTime() {
        isHosted = true;
        lookForThePool();
        requireHangingCostsNoAnswer();
        aheadNs.addAndGet(AGAIN_NS);
        lookForThePool();
        requireReadHere();
    }

    @Test
    void whatWaitsForOthersIsServedWhileItIsTime() {
        lookForThePool();
        CompletableFuture<Optional<byte[]>> asked = ask(0);
        Runnable late = next();
        aheadNs.addAndGet(QUARTER_NS);
        ring();
        assertArrayEquals(cell(0), answer(asked).orElseThrow());
        assertEquals(new LocalReadCounts(0, 0, 1), local.counts());
        late.run();
        assertEquals(0, reads, "nobody waits for it");
        requireServed();
        aheadNs.addAndGet(AGAIN_NS);
        lookForThePool();
        requireReadHere();
    }

    @Test
    void whoseTurnComesTooLateIsServedAtOnce() {
        lookForThePool();
        CompletableFuture<Optional<byte[]>> asked = ask(0);
        Runnable late = next();
        aheadNs.addAndGet(QUARTER_NS);
        late.run();
        assertArrayEquals(cell(0), answer(asked).orElseThrow());
        assertEquals(0, reads);
    }

    @Test
    void aPageOfSlowReadsIsServedWhenHalfOfItsTimeIsOver() {
        lookForThePool();
        beforeRead = () -> aheadNs.addAndGet(QUARTER_NS / 2);
        CompletableFuture<Map<String, byte[]>> asked =
                table.async().getAll(List.of("r0", "r1", "r2", "r3", "r4", "r5"), "content");
        next().run();
        Map<String, byte[]> found = answer(asked);
        for (int i = 0; i < CELLS; i++) {
            assertArrayEquals(cell(i), found.get("r" + i));
        }
        assertEquals(4, reads, "the header, and three cells");
        assertEquals(new LocalReadCounts(0, 0, 1), local.counts());
    }
}
