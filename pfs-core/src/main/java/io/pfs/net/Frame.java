package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.RunningChecksum;

/** The border of what is sent: a length, a checksum, a kind. Layout: see the package. */
public final class Frame {
    /** Length and checksum. */
    public static final int HEADER_BYTES = 8;
    /** A body is so long at most. */
    public static final int BODY_BYTES_MAX = 1 << 20;
    /** The same until the other side is known. */
    public static final int BODY_BYTES_MAX_BEFORE_LOGIN = 4096;

    private Frame() {}

    /** Begins a frame; what it holds follows. */
    public static ByteWriter begin(ByteWriter out, FrameKind kind) {
        out.clear();
        out.gap(HEADER_BYTES);
        return out.u8(kind.number());
    }

    /** Completes the only frame of this writer. */
    public static ByteWriter end(ByteWriter frame) {
        RunningChecksum sum = new RunningChecksum();
        frame.runs(HEADER_BYTES, sum::update);
        frame.setU32(0, frame.totalLength() - HEADER_BYTES);
        frame.setU32(4, sum.value());
        return frame;
    }

    /** The length of a body as its header says, if it may be so long. */
    public static int requireLength(int length, int max) {
        if (length < 1 || length > max) {
            throw new PfsException(
                    ErrorCode.PROTOCOL_BROKEN,
                    "a frame has 1 to " + max + " bytes here, but this one says " + Integer.toUnsignedLong(length));
        }
        return length;
    }

    /** A whole body, if it is what was sent. */
    public static ByteReader requireWhole(byte[] body, int length, int checksum, Object peer) {
        int computed = Checksum.of(body, 0, length);
        if (computed != checksum) {
            throw new PfsException(
                    ErrorCode.PROTOCOL_BROKEN,
                    "a frame of " + length + " bytes has checksum " + Integer.toHexString(computed) + ", but says "
                            + Integer.toHexString(checksum));
        }
        return new ByteReader(peer, 0, body, 0, length);
    }

    /** What a body is about; the reader stands behind it then. */
    public static FrameKind kind(ByteReader body) {
        return FrameKind.of(body.u8("kind of a frame"));
    }
}
