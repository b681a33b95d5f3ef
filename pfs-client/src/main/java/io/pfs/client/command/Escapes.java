package io.pfs.client.command;

import io.pfs.RowName;
import java.util.Locale;
import java.util.Optional;

/** How names are written where a dot, a space or the end of a line would end them. */
final class Escapes {
    private Escapes() {}

    /** A path or a column as a part of a command. */
    static String write(String part) {
        return part.replace("%", "%25").replace(".", "%2E");
    }

    /** What was written so; empty if it can't have been. */
    static Optional<String> read(String part) {
        String plain = part.replace("%2E", "").replace("%2e", "").replace("%25", "");
        if (plain.indexOf('%') >= 0) {
            return Optional.empty();
        }
        return Optional.of(part.replace("%2E", ".").replace("%2e", ".").replace("%25", "%"));
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
