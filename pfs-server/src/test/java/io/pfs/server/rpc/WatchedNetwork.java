package io.pfs.server.rpc;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A network that remembers what the server's handlers threw, and tells when a link has ended. */
final class WatchedNetwork implements Network {
    private static final int LONG_SECONDS = 60;

    private final Network network;
    private final Queue<Throwable> mistakes = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<PfsException> ends = new LinkedBlockingQueue<>();

    WatchedNetwork(Network network) {
        this.network = network;
    }

    /** What no client may bring about: anything but a refusal. */
    Queue<Throwable> mistakes() {
        return mistakes;
    }

    /** Waits until one more link has ended, as the server sees it. */
    PfsException awaitEnd() {
        try {
            PfsException cause = ends.poll(LONG_SECONDS, TimeUnit.SECONDS);
            if (cause == null) {
                throw new AssertionError("no connection ended");
            }
            return cause;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a test", e);
        }
    }

    @Override
    public void connect(Address address, LinkHandler handler) {
        network.connect(address, handler);
    }

    @Override
    public Listening listen(Address address, Entrance entrance) {
        return network.listen(address, host -> new Watched(entrance.admit(host)));
    }

    @Override
    public void close() {
        network.close();
    }

    private final class Watched implements LinkHandler {
        private final LinkHandler handler;

        Watched(LinkHandler handler) {
            this.handler = handler;
        }

        private <T> void watch(Consumer<T> method, T argument) {
            try {
                method.accept(argument);
            } catch (PfsException e) {
                if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                    mistakes.add(e);
                }
                throw e;
            } catch (RuntimeException | Error e) {
                mistakes.add(e);
                throw e;
            }
        }

        @Override
        public void opened(Link link) {
            watch(handler::opened, link);
        }

        @Override
        public void received(ByteReader body) {
            watch(handler::received, body);
        }

        @Override
        public void caughtUp() {
            watch(nothing -> handler.caughtUp(), this);
        }

        @Override
        public void writable() {
            watch(nothing -> handler.writable(), this);
        }

        @Override
        public void closed(PfsException cause) {
            watch(handler::closed, cause);
            ends.add(cause);
        }
    }
}
