package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Why a side ends the connection: the last that it says. */
public record Goodbye(ErrorCode code, String message) {
    private static final int MESSAGE_BYTES_MAX = 1024;

    public static Goodbye of(PfsException cause) {
        return new Goodbye(cause.code(), cause.detail());
    }

    /** A message that is too long is cut. */
    public ByteWriter encode(ByteWriter out) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        byte[] said = Arrays.copyOf(text, Math.min(text.length, MESSAGE_BYTES_MAX));
        Frame.begin(out, FrameKind.GOODBYE).u16(code.number()).bytes(said);
        return Frame.end(out);
    }

    public static Goodbye decode(ByteReader in) {
        ErrorCode code = ErrorCode.ofNumber(in.u16("code"));
        in.inRange("bytes of a message", in.remaining(), 0, MESSAGE_BYTES_MAX);
        return new Goodbye(code, new String(in.bytes("message", in.remaining()), StandardCharsets.UTF_8));
    }
}
