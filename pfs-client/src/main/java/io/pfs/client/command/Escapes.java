package io.pfs.client.command;

import io.pfs.RowName;
import java.util.Locale;
import java.util.Optional;

/** How names are written where a dot, a space or the end of a line would end them. */
final class Escapes {
    /** Characters of what stands for one, behind its %. */
    private static final int ESCAPED_MORE = 2;

    private Escapes() {}

    /** A path or a column as a part of a command. */
    static String write(String part) {
        return part.replace("%", "%25").replace(".", "%2E");
    }

    /** What was written so; empty if it can't have been. */
    static Optional<String> read(String part) {
        StringBuilder plain = new StringBuilder(part.length());
        for (int at = 0; at < part.length(); at++) {
            if (part.charAt(at) != '%') {
                plain.append(part.charAt(at));
            } else if (part.startsWith("%2E", at) || part.startsWith("%2e", at)) {
                plain.append('.');
                at += ESCAPED_MORE;
            } else if (part.startsWith("%25", at)) {
                plain.append('%');
                at += ESCAPED_MORE;
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(plain.toString());
    }

    /** The name of a row on a line. */
    static String onLine(RowName name) {
        StringBuilder text = new StringBuilder(name.length());
        for (byte b : name.toBytes()) {
            if (b > 0x20 && b < 0x7f && b != '%') {
                text.append((char) b);
            } else {
                text.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
            }
        }
        return text.toString();
    }
}
