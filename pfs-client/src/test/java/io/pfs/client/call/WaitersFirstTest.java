package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.Clock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who does what an answer needs, by a clock of the test's. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WaitersFirstTest {
    private static final int QUICK_IN_A_ROW = 16;
    private static final long SLOW_NS = 20_000_000;

    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE);
    /** What happens while the clock is read next. */
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    private final Queue<Runnable> others = new ArrayDeque<>();
    private final WaitersFirst waiters = new WaitersFirst(others::add, new Standing());

    private final class Standing implements Clock {
        @Override
        public long monotonicNs() {
            meanwhile.getAndSet(() -> {}).run();
            return nowNs.get();
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    }

    /** Whether it was left to others, who have done it then. */
    private boolean isDoneByOthers(Executor executor, Runnable work) {
        executor.execute(work);
        Runnable left = others.poll();
        if (left != null) {
            left.run();
        }
        return left != null;
    }

    private static <T> T in(CompletableFuture<T> future) {
        return future.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Others are quick so often that who waits is asked for it. */
    private void becomeTrusted() {
        for (int i = 0; i < QUICK_IN_A_ROW; i++) {
            assertTrue(isDoneByOthers(waiters.ofThisThread(), () -> {}), "this thread does not wait");
        }
    }

    /** Has who waits do this; he may not have begun to wait yet. */
    private void giveTo(Waiter<Executor> waiter, Runnable work) {
        CompletableFuture<Thread> taken = new CompletableFuture<>();
        boolean isLeft = true;
        while (isLeft) {
            waiter.known().execute(() -> {
                taken.complete(Thread.currentThread());
                work.run();
            });
            isLeft = others.poll() != null; // and is not done
        }
        assertSame(waiter.thread(), in(taken));
    }

    private Waiter<Executor> waiter() {
        return new Waiter<>(waiters::ofThisThread);
    }

    @Test
    void whoWaitsDoesItOnceItHasBeenQuickForLong() {
        try (Waiter<Executor> waiter = waiter()) {
            for (int i = 0; i < QUICK_IN_A_ROW; i++) {
                assertTrue(isDoneByOthers(waiter.known(), () -> {}), "nothing is known yet");
            }
            giveTo(waiter, () -> {});
            giveTo(waiter, () -> {});
        }
    }

    @Test
    void afterASlowOneOthersDoIt() {
        becomeTrusted();
        try (Waiter<Executor> waiter = waiter()) {
            CompletableFuture<Boolean> slow = new CompletableFuture<>();
            giveTo(waiter, () -> {
                nowNs.addAndGet(SLOW_NS);
                slow.complete(true);
            });
            in(slow);
            while (!isDoneByOthers(waiter.known(), () -> {})) {
                Thread.onSpinWait(); // the slow one is about to end
            }
            for (int i = 1; i < QUICK_IN_A_ROW - 1; i++) {
                assertTrue(isDoneByOthers(waiter.known(), () -> {}));
            }
        }
    }

    @Test
    void aSlowOneThatEndsMeanwhileWasSlow() {
        becomeTrusted();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        CompletableFuture<Boolean> answers = new CompletableFuture<>();
        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> waiters.watch(() -> {
            begun.complete(true);
            in(answers);
        }));
        in(begun);
        nowNs.addAndGet(SLOW_NS);
        meanwhile.set(() -> {
            answers.complete(true);
            in(ended);
        });
        assertFalse(waiters.areQuick());
    }

    @Test
    void whileOneHangsNobodyElseIsCaught() throws InterruptedException {
        becomeTrusted();
        CountDownLatch answers = new CountDownLatch(1);
        try (Waiter<Executor> caught = waiter();
                Waiter<Executor> waiter = waiter()) {
            CompletableFuture<Boolean> hangs = new CompletableFuture<>();
            giveTo(caught, () -> {
                hangs.complete(true);
                try {
                    answers.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            giveTo(waiter, () -> {}); // it waits, and the one that hangs does so for a moment only
            in(hangs);
            nowNs.addAndGet(SLOW_NS);
            for (int i = 0; i < 3 * QUICK_IN_A_ROW; i++) {
                assertTrue(isDoneByOthers(waiter.known(), () -> {}), "it might hang as well");
            }
            answers.countDown();
        }
    }
}
