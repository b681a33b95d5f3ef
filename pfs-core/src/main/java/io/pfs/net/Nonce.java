package io.pfs.net;

import io.pfs.env.Entropy;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/** 256 bits that each side draws anew for each connection, so that no proof can be used twice. */
public record Nonce(long a, long b, long c, long d) {
    public static Nonce draw(Entropy entropy) {
        return new Nonce(entropy.nextLong(), entropy.nextLong(), entropy.nextLong(), entropy.nextLong());
    }

    void encode(ByteWriter out) {
        out.u64(a).u64(b).u64(c).u64(d);
    }

    static Nonce decode(ByteReader in) {
        return new Nonce(in.u64("nonce"), in.u64("nonce"), in.u64("nonce"), in.u64("nonce"));
    }
}
