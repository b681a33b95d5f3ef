package io.pfs.net;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * What a server answers to {@link Hello}.
 *
 * @param version to be spoken from here on
 * @param features that both sides have
 * @param secret whether the client has to prove that it knows the secret; then so will the server
 */
public record Challenge(int version, int features, boolean secret, Nonce nonce) {
    public ByteWriter encode(ByteWriter out) {
        Frame.begin(out, FrameKind.CHALLENGE).u16(version).u32(features).u8(secret ? 1 : 0);
        nonce.encode(out);
        return Frame.end(out);
    }

    public static Challenge decode(ByteReader in) {
        int version = in.u16("version");
        in.inRange("version", version, Protocol.VERSION_MIN, Protocol.VERSION_MAX);
        int features = in.u32("features");
        boolean secret = in.inRange("way of proof", in.u8("way of proof"), 0, 1) == 1;
        Challenge challenge = new Challenge(version, features, secret, Nonce.decode(in));
        in.expectEnd("challenge");
        return challenge;
    }
}
