package io.pfs.net;

import io.pfs.Check;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;

/**
 * Who a client is.
 *
 * @param user in whose name it asks
 * @param proof that it knows the secret; {@link Proof#NONE} where there is none
 */
public record Login(String user, Proof proof) {
    public Login {
        Check.inRange("bytes of a user's name", utf8(user).length, 1, Protocol.USER_BYTES_MAX);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public ByteWriter encode(ByteWriter out) {
        byte[] name = utf8(user);
        Frame.begin(out, FrameKind.LOGIN).u8(name.length).bytes(name);
        proof.encode(out);
        return Frame.end(out);
    }

    public static Login decode(ByteReader in) {
        int length = (int) in.inRange("length of a name", in.u8("length of a name"), 1, Protocol.USER_BYTES_MAX);
        String user = new String(in.bytes("name of a user", length), StandardCharsets.UTF_8);
        Login login = new Login(user, Proof.decode(in));
        in.expectEnd("login");
        return login;
    }
}
