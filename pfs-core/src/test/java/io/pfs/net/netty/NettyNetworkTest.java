package io.pfs.net.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.NetworkContract;
import io.pfs.net.RecordingHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Real sockets keep the contract. */
class NettyNetworkTest extends NetworkContract {
    private static final int LONG_SECONDS = 60;

    @Override
    protected Network open() {
        return new NettyNetwork("test-net", 2, Tls.NONE, transport());
    }

    Transport transport() {
        return Transport.NIO;
    }

    @Override
    protected <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(LONG_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("it did not happen", e);
        }
    }

    @Test
    void hostsAreFoundByTheirNames() {
        try (Network network = open()) {
            RecordingHandler far = new RecordingHandler(0);
            Network.Listening listening = network.listen(new Address("127.0.0.1", 0), () -> far);
            RecordingHandler near = new RecordingHandler(0);
            network.connect(new Address("localhost", listening.address().port()), near);
            await(near.opened);
            await(far.opened);

            RecordingHandler nowhere = new RecordingHandler(0);
            network.connect(new Address("nobody.invalid", 1), nowhere);
            PfsException cause = await(nowhere.closed);
            assertEquals(ErrorCode.UNREACHABLE, cause.code());
            assertTrue(cause.getMessage().contains("nobody.invalid:1"), cause.getMessage());
        }
    }
}
