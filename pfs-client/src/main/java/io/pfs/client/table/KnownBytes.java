package io.pfs.client.table;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** All that a cell has, in memory. Nobody changes it. */
record KnownBytes(byte[] bytes) implements CellBytes {
    @Override
    public long ready(long at) {
        return bytes.length - at;
    }

    @Override
    public void read(long at, byte[] target, int offset, int count) {
        System.arraycopy(bytes, (int) at, target, offset, count);
    }

    @Override
    public CompletableFuture<byte[]> readLater(long at, int count) {
        return CompletableFuture.completedFuture(Arrays.copyOfRange(bytes, (int) at, (int) at + count));
    }
}
