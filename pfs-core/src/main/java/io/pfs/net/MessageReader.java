package io.pfs.net;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.OptionalInt;

/** Takes messages out of frames, and puts long ones together again. For the link's thread. */
public final class MessageReader {
    private static final int NOTHING = 0;
    /** Memory for a message before its bytes are there, if the one before it was as long. */
    private static final int AHEAD_BYTES_MAX = 2 << 20;

    private final Receiver receiver;
    private ByteWriter pieces = new ByteWriter(NOTHING);
    private boolean isInPieces;
    private boolean isForgetting;
    private int numberInPieces;
    private int bytesForgotten;
    private int lengthBefore;
    /** Memory that was taken for the message in pieces when its first one came. */
    private int reserved;

    /** Who gets the messages. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * A message: it begins here, and the receiver reads it to its end.
         *
         * @param number by which call and answer find each other
         */
        void message(int number, ByteReader in);
    }

    public MessageReader(Receiver receiver) {
        this.receiver = receiver;
    }

    /** The messages of one frame. */
    public void messages(ByteReader body) {
        while (body.remaining() > 0) {
            receiver.message(body.u32("number of a message"), body);
        }
    }

    /** A piece of a message: they come in order, and no other message is in pieces meanwhile. */
    public void piece(ByteReader body) {
        boolean isLast = beginPiece(body);
        int length = body.remaining();
        if (!isInPieces) {
            // who sends long messages sends some that are as long as each other
            reserved = Math.max(length, Math.min(lengthBefore, AHEAD_BYTES_MAX));
            pieces = new ByteWriter(reserved);
        }
        pieces.bytes(body.array(), body.skip("piece", length), length);
        isInPieces = !isLast;
        if (isLast) {
            ByteWriter whole = pieces;
            lengthBefore = whole.length();
            clear();
            ByteReader in = body.of(0, whole.array(), 0, whole.length());
            receiver.message(numberInPieces, in);
            in.expectEnd("message");
        }
    }

    /** Whether the pieces that come next are of a message of which nothing is kept. */
    public boolean isForgetting() {
        return isForgetting;
    }

    /** A piece of a message that is not received: what came of it is forgotten, and so has to be what comes. Returns its number when it has ended. */
    public OptionalInt forget(ByteReader body) {
        boolean isLast = beginPiece(body);
        bytesForgotten = isLast ? 0 : bytesSoFar() + body.remaining();
        body.skip("piece", body.remaining());
        clear();
        isInPieces = !isLast;
        isForgetting = !isLast;
        return isLast ? OptionalInt.of(numberInPieces) : OptionalInt.empty();
    }

    /** Reads what stands before its bytes; says whether it is the last of its message. */
    private boolean beginPiece(ByteReader body) {
        int number = body.u32("number of a message");
        boolean isLast = body.inRange("end of a message", body.u8("end of a message"), 0, 1) == 1;
        if (isInPieces && number != numberInPieces) {
            throw body.refuse("number of a message", Integer.toString(numberInPieces), Integer.toString(number));
        }
        body.inRange("length of a message", (long) bytesSoFar() + body.remaining(), 1, Protocol.MESSAGE_BYTES_MAX);
        numberInPieces = number;
        return isLast;
    }

    private int bytesSoFar() {
        return isForgetting ? bytesForgotten : pieces.length();
    }

    private void clear() {
        pieces = new ByteWriter(NOTHING);
        reserved = NOTHING;
    }

    /** What is kept of a message that is not whole yet, or was taken for it. */
    public int bytesWaiting() {
        return Math.max(pieces.length(), reserved);
    }
}
