package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An outcome as a future: the border between callbacks, which everything below uses, and those who wait or chain. What is
 * chained to it runs on the thread of the answer, so it must not block; the blocking API refuses to be called there. Who waits may bring his answer himself (see {@code Wait}).
 */
public final class Promise<T> extends CompletableFuture<T> implements Outcome<T> {
    private static final ThreadLocal<Boolean> ANSWERING = ThreadLocal.withInitial(() -> false);

    @Override
    public void done(T value) {
        answer(() -> complete(value));
    }

    @Override
    public void failed(PfsException cause) {
        answer(() -> completeExceptionally(cause));
    }

    private static void answer(Runnable completion) {
        boolean before = ANSWERING.get();
        ANSWERING.set(true);
        try {
            completion.run();
        } finally {
            ANSWERING.set(before);
        }
    }

    /** Waits for a future; what it failed with is thrown with the trace of who waited, too. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            if (!future.isDone()) {
                requireMayBlock();
                WaitingThread.here().until(future);
            }
            return future.get();
        } catch (ExecutionException e) {
            throw again(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PfsException(
                    ErrorCode.UNKNOWN_OUTCOME, "interrupted while waiting: what was asked for may still be done", e);
        }
    }

    /** Refuses to go on where waiting would mean waiting for oneself. */
    public static void requireMayBlock() {
        if (ANSWERING.get()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a blocking call on the thread that brings the answers would wait for itself; use thenComposeAsync"
                            + " or the async API");
        }
    }

    private static PfsException again(@Nullable Throwable cause) {
        if (cause instanceof PfsException refusal) {
            return new PfsException(refusal.code(), refusal.detail(), refusal);
        }
        return new PfsException(ErrorCode.INVARIANT_BROKEN, "an operation ended with " + cause, cause);
    }
}
