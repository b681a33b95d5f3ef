package io.pfs.bench.hadoop;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Address;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All threads share one connection of the transport that PFS has, as those of one client of PFS do: what they ask for leaves together
 * where it comes together, and one thread of the transport wakes each of them.
 */
final class SharedLink implements Asking, LinkHandler {
    private final ChildProcess server;
    private final Network network;
    private final CompletableFuture<Link> opened = new CompletableFuture<>();
    private final Queue<Asked> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Asked> sent = new ConcurrentHashMap<>();
    private final ByteWriter frame = ByteWriter.borrowing(4096);

    private static final class Asked {
        private final int number;
        private final byte what;
        private final byte[] bytes;
        private final CompletableFuture<Long> answer = new CompletableFuture<>();

        Asked(int number, byte what, byte[] bytes) {
            this.number = number;
            this.what = what;
            this.bytes = bytes;
        }
    }

    private SharedLink(ChildProcess server, int port) {
        this.server = server;
        this.network = new NettyNetwork("shared", 1, Tls.NONE);
        network.connect(new Address("127.0.0.1", port), this);
        opened.join();
    }

    /** To a process that keeps all in this folder, which is to be there. */
    static Asking start(Path folder) throws IOException {
        ChildProcess server = ChildProcess.start("shared", folder, SharedKeeper.class, folder.toString());
        return server.orEnded(() -> new SharedLink(server, Integer.parseInt(server.ready())));
    }

    @Override
    public long ask(byte what, byte[] bytes) {
        Asked asked = new Asked(numbers.incrementAndGet(), what, bytes);
        waiting.add(asked);
        if (!announced.getAndSet(true)) {
            opened.join().execute(this::sendAll);
        }
        return asked.answer.join();
    }

    private void sendAll() {
        announced.set(false);
        Link link = opened.join();
        for (Asked next = waiting.poll(); next != null; next = waiting.poll()) {
            sent.put(next.number, next);
            Frame.begin(frame, FrameKind.MESSAGES).u32(next.number).u8(next.what);
            frame.gap(ROW_BYTES);
            frame.lend(next.bytes);
            link.send(Frame.end(frame));
        }
        link.flush();
    }

    @Override
    public void opened(Link link) {
        link.welcome();
        opened.complete(link);
    }

    @Override
    public void received(ByteReader body) {
        Frame.kind(body);
        Asked asked = Check.present(sent.remove(body.u32("number")), "what is answered was asked");
        asked.answer.complete(body.u64("place"));
    }

    @Override
    public void caughtUp() {
        if (!waiting.isEmpty()) {
            sendAll();
        }
    }

    @Override
    public void writable() {}

    @Override
    public void closed(PfsException cause) {
        opened.completeExceptionally(cause);
        sent.values().forEach(asked -> asked.answer.completeExceptionally(cause));
    }

    @Override
    public void close() {
        try (server) {
            network.close();
        }
    }
}
