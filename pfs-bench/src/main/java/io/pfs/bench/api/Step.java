package io.pfs.bench.api;

import java.util.concurrent.CompletableFuture;

/**
 * One thing that a caller has asked for.
 *
 * @param rows how many rows it is about
 * @param bytesRead of their cells, once it is answered; likewise those written
 */
record Step(Operation operation, int rows, long bytesRead, long bytesWritten, CompletableFuture<?> answer) {
    /** About one row, and none of its cells. */
    static Step of(Operation operation, CompletableFuture<?> answer) {
        return new Step(operation, 1, 0, 0, answer);
    }
}
