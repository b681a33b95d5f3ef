package io.pfs.net;

import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import java.util.concurrent.CompletableFuture;

/** The stand-in of simulations keeps the contract. */
final class TwinNetworkTest extends NetworkContract {
    private static final long LONG_NS = 60_000_000_000L;

    private final ManualWorld world = new ManualWorld(1);

    @Override
    protected Network open() {
        return new TwinNetwork(world);
    }

    @Override
    protected <T> T await(CompletableFuture<T> future) {
        world.pass(LONG_NS);
        if (!future.isDone()) {
            throw new AssertionError("it did not happen");
        }
        return future.join();
    }
}
