package io.pfs.bench.hadoop;

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
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The process behind {@link SharedLink}: one thread takes what comes and answers looks at once; another appends all that waits to one
 * file, forces it, and has it answered.
 */
final class SharedKeeper {
    private static final Address ANY_PORT = new Address("127.0.0.1", 0);
    private static final int ANSWER_BYTES = 32;

    private final FileChannel file;
    private List<Kept> waiting = new ArrayList<>();
    private long collected;

    /** Something that is to be forced, and who waits for it. */
    private record Kept(Session session, int number, ByteBuffer bytes, long offset) {}

    private SharedKeeper(FileChannel file) {
        this.file = file;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path path = Path.of(args[0]).resolve(BareRequests.FILE);
        try (Network network = new NettyNetwork("shared-keeper", 1, Tls.NONE);
                FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SharedKeeper keeper = new SharedKeeper(file);
            Network.Listening listening = network.listen(ANY_PORT, () -> keeper.new Session());
            System.out.println(listening.address().port());
            while (true) {
                keeper.forceNext();
            }
        }
    }

    private void forceNext() throws IOException, InterruptedException {
        List<Kept> all;
        synchronized (this) {
            while (waiting.isEmpty()) {
                wait();
            }
            all = waiting;
            waiting = new ArrayList<>();
        }
        ByteBuffer[] bytes = all.stream().map(Kept::bytes).toArray(ByteBuffer[]::new);
        file.position(all.get(0).offset);
        while (bytes[bytes.length - 1].hasRemaining()) {
            file.write(bytes);
        }
        file.force(false);
        Session session = all.get(0).session;
        session.answer(all);
    }

    private synchronized void keep(Session session, int number, byte[] bytes) {
        waiting.add(new Kept(session, number, ByteBuffer.wrap(bytes), collected));
        collected += bytes.length;
        notifyAll();
    }

    private synchronized void beginAnew() {
        collected = 0;
        try {
            file.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one connection. */
    private final class Session implements LinkHandler {
        private final ByteWriter frame = new ByteWriter(ANSWER_BYTES);
        private final Queue<Link> link = new ArrayDeque<>(1);

        @Override
        public void opened(Link opened) {
            opened.welcome();
            link.add(opened);
        }

        @Override
        public void received(ByteReader body) {
            Frame.kind(body);
            int number = body.u32("number");
            int what = body.u8("what");
            if (what == Asking.KEEP) {
                keep(this, number, body.bytes("row", body.remaining()));
            } else {
                if (what == Asking.BEGIN_ANEW) {
                    beginAnew();
                }
                send(number, 0);
            }
        }

        private void send(int number, long place) {
            Frame.begin(frame, FrameKind.MESSAGES).u32(number).u64(place);
            link.element().send(Frame.end(frame));
        }

        void answer(List<Kept> all) {
            link.element().execute(() -> {
                all.forEach(kept -> send(kept.number, kept.offset));
                link.element().flush();
            });
        }

        @Override
        public void caughtUp() {
            link.element().flush();
        }

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {}
    }
}
