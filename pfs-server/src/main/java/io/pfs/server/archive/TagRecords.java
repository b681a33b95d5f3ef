package io.pfs.server.archive;

import io.pfs.format.ByteWriter;
import io.pfs.format.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Tags of an entry as records of POSIX, one for each; their bytes stand in the package. Other tools pass over keys that they don't
 * know, as that standard has it.
 */
final class TagRecords {
    /** As the standard wants keys of others: a name, and a point behind it. */
    private static final String PREFIX = "PFS.tag.";

    private static final char ESCAPE = '%';
    private static final int ESCAPED_CHARS = 3;

    private TagRecords() {}

    /** All of them, in the order of their names. */
    static byte[] encode(SortedMap<String, String> tags) {
        ByteWriter out = new ByteWriter(256);
        tags.forEach((name, value) -> record(out, utf8(PREFIX + escaped(name)), utf8(value)));
        return out.toBytes();
    }

    /** A record begins with its length, in which the digits of that length count, too. */
    private static void record(ByteWriter out, byte[] key, byte[] value) {
        int rest = key.length + value.length + " =\n".length();
        int length = rest + Integer.toString(rest).length();
        length = rest + Integer.toString(length).length();
        out.bytes(utf8(length + " ")).bytes(key).u8('=').bytes(value).u8('\n');
    }

    static boolean isTag(String latin1Key) {
        return latin1Key.startsWith(PREFIX);
    }

    /** The name of the tag of such a key; empty if it is none. */
    static Optional<String> name(String latin1Key) {
        byte[] bytes = latin1Key.substring(PREFIX.length()).getBytes(StandardCharsets.ISO_8859_1);
        return Utf8.text(bytes).flatMap(TagRecords::unescaped);
    }

    /** A key ends at the first '=', and has no control characters with some who read it. */
    private static String escaped(String name) {
        StringBuilder text = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == ESCAPE || c == '=' || c < ' ' || c == 0x7f) {
                text.append(ESCAPE).append(HexFormat.of().toHexDigits((byte) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static Optional<String> unescaped(String text) {
        StringBuilder name = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) != ESCAPE) {
                name.append(text.charAt(at++));
                continue;
            }
            String digits = text.substring(at + 1, Math.min(at + ESCAPED_CHARS, text.length()));
            if (!digits.matches("[0-7][0-9a-f]")) {
                return Optional.empty();
            }
            name.append((char) HexFormat.fromHexDigits(digits));
            at += ESCAPED_CHARS;
        }
        return Optional.of(name.toString());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
