package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer;
import io.pfs.wire.Request;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a thread does while it waits. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WaitTest {
    /** It waits, or is about to. */
    private static void give(Waiter<Wait> waiter, Runnable work) {
        give(waiter.known(), work);
    }

    private static void give(Wait wait, Runnable work) {
        while (!wait.takes(work)) {
            Thread.onSpinWait();
        }
    }

    private static Wait mine() {
        return WaitingThread.here().waitForIt();
    }

    private static <T> T in(CompletableFuture<T> future) {
        return future.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void whatItIsGivenItDoesWhileItWaits() {
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            for (int i = 0; i < 100; i++) {
                CompletableFuture<Thread> by = new CompletableFuture<>();
                give(waiter, () -> by.complete(Thread.currentThread()));
                assertSame(waiter.thread(), in(by));
            }
            waiter.answer("here");
            assertEquals("here", waiter.ended());
        }
    }

    @Test
    void whatItDoesMayBeItsAnswer() {
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            give(waiter, () -> waiter.answer("made by itself"));
            assertEquals("made by itself", waiter.ended());
        }
    }

    @Test
    void whoDoesNotWaitTakesNothing() {
        assertFalse(mine().takes(() -> {}));
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            waiter.answer("here");
            waiter.ended();
            assertFalse(waiter.known().takes(() -> {}));
        }
    }

    @Test
    void oneThingIsDoneAtATime() {
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            CompletableFuture<Boolean> second = new CompletableFuture<>();
            give(waiter, () -> second.complete(waiter.known().takes(() -> {})));
            assertFalse(in(second));
        }
    }

    @Test
    void whoIsInterruptedGoesAndTakesNothingMore() {
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            give(waiter, () -> {});
            waiter.thread().interrupt();
            CompletionException thrown = assertThrows(CompletionException.class, waiter::ended);
            assertEquals(ErrorCode.UNKNOWN_OUTCOME, ((PfsException) thrown.getCause()).code());
            assertFalse(waiter.known().takes(() -> {}));
        }
    }

    @Test
    void whatWasTakenIsDoneThoughItIsInterrupted() {
        for (int i = 0; i < 200; i++) {
            try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
                CompletableFuture<Boolean> done = new CompletableFuture<>();
                give(waiter, () -> done.complete(true));
                waiter.thread().interrupt();
                in(done);
            }
        }
    }

    @Test
    void whatIsAskedLaterIsWhatItWaitsFor() {
        try (Waiter<List<Wait>> waiter = new Waiter<>(() -> List.of(mine(), mine()))) {
            give(waiter.known().get(1), () -> {});
            assertFalse(waiter.known().get(0).takes(() -> {}), "of what was asked before");
        }
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::askedBefore)) {
            while (waiter.thread().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertFalse(waiter.known().takes(() -> {}), "it waits, though not for that");
        }
    }

    private static Wait askedBefore() {
        ClientRig rig = new ClientRig();
        Wait before = mine();
        Request later = new Request.ReadRow(TinyServer.ROOT.table(), RowName.of("later"), List.of());
        rig.caller.send(new Ask(later, new ShardId(0), reply -> {}));
        return before;
    }

    /** A pool in which all wait would do nothing else. */
    @Test
    void othersOfAPoolDoTheirsWhileOneWaits() {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            CompletableFuture<String> answer = new CompletableFuture<>();
            CompletableFuture<String> waits = CompletableFuture.supplyAsync(() -> Promise.await(answer), pool);
            CompletableFuture<Void> unused =
                    CompletableFuture.runAsync(() -> answer.complete("by another thread"), pool);
            assertEquals("by another thread", in(waits));
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aMistakeIsThatOfWhoWaitsAndLeavesItAsItWas() {
        try (Waiter<Wait> waiter = new Waiter<>(WaitTest::mine)) {
            give(waiter, () -> {
                throw new IllegalStateException("ours");
            });
            CompletionException thrown = assertThrows(CompletionException.class, waiter::ended);
            assertEquals("ours", thrown.getCause().getMessage());
            assertFalse(waiter.known().takes(() -> {}));
        }
    }
}
