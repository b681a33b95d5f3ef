package io.pfs.testing;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameReader;
import io.pfs.net.Goodbye;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One end of a link of a {@link TwinNetwork}. */
public final class TwinLink implements Link {
    private static final int FULL_BYTES = 1 << 20;
    private static final int ROOM_BYTES = 256 << 10;

    private final TwinNetwork.World world;
    private final LinkHandler handler;
    private final String peer;
    private final int slowness;
    private final FrameReader frames;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final ArrayDeque<byte[]> coming = new ArrayDeque<>();
    private @Nullable TwinLink other;
    private @Nullable PfsException cause;
    private int comingBytes;
    private int heldBack;
    private boolean isFull;
    private boolean isReading = true;
    private boolean isOpen;
    private boolean isEnding;
    private boolean isSilent;
    private boolean isEnded;

    TwinLink(TwinNetwork.World world, LinkHandler handler, String peer) {
        this.world = world;
        this.handler = handler;
        this.peer = peer;
        this.slowness = world.slowness();
        this.frames = new FrameReader(peer, handler::received);
    }

    void join(TwinLink far) {
        other = far;
        far.other = this;
    }

    private TwinLink other() {
        return Check.present(other, "a link has two ends");
    }

    void open() {
        if (!isEnded) {
            isOpen = true;
            handler.opened(this);
            read(isReading); // the other end may have been open for longer, and have said something
        }
    }

    boolean isEnded() {
        return isEnded;
    }

    // Bytes

    @Override
    public void send(ByteWriter frame) {
        frame.runs(0, sent::write);
        isFull |= sent.size() + other().comingBytes > FULL_BYTES;
    }

    @Override
    public void flush() {
        byte[] bytes = sent.toByteArray();
        sent.reset();
        int at = 0;
        while (at < bytes.length && !isEnded && !isEnding) {
            int count = world.piece(bytes.length - at);
            byte[] piece = new byte[count];
            System.arraycopy(bytes, at, piece, 0, count);
            other().come(piece);
            at += count;
        }
    }

    private void come(byte[] piece) {
        coming.add(piece);
        comingBytes += piece.length;
        world.plan(world.latencyNs(slowness), this::arrive);
    }

    /** The next piece is here; an empty one is the end. */
    private void arrive() {
        if (isEnded || isSilent) {
            return;
        }
        if (!isReading || !isOpen) {
            heldBack++;
            if (!isOpen) {
                world.plan(world.latencyNs(), () -> read(isReading));
            }
            return;
        }
        byte[] piece = coming.remove();
        comingBytes -= piece.length;
        if (piece.length == 0) {
            end(lost("the other side ended it"));
            return;
        }
        take(piece);
        other().hasRoom(comingBytes);
    }

    private void take(byte[] piece) {
        try {
            frames.take(ByteBuffer.wrap(piece));
            frames.rest();
            handler.caughtUp();
        } catch (PfsException e) {
            if (cause == null) {
                cause = e.code() == ErrorCode.CORRUPT ? new PfsException(ErrorCode.PROTOCOL_BROKEN, e.detail()) : e;
                send(Goodbye.of(cause).encode(new ByteWriter(64)));
                close();
            }
        }
    }

    private void hasRoom(int waiting) {
        if (isFull && waiting + sent.size() < ROOM_BYTES && !isEnded) {
            isFull = false;
            world.plan(0, () -> {
                if (!isEnded) {
                    handler.writable();
                }
            });
        }
    }

    // The rest

    @Override
    public boolean isWritable() {
        return !isFull;
    }

    @Override
    public void read(boolean wanted) {
        isReading = wanted;
        while (wanted && heldBack > 0 && isOpen) {
            heldBack--;
            world.plan(0, this::arrive);
        }
    }

    /** Takes the next piece that has come, and no more. */
    public void readOnce() {
        if (heldBack > 0 && isOpen) {
            heldBack--;
            world.plan(0, () -> {
                isReading = true;
                arrive();
                isReading = false;
            });
        }
    }

    @Override
    public void welcome() {
        frames.allow(Frame.BODY_BYTES_MAX);
    }

    @Override
    public boolean execute(Runnable task) {
        world.plan(0, task);
        return true;
    }

    @Override
    public Timers timers() {
        return world.timers();
    }

    @Override
    public void close() {
        if (!isEnding && !isEnded) {
            flush();
            isEnding = true;
            other().come(new byte[0]);
            world.plan(0, () -> end(lost("it was ended here")));
        }
    }

    /** The connection is gone for both ends, with what was on its way. */
    public void cut() {
        world.plan(0, () -> end(lost("it was cut")));
        other().world.plan(0, () -> other().end(lost("it was cut")));
    }

    /** From now on nothing arrives at either end, and neither is told. */
    public void fallSilent() {
        isSilent = true;
        other().isSilent = true;
    }

    private PfsException lost(String why) {
        return new PfsException(ErrorCode.UNREACHABLE, "the connection with " + peer + " was lost: " + why);
    }

    private void end(PfsException why) {
        if (!isEnded) {
            isEnded = true;
            coming.clear();
            handler.closed(cause == null ? why : cause);
        }
    }

    @Override
    public String peer() {
        return peer;
    }
}
