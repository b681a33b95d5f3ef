package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns of the loop that whoever brings something does. */
final class BroughtTurnsTest {
    private static final int THREADS = 4;
    private static final int TASKS = 30_000;
    private static final int TRIES_MAX = 1_000_000;
    private static final int SECONDS_MAX = 60;

    private final CompletableFuture<Throwable> died = new CompletableFuture<>();
    private final AtomicInteger deaths = new AtomicInteger();
    private final LoopThread loop = new LoopThread("test-loop", new SystemClock(), () -> {}, this::died);
    /** Only who has the turn touches them. */
    private int done;

    private boolean isInTask;

    @BeforeEach
    void start() {
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private void died(Throwable cause) {
        deaths.incrementAndGet();
        died.complete(cause);
    }

    /** Has something done by this thread: its own one has the turn for moments only. */
    private void bringHere(Runnable task) {
        Thread here = Thread.currentThread();
        List<Thread> by = new ArrayList<>();
        for (int tries = 0; !by.contains(here); tries++) {
            assertTrue(tries < TRIES_MAX, "this thread gets the turn");
            CompletableFuture<Void> isDone = new CompletableFuture<>();
            loop.bring(() -> {
                by.add(Thread.currentThread());
                if (Thread.currentThread() == here) {
                    task.run();
                }
                isDone.complete(null);
            });
            isDone.join();
        }
    }

    @Test
    void whoBringsSomethingHasTheTurnUntilItIsDone() {
        List<Boolean> had = new ArrayList<>();
        bringHere(() -> had.add(loop.isHere()));
        assertEquals(List.of(true), had);
        assertFalse(loop.isHere());
    }

    @Test
    void allIsDoneOnceAndNothingAtTheSameTime() throws Exception {
        CountDownLatch all = new CountDownLatch(2 * THREADS * TASKS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> repeat(loop::bring, all)));
            threads.add(new Thread(() -> repeat(loop::post, all)));
        }
        threads.forEach(Thread::start);
        assertTrue(all.await(SECONDS_MAX, TimeUnit.SECONDS), () -> all.getCount() + " tasks are not done");
        loop.close();
        assertEquals(2 * THREADS * TASKS, done);
        assertFalse(died.isDone());
    }

    private void repeat(Consumer<Runnable> way, CountDownLatch all) {
        for (int i = 0; i < TASKS; i++) {
            way.accept(() -> {
                if (isInTask || !loop.isHere()) {
                    throw new IllegalStateException("two have the turn");
                }
                isInTask = true;
                done++;
                isInTask = false;
                all.countDown();
            });
        }
    }

    /** Each waits for its task before it brings the next: so the loop's thread is often about to sleep. */
    @Test
    void whatIsBroughtOrPostedOneAtATimeIsNeverLeft() throws Exception {
        CountDownLatch ended = new CountDownLatch(2 * THREADS);
        for (int i = 0; i < THREADS; i++) {
            loop.post(() -> next(TASKS, loop::post, ended));
            loop.post(() -> next(TASKS, loop::bring, ended));
        }
        assertTrue(ended.await(SECONDS_MAX, TimeUnit.SECONDS), () -> ended.getCount() + " wait");
    }

    private void next(int left, Consumer<Runnable> way, CountDownLatch ended) {
        if (left == 0) {
            ended.countDown();
        } else if (left % 100 == 0) {
            new Thread(() -> way.accept(() -> next(left - 1, way, ended))).start();
        } else {
            way.accept(() -> next(left - 1, way, ended));
        }
    }

    @Test
    void alarmsThatAreSetInABroughtTurnRing() throws Exception {
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Boolean> rung = new CompletableFuture<>();
            bringHere(() -> loop.after(1_000_000, () -> rung.complete(loop.isHere())));
            assertTrue(rung.get(SECONDS_MAX, TimeUnit.SECONDS));
        }
    }

    /** The loop's thread sleeps until a far alarm, or has not begun to sleep yet. */
    @Test
    void anEarlierAlarmDoesNotWaitForALaterOne() throws Exception {
        CompletableFuture<Void> far = new CompletableFuture<>();
        bringHere(() -> loop.after(TimeUnit.HOURS.toNanos(1), () -> far.complete(null)));
        CompletableFuture<Boolean> near = new CompletableFuture<>();
        bringHere(() -> loop.after(1_000_000, () -> near.complete(true)));
        assertTrue(near.get(SECONDS_MAX, TimeUnit.SECONDS));
        assertFalse(far.isDone());
    }

    @Test
    void whatIsPostedWhileAnotherHasTheTurnIsDoneAfterIt() throws Exception {
        CompletableFuture<Void> posted = new CompletableFuture<>();
        bringHere(() -> {
            Thread other = new Thread(() -> loop.post(() -> posted.complete(null)));
            other.start();
            join(other);
            assertFalse(posted.isDone(), "this thread has the turn");
        });
        posted.get(SECONDS_MAX, TimeUnit.SECONDS);
        assertFalse(died.isDone());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aMistakeInABroughtTurnEndsTheLoopAndNotWhoBroughtIt() throws Exception {
        IllegalStateException mistake = new IllegalStateException("a mistake");
        Thread here = Thread.currentThread();
        for (int tries = 0; !died.isDone(); tries++) {
            assertTrue(tries < TRIES_MAX, "this thread gets the turn");
            loop.bring(() -> {
                if (Thread.currentThread() == here) {
                    throw mistake;
                }
            });
        }
        assertSame(mistake, died.get());
        assertEquals(1, deaths.get(), "what was left in the queue fails as well, and nobody hears of that");
        assertFalse(loop.post(() -> {}));
        assertFalse(loop.bring(() -> {}));
        assertFalse(loop.isHere());
    }

    @Test
    void whoClosesTheLoopWaitsForWhoHasTheTurn() {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        List<String> order = new ArrayList<>();
        bringHere(() -> {
            Thread closer = new Thread(() -> {
                loop.close();
                order.add("closed");
                closing.complete(null);
            });
            closer.start();
            awaitState(closer, Thread.State.TIMED_WAITING); // for the loop's thread to end
            order.add("done");
        });
        closing.join();
        assertEquals(List.of("done", "closed"), order);
        assertFalse(loop.bring(() -> order.add("late")));
    }

    /** It was about to sleep without end while a turn was under way, as the alarm that it had slept for was rung in the turn before. */
    @Test
    void anAlarmIsNotForgottenBecauseAnEarlierOneWasRungMeanwhile() throws Exception {
        AtomicLong nowNs = new AtomicLong();
        AtomicReference<Thread> own = new AtomicReference<>();
        AtomicReference<Runnable> atEnd = new AtomicReference<>(() -> {});
        CompletableFuture<Void> rung = new CompletableFuture<>();
        try (LoopThread timed = new LoopThread(
                "timed-loop",
                LoopThreadTest.clockAt(nowNs::get),
                () -> atEnd.getAndSet(() -> {}).run(),
                died::complete)) {
            timed.start();
            CompletableFuture<Void> isSet = new CompletableFuture<>();
            timed.post(() -> {
                own.set(Thread.currentThread());
                timed.after(TimeUnit.HOURS.toNanos(1), () -> {});
                isSet.complete(null);
            });
            isSet.join();
            awaitState(own.get(), Thread.State.TIMED_WAITING);
            nowNs.set(TimeUnit.HOURS.toNanos(2));
            timed.bring(() -> atEnd.set(() -> timed.post(() -> {
                LockSupport.unpark(own.get());
                awaitState(own.get(), Thread.State.WAITING);
                timed.after(0, () -> rung.complete(null));
            })));
            rung.get(SECONDS_MAX, TimeUnit.SECONDS);
        }
        assertFalse(died.isDone());
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }
}
