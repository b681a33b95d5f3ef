package io.pfs.net;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.security.MessageDigest;

/** Shows that a side knows the secret, without saying it. */
public final class Proof {
    /** Where there is no secret. */
    public static final Proof NONE = new Proof(new byte[0]);

    static final int BYTES = 32;

    private final byte[] bytes;

    Proof(byte[] bytes) {
        this.bytes = bytes;
    }

    void encode(ByteWriter out) {
        out.u8(bytes.length).bytes(bytes);
    }

    static Proof decode(ByteReader in) {
        int length = in.u8("length of a proof");
        if (length != 0 && length != BYTES) {
            throw in.refuse("length of a proof", "0 or " + BYTES, Integer.toString(length));
        }
        return length == 0 ? NONE : new Proof(in.bytes("proof", length));
    }

    /** Takes as long whatever they differ in, so that nothing is learned from that. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Proof that && MessageDigest.isEqual(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return bytes.length;
    }

    @Override
    public String toString() {
        return "proof of " + bytes.length + " bytes";
    }
}
