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
    private static final int PIECE_CAPACITY = 64;
    private static final int NUMBER_BYTES = 4;

    private final Link link;
    private final ByteWriter piece = ByteWriter.borrowing(PIECE_CAPACITY);
    private final ArrayDeque<LongMessage> longMessages = new ArrayDeque<>();
    private ByteWriter frame = ByteWriter.borrowing(FRAME_CAPACITY);
    private boolean holdsMessages;
    private int start;
    private int startTotal;
    private long bytesWaiting;

    /** A message that is sent in pieces. */
    private static final class LongMessage {
        private final int number;
        private final ArrayDeque<Run> runs = new ArrayDeque<>();
        private final long memory;

        /** The one that a frame's memory ends with; from here on it is nobody else's. */
        LongMessage(int number, ByteWriter frame, int from) {
            this.number = number;
            frame.runs(from, (bytes, at, count) -> runs.add(new Run(bytes, at, count)));
            this.memory = (long) frame.array().length + frame.totalLength() - frame.length();
        }

        /** Adds the bytes that come next to a piece, as many as it takes. */
        void next(ByteWriter piece) {
            int room = Protocol.MESSAGE_WHOLE_BYTES_MAX;
            while (room > 0 && !runs.isEmpty()) {
                Run run = runs.remove();
                int count = Math.min(room, run.count);
                piece.lend(run.bytes, run.at, count);
                if (count < run.count) {
                    runs.addFirst(new Run(run.bytes, run.at + count, run.count - count));
                }
                room -= count;
            }
        }

        /** Whether the piece that comes next is the last. */
        boolean isLast() {
            return runs.stream().mapToLong(Run::count).sum() <= Protocol.MESSAGE_WHOLE_BYTES_MAX;
        }
    }

    private record Run(byte[] bytes, int at, int count) {}

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
        startTotal = frame.totalLength();
        return frame.u32(number);
    }

    /** The message that was begun is whole; returns how many bytes it has. One that is too long is undone and refused. */
    public int end(int number) {
        int length = frame.totalLength() - startTotal - NUMBER_BYTES;
        if (length > Protocol.MESSAGE_WHOLE_BYTES_MAX) {
            longMessages.add(cutOut(number, length));
        }
        if (frame.totalLength() >= Protocol.FRAME_FULL_BYTES) {
            sendFrame();
        }
        return length;
    }

    /** Takes a long message out of the frame, with the frame's memory; the frame goes on without it, and with as little as before. */
    private LongMessage cutOut(int number, int length) {
        if (length > Protocol.MESSAGE_BYTES_MAX) {
            undo();
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a message has at most " + Protocol.MESSAGE_BYTES_MAX + " bytes, but this one has " + length);
        }
        LongMessage message = new LongMessage(number, frame, start + NUMBER_BYTES);
        undo();
        bytesWaiting += message.memory;
        return message;
    }

    /** Forgets the message that was begun; does no harm if that was done already. */
    public void undo() {
        frame = frame.upTo(start, FRAME_CAPACITY);
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
        if (frame.totalLength() > Frame.HEADER_BYTES + 1) {
            link.send(Frame.end(frame));
        }
        frame.clear();
        holdsMessages = false;
    }

    private void sendPiece(LongMessage message) {
        boolean isLast = message.isLast();
        Frame.begin(piece, FrameKind.PIECE).u32(message.number).u8(isLast ? 1 : 0);
        message.next(piece);
        link.send(Frame.end(piece));
        piece.clear();
        if (isLast) {
            longMessages.remove();
            bytesWaiting -= message.memory;
        }
    }
}
