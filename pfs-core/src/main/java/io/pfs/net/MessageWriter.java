package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteWriter;
import java.util.ArrayDeque;

/**
 * Puts messages into frames: short ones together, long ones in pieces, one after the other, with short ones between the
 * pieces. For the link's thread.
 */
public final class MessageWriter {
    private static final int FRAME_CAPACITY = 4096;
    private static final int NUMBER_BYTES = 4;

    private final Link link;
    private final ByteWriter piece = new ByteWriter(FRAME_CAPACITY);
    private final ArrayDeque<LongMessage> longMessages = new ArrayDeque<>();
    private ByteWriter frame = new ByteWriter(FRAME_CAPACITY);
    private boolean holdsMessages;
    private int start;
    private long bytesWaiting;

    /** A message that is sent in pieces. */
    private static final class LongMessage {
        private final int number;
        private final byte[] bytes;
        private final int end;
        private int at;

        /** @param bytes of which those from one place to the other are the message's; nobody else's */
        LongMessage(int number, byte[] bytes, int from, int end) {
            this.number = number;
            this.bytes = bytes;
            this.at = from;
            this.end = end;
        }
    }

    public MessageWriter(Link link) {
        this.link = link;
    }

    /** Begins a message, which is to be written to what this returns; {@link #end} or {@link #undo} follows. */
    public ByteWriter begin(int number) {
        if (!holdsMessages) {
            Frame.begin(frame, FrameKind.MESSAGES);
            holdsMessages = true;
        }
        start = frame.length();
        return frame.u32(number);
    }

    /** The message that was begun is whole; returns how many bytes it has. One that is too long is undone and refused. */
    public int end(int number) {
        int length = frame.length() - start - NUMBER_BYTES;
        if (length > Protocol.MESSAGE_WHOLE_BYTES_MAX) {
            longMessages.add(cutOut(number, length));
        }
        if (frame.length() >= Protocol.FRAME_FULL_BYTES) {
            sendFrame();
        }
        return length;
    }

    /** Takes a long message out of the frame, with the frame's memory; the frame goes on without it, and with as little as before. */
    private LongMessage cutOut(int number, int length) {
        ByteWriter before = frame;
        undo();
        if (length > Protocol.MESSAGE_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a message has at most " + Protocol.MESSAGE_BYTES_MAX + " bytes, but this one has " + length);
        }
        bytesWaiting += before.array().length;
        return new LongMessage(number, before.array(), start + NUMBER_BYTES, before.length());
    }

    /** Forgets the message that was begun; does no harm if that was done already. */
    public void undo() {
        ByteWriter smaller = new ByteWriter(Math.max(FRAME_CAPACITY, start));
        frame = smaller.bytes(frame.array(), 0, start);
    }

    /** Sends what was written, and of long messages as much as the link takes. */
    public void flush() {
        if (holdsMessages) {
            sendFrame();
        }
        while (!longMessages.isEmpty() && link.isWritable()) {
            sendPiece(longMessages.element());
        }
        link.flush();
    }

    /** Whether pieces wait for the link to take them. */
    public boolean isWaiting() {
        return !longMessages.isEmpty();
    }

    /** Memory of the messages that go in pieces. */
    public long bytesWaiting() {
        return bytesWaiting;
    }

    private void sendFrame() {
        if (frame.length() > Frame.HEADER_BYTES + 1) {
            link.send(Frame.end(frame));
        }
        holdsMessages = false;
    }

    private void sendPiece(LongMessage message) {
        int count = Math.min(Protocol.MESSAGE_WHOLE_BYTES_MAX, message.end - message.at);
        boolean isLast = message.at + count == message.end;
        Frame.begin(piece, FrameKind.PIECE).u32(message.number).u8(isLast ? 1 : 0);
        piece.bytes(message.bytes, message.at, count);
        link.send(Frame.end(piece));
        message.at += count;
        if (isLast) {
            longMessages.remove();
            bytesWaiting -= message.bytes.length;
        }
    }
}
