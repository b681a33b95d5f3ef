package io.pfs.server.cli;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** Paths of tables as the client calls them: in ASCII, other bytes and the backslash as {@code \xHH}. */
final class Labels {
    private static final String ESCAPE = "\\x";
    private static final int ESCAPED = 4;

    private Labels() {}

    /** The bytes of the path that is called so. */
    static byte[] bytes(String label) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(label.length());
        int at = 0;
        while (at < label.length()) {
            if (label.startsWith(ESCAPE, at)) {
                bytes.write(HexFormat.fromHexDigits(label, at + ESCAPE.length(), at + ESCAPED));
                at += ESCAPED;
            } else {
                bytes.write(label.charAt(at));
                at++;
            }
        }
        return bytes.toByteArray();
    }
}
