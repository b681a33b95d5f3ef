package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.system.LoopThread;
import io.pfs.env.system.SystemClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class LoopPatienceTest {
    private static final long STILL_MILLIS = 50;
    private static final long NS_PER_MS = 1_000_000;

    private final LoopThread loop = new LoopThread("test", new SystemClock(), () -> {}, cause -> {
        throw new AssertionError(cause);
    });

    @Test
    void whatTakesLongIsWaitedForWhileTheLoopGoesOn() {
        CompletableFuture<Void> wanted = new CompletableFuture<>();
        loop.start();
        loop.post(() -> loop.after(10 * STILL_MILLIS * NS_PER_MS, () -> wanted.complete(null)));
        assertTrue(LoopPatience.await(loop, wanted, STILL_MILLIS));
        assertTrue(wanted.isDone());
        loop.close();
    }

    @Test
    void aLoopThatStandsStillIsNotWaitedFor() {
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Void> wanted = new CompletableFuture<>();
        loop.start();
        loop.post(() -> {
            held.countDown();
            wanted.join();
        });
        awaitUninterrupted(held);
        assertFalse(LoopPatience.await(loop, wanted, STILL_MILLIS));
        wanted.complete(null);
        loop.close();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatCameAlreadyIsThere() {
        assertTrue(LoopPatience.await(loop, CompletableFuture.completedFuture(null), STILL_MILLIS));
        assertTrue(LoopPatience.await(
                loop, CompletableFuture.failedFuture(new IllegalStateException("ended")), STILL_MILLIS));
    }
}
