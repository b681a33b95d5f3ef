package io.pfs.net;

import io.pfs.format.ByteReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Puts frames together from what arrives. A frame's memory grows with the bytes that have come, not with those that it
 * announces.
 */
public final class FrameReader {
    private static final int CAPACITY = 4096;
    /** Memory for longer frames: one piece for all links of a thread, so that none keeps any while nothing comes. */
    private static final ThreadLocal<byte[]> SPARE = ThreadLocal.withInitial(() -> new byte[0]);

    private final Object peer;
    private final Consumer<ByteReader> frames;
    private final byte[] header = new byte[Frame.HEADER_BYTES];
    private final byte[] own = new byte[CAPACITY];
    private byte[] body = own;
    private int headerFilled;
    private int bodyFilled;
    private int length;
    private int lengthMax = Frame.BODY_BYTES_MAX_BEFORE_LOGIN;
    private long completed;

    /** @param peer whose frames they are, for people */
    public FrameReader(Object peer, Consumer<ByteReader> frames) {
        this.peer = peer;
        this.frames = frames;
    }

    /** From now on, bodies may be so long. */
    public void allow(int bodyBytesMax) {
        lengthMax = bodyBytesMax;
    }

    /** Whether a frame has begun to come. */
    public boolean isInFrame() {
        return headerFilled > 0;
    }

    /** How many frames have come. */
    public long completed() {
        return completed;
    }

    /** Takes all that can be read; frames that are whole are delivered. */
    public void take(ByteBuffer in) {
        while (in.hasRemaining()) {
            if (headerFilled < header.length) {
                takeHeader(in);
            } else {
                takeBody(in);
            }
        }
    }

    private void takeHeader(ByteBuffer in) {
        int count = Math.min(header.length - headerFilled, in.remaining());
        in.get(header, headerFilled, count);
        headerFilled += count;
        if (headerFilled == header.length) {
            length = Frame.requireLength(headerWord(0), lengthMax);
            bodyFilled = 0;
        }
    }

    private int headerWord(int at) {
        return new ByteReader(peer, 0, header, at, at + 4).u32("frame");
    }

    private void takeBody(ByteBuffer in) {
        int count = Math.min(length - bodyFilled, in.remaining());
        if (body.length < bodyFilled + count) {
            makeRoom(bodyFilled + count);
        }
        in.get(body, bodyFilled, count);
        bodyFilled += count;
        if (bodyFilled == length) {
            completed++;
            headerFilled = 0;
            frames.accept(Frame.requireWhole(body, length, headerWord(4), peer));
        }
    }

    private void makeRoom(int wanted) {
        byte[] spare = SPARE.get();
        if (spare.length >= wanted) {
            SPARE.remove();
            System.arraycopy(body, 0, spare, 0, bodyFilled);
            body = spare;
        } else {
            body = Arrays.copyOf(body, Math.max(wanted, Math.min(length, 2 * body.length)));
        }
    }

    /** Nothing more comes for now. */
    public void rest() {
        if (!isInFrame() && body != own) {
            if (body.length > SPARE.get().length) {
                SPARE.set(body);
            }
            body = own;
        }
    }
}
