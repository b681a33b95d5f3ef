package io.pfs.client.table;

import java.util.concurrent.CompletableFuture;

/** Where a stream has the bytes of its cell from. What is asked of it is there. */
interface CellBytes {
    /**
     * Goes on with at least one byte and at most so many, from a position on. For one thread.
     *
     * @return how many it were
     */
    default int next(long at, byte[] target, int offset, int count) {
        int some = (int) Math.min(count, ready(at));
        read(at, target, offset, some);
        return some;
    }

    /** How many of those from a position on need not be asked for any more, as far as it is known. For the same thread. */
    long ready(long at);

    /** Brings all of so many bytes, whatever else is read meanwhile. Any thread. */
    void read(long at, byte[] target, int offset, int count);

    /** The same without waiting. Any thread. */
    CompletableFuture<byte[]> readLater(long at, int count);
}
