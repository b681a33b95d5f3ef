package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class PromiseTest {
    @Test
    void aFailureIsThrownWithItsCodeAndBothTraces() {
        Promise<String> promise = new Promise<>();
        PfsException cause = new PfsException(ErrorCode.NOT_FOUND, "no such row");
        promise.failed(cause);
        PfsException thrown = assertThrows(PfsException.class, () -> Promise.await(promise));
        assertEquals(ErrorCode.NOT_FOUND, thrown.code());
        assertEquals("no such row", thrown.detail());
        assertSame(cause, thrown.getCause());
        assertThrows(PfsException.class, () -> Promise.await(promise.thenApply(String::length)));
    }

    @Test
    void waitingWhereAnswersComeIsRefused() {
        Promise<String> promise = new Promise<>();
        Promise<String> never = new Promise<>();
        CompletableFuture<String> chained = promise.thenApply(value -> Promise.await(never));
        CompletableFuture<String> whatIsThere =
                promise.thenApply(value -> Promise.await(CompletableFuture.completedFuture("there")));
        promise.done("x");
        CompletionException thrown = assertThrows(CompletionException.class, chained::join);
        assertEquals(ErrorCode.USAGE, ((PfsException) thrown.getCause()).code());
        assertEquals("there", whatIsThere.join(), "what is there needs no waiting");
        Promise.requireMayBlock();
    }

    @Test
    void whoeverIsInterruptedIsToldThatNothingIsKnown() {
        Thread.currentThread().interrupt();
        PfsException thrown = assertThrows(PfsException.class, () -> Promise.await(new Promise<String>()));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, thrown.code());
        assertTrue(Thread.interrupted(), "and stays interrupted");
    }

    @Test
    void whatGoesOnAndFailsFailsWhatFollows() {
        Promise<String> promise = new Promise<>();
        Outcome.<Integer>then(promise, value -> {
                    throw new IllegalStateException("ours");
                })
                .done(1);
        PfsException thrown = assertThrows(PfsException.class, () -> Promise.await(promise));
        assertEquals(ErrorCode.INVARIANT_BROKEN, thrown.code());
    }

    /** Whether each step asks for the next at once or later, the stack is the same. */
    @Test
    void aMillionStepsNeedNoMillionFrames() {
        List<Integer> depths = new ArrayList<>();
        new Repeating() {
            private int steps;

            @Override
            protected void step() {
                if (steps++ % 100_000 == 0) {
                    depths.add(new Throwable().getStackTrace().length);
                }
                if (steps < 1_000_000) {
                    again();
                }
            }
        }.again();
        assertEquals(1, depths.stream().distinct().count(), depths.toString());
    }
}
