package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What servers and clients share, and never send: each proves that it knows it. */
public final class Secret {
    /** Fewer could be guessed. */
    public static final int BYTES_MIN = 16;

    public static final int BYTES_MAX = 4096;

    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Secret of(byte[] bytes) {
        if (bytes.length < BYTES_MIN || bytes.length > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a token has " + BYTES_MIN + " to " + BYTES_MAX + " bytes, but this one has " + bytes.length);
        }
        return new Secret(bytes.clone());
    }

    /** Of the side that connected, in this name. */
    public Proof ofClient(Hello hello, Challenge challenge, Speaker speaker) {
        return proof("PFS client", hello, challenge, speaker);
    }

    /** Of the side that was connected to. */
    public Proof ofServer(Hello hello, Challenge challenge, Speaker speaker) {
        return proof("PFS server", hello, challenge, speaker);
    }

    /** Over all that was said, so that nothing of it can be exchanged on the way; and one side's is never the other's. */
    private Proof proof(String side, Hello hello, Challenge challenge, Speaker speaker) {
        ByteWriter frame = new ByteWriter(128);
        ByteWriter said = new ByteWriter(256);
        text(side, said);
        said.bytes(hello.encode(frame).toBytes());
        said.bytes(challenge.encode(frame).toBytes());
        speaker.encode(said);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            mac.update(said.toBuffer());
            return new Proof(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new PfsException(ErrorCode.NOT_SUPPORTED, "this Java has no " + ALGORITHM + ": " + e, e);
        }
    }

    private static void text(String text, ByteWriter out) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.u16(utf8.length).bytes(utf8);
    }

    @Override
    public String toString() {
        return "a secret";
    }
}
