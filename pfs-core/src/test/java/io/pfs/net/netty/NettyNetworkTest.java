package io.pfs.net.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.NetworkContract;
import io.pfs.net.RecordingHandler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
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

    /** Nothing can be encrypted by it. */
    private static final class Broken extends SslContext {
        @Override
        public boolean isClient() {
            return false;
        }

        @Override
        public List<String> cipherSuites() {
            return List.of();
        }

        @Override
        @SuppressWarnings("deprecation")
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            throw new IllegalStateException("it has no protocols");
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator alloc) {
            throw new IllegalStateException("it stands for one that can't be used");
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator alloc, String peerHost, int peerPort) {
            return newEngine(alloc);
        }

        @Override
        public SSLSessionContext sessionContext() {
            throw new IllegalStateException("it has no sessions");
        }
    }

    /** Who was let in has a place, which he has to leave. */
    @Test
    void aLinkThatCannotBeMadeHasEnded() {
        Tls broken = new Tls(Optional.empty(), Optional.of(new Broken()));
        try (Network network = new NettyNetwork("test-net", 2, broken, transport())) {
            RecordingHandler far = new RecordingHandler(0);
            Network.Listening listening = network.listen(new Address("127.0.0.1", 0), () -> far);
            network.connect(listening.address(), new RecordingHandler(0));
            assertTrue(await(far.closed).getMessage().contains("can't be used"));
        }
    }

    @Test
    void aPortIsFreeOnceNobodyListensThere() {
        try (Network network = open()) {
            RecordingHandler nobody = new RecordingHandler(0);
            Network.Listening first = network.listen(new Address("127.0.0.1", 0), () -> nobody);
            Address address = first.address();
            first.close();
            for (int i = 0; i < 100; i++) {
                network.listen(address, () -> nobody).close();
            }
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
