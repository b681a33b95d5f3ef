package io.pfs.bench.whole;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Frames of 64 bytes that go to a server and come back: what the transport can do at best. */
public final class Echo {
    private static final int FRAME_BYTES = 64;

    private final List<Client> clients = new ArrayList<>();

    /** Connects so many clients to a server that sends everything back. */
    public Echo(Network servers, Network theirs, int count) {
        Network.Listening listening = servers.listen(NetworkJob.ANY_PORT, Server::new);
        for (int i = 0; i < count; i++) {
            Client client = new Client();
            theirs.connect(listening.address(), client);
            client.opened.join();
            clients.add(client);
        }
    }

    /** Each client has so many frames under way until it has sent its share. */
    public void round(int inFlight, int frames) {
        CountDownLatch done = new CountDownLatch(clients.size());
        for (Client client : clients) {
            client.begin(inFlight, frames / clients.size(), done);
        }
        NetworkJob.await(done);
    }

    private static ByteWriter frame() {
        ByteWriter frame = Frame.begin(new ByteWriter(FRAME_BYTES), FrameKind.PING);
        frame.gap(FRAME_BYTES - frame.length());
        return Frame.end(frame);
    }

    private static final class Server implements LinkHandler {
        private final ByteWriter frame = frame();
        private @Nullable Link link;

        @Override
        public void opened(Link opened) {
            link = opened;
        }

        @Override
        public void received(ByteReader body) {
            if (link != null) {
                link.send(frame);
            }
        }

        @Override
        public void caughtUp() {
            if (link != null) {
                link.flush();
            }
        }

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {}
    }

    private static final class Client implements LinkHandler {
        private final ByteWriter frame = frame();
        private final CompletableFuture<Link> opened = new CompletableFuture<>();
        private CountDownLatch done = new CountDownLatch(0);
        private int toSend;
        private int toReceive;
        private int came;

        void begin(int inFlight, int frames, CountDownLatch whenDone) {
            opened.join().execute(() -> {
                done = whenDone;
                toSend = frames;
                toReceive = frames;
                came = inFlight;
                caughtUp();
            });
        }

        @Override
        public void opened(Link link) {
            opened.complete(link);
        }

        @Override
        public void received(ByteReader body) {
            came++;
            toReceive--;
            if (toReceive == 0) {
                done.countDown();
            }
        }

        @Override
        public void caughtUp() {
            Link link = opened.join();
            for (; came > 0 && toSend > 0; came--) {
                link.send(frame);
                toSend--;
            }
            came = 0;
            link.flush();
        }

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {
            opened.completeExceptionally(cause);
        }
    }
}
