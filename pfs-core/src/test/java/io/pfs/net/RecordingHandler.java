package io.pfs.net;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Remembers what happened on a link. */
public final class RecordingHandler implements LinkHandler {
    public final CompletableFuture<Link> opened = new CompletableFuture<>();
    public final CompletableFuture<PfsException> closed = new CompletableFuture<>();
    private final int expected;
    private Runnable goOn = () -> {};
    private final List<byte[]> bodies = new ArrayList<>();
    final CompletableFuture<List<byte[]>> all = new CompletableFuture<>();

    /** @param expected so many frames, and {@link #all} is done */
    public RecordingHandler(int expected) {
        this.expected = expected;
    }

    @Override
    public void opened(Link link) {
        opened.complete(link);
    }

    @Override
    public void received(ByteReader body) {
        if (body.remaining() > 1 && Frame.kind(body) == FrameKind.LOGIN) {
            throw new PfsException(io.pfs.ErrorCode.NOT_AUTHENTICATED, "not on this link");
        }
        bodies.add(body.bytes("body", body.remaining()));
        if (bodies.size() == expected) {
            all.complete(bodies);
        }
    }

    @Override
    public void caughtUp() {}

    @Override
    public void writable() {
        goOn.run();
    }

    @Override
    public void closed(PfsException cause) {
        closed.complete(cause);
    }

    /** What is done when more may be sent. */
    void goOn(Runnable task) {
        goOn = task;
    }

    /** A frame of kind PIECE with these bytes. */
    static ByteWriter frame(byte[] bytes) {
        return Frame.end(Frame.begin(new ByteWriter(16), FrameKind.PIECE).bytes(bytes));
    }
}
