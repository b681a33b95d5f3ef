package io.pfs.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Whether bytes are text. Nothing is replaced, as Java does it elsewhere: of two names that differ one would become the other. */
public final class Utf8 {
    private Utf8() {}

    /** Empty if they are none. */
    public static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(decode(bytes, 0, bytes.length).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    public static boolean isText(byte[] bytes) {
        return isText(bytes, 0, bytes.length);
    }

    /** Most are ASCII, and cost nothing but a look. */
    public static boolean isText(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return isDecoded(bytes, i, to);
            }
        }
        return true;
    }

    private static boolean isDecoded(byte[] bytes, int from, int to) {
        try {
            CharBuffer unused = decode(bytes, from, to);
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static CharBuffer decode(byte[] bytes, int from, int to) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
    }
}
