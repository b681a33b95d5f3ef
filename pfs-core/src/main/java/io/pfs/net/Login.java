package io.pfs.net;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * Who has connected.
 *
 * @param speaker in whose name it asks
 * @param proof that it knows the secret; {@link Proof#NONE} where there is none
 */
public record Login(Speaker speaker, Proof proof) {
    public ByteWriter encode(ByteWriter out) {
        Frame.begin(out, FrameKind.LOGIN);
        speaker.encode(out);
        proof.encode(out);
        return Frame.end(out);
    }

    public static Login decode(ByteReader in) {
        Login login = new Login(Speaker.decode(in), Proof.decode(in));
        in.expectEnd("login");
        return login;
    }
}
