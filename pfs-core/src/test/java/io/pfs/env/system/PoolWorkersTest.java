package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PoolWorkersTest {
    private static final int THREADS = 4;

    private final CompletableFuture<Throwable> died = new CompletableFuture<>();
    private final LoopThread loop = new LoopThread("test-loop", new SystemClock(), () -> {}, died::complete);
    private final PoolWorkers workers = new PoolWorkers("test-worker", THREADS, loop);

    @BeforeEach
    void start() {
        loop.start();
    }

    @AfterEach
    void stop() {
        workers.close();
        loop.close();
    }

    /** Each end brings the next job, from one at a time to more than there are threads: some find everybody asleep. */
    @Test
    void noJobIsLeftBehind() throws InterruptedException {
        int jobs = 20_000;
        CountDownLatch ended = new CountDownLatch(jobs);
        AtomicInteger left = new AtomicInteger(jobs);
        for (int chains = 1; chains <= 2 * THREADS; chains++) {
            loop.post(() -> next(left, ended));
        }
        assertTrue(ended.await(60, TimeUnit.SECONDS), () -> ended.getCount() + " jobs have not ended");
    }

    private void next(AtomicInteger left, CountDownLatch ended) {
        if (left.decrementAndGet() >= 0) {
            AtomicInteger ran = new AtomicInteger();
            workers.run(ran::incrementAndGet, () -> {
                assertTrue(loop.isHere());
                assertEquals(1, ran.get());
                ended.countDown();
                next(left, ended);
            });
        }
    }

    /** Jobs that only end together need a thread each, however many were awake when they came. */
    @Test
    void jobsThatBlockDoNotKeepOthersWaiting() throws Exception {
        for (int round = 0; round < 300; round++) {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            CountDownLatch ended = new CountDownLatch(THREADS);
            loop.post(() -> {
                for (int i = 0; i < THREADS; i++) {
                    workers.run(() -> await(together), ended::countDown);
                }
            });
            assertTrue(ended.await(60, TimeUnit.SECONDS), "round " + round);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aJobThatThrowsEndsTheLoop() throws Exception {
        loop.post(() -> workers.run(
                () -> {
                    throw new IllegalStateException("a mistake");
                },
                () -> {}));
        assertEquals("a mistake", died.get(60, TimeUnit.SECONDS).getMessage());
    }
}
