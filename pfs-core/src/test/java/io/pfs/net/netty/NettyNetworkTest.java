package io.pfs.net.netty;

import io.pfs.net.Network;
import io.pfs.net.NetworkContract;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Real sockets keep the contract. */
final class NettyNetworkTest extends NetworkContract {
    private static final int LONG_SECONDS = 60;

    @Override
    protected Network open() {
        return new NettyNetwork("test-net", 2, Tls.NONE);
    }

    @Override
    protected <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(LONG_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("it did not happen", e);
        }
    }
}
