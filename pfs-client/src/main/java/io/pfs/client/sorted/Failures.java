package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** What futures failed with. */
final class Failures {
    private Failures() {}

    static boolean isOf(Throwable failure, ErrorCode code) {
        return cause(failure) instanceof PfsException refusal && refusal.code() == code;
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /** Fails in other words, if it failed with this. */
    static <T> CompletableFuture<T> replace(Throwable failure, ErrorCode code, Supplier<PfsException> other) {
        return CompletableFuture.failedFuture(isOf(failure, code) ? other.get() : cause(failure));
    }
}
