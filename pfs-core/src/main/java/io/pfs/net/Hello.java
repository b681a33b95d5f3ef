package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * The first frame of a client.
 *
 * @param versionMin the lowest version of the protocol that it speaks
 * @param features what it can do beyond that, a bit each
 */
public record Hello(int versionMin, int versionMax, int features, Nonce nonce) {
    public static Hello of(Nonce nonce) {
        return new Hello(Protocol.VERSION_MIN, Protocol.VERSION_MAX, Protocol.FEATURES, nonce);
    }

    public ByteWriter encode(ByteWriter out) {
        Frame.begin(out, FrameKind.HELLO).u32(Protocol.MAGIC).u16(versionMin).u16(versionMax);
        out.u32(features);
        nonce.encode(out);
        return Frame.end(out);
    }

    public static Hello decode(ByteReader in) {
        if (in.u32("magic") != Protocol.MAGIC) {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "the first frame is not that of a PFS client");
        }
        Hello hello =
                new Hello(in.u16("lowest version"), in.u16("highest version"), in.u32("features"), Nonce.decode(in));
        in.expectEnd("hello");
        return hello;
    }

    /** The highest version that both sides speak. */
    public int version() {
        int version = Math.min(versionMax, Protocol.VERSION_MAX);
        if (version < versionMin || version < Protocol.VERSION_MIN) {
            throw new PfsException(
                    ErrorCode.VERSION_UNKNOWN,
                    "this server speaks versions " + Protocol.VERSION_MIN + " to " + Protocol.VERSION_MAX
                            + " of the protocol, and the client " + versionMin + " to " + versionMax);
        }
        return version;
    }
}
