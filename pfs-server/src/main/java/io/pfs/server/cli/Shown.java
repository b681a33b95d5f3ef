package io.pfs.server.cli;

import io.pfs.RowName;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Text as people are shown it: letters of all languages as they are. What a terminal would act on, what nobody would see, what is no
 * UTF-8, and what standard output has no letter for, is told by its bytes, {@code \xHH}. In names a backslash is doubled, so that no
 * two of them look the same.
 */
public final class Shown {
    /** Letters, marks and symbols that look like nothing, as blanks do. */
    private static final String LOOKS_LIKE_NOTHING = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0";

    private final String text;

    private Shown(String text) {
        this.text = text;
    }

    static Shown name(String name) {
        return name(name, output());
    }

    static Shown name(RowName name) {
        return name(name.toBytes(), output());
    }

    /** A path as the client calls a table by it. */
    static Shown path(String label) {
        return name(Labels.bytes(label), output());
    }

    static Shown name(String name, Charset output) {
        return new Shown(escaped(name.replace("\\", "\\\\"), output));
    }

    static Shown name(byte[] name, Charset output) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(name);
        CharBuffer out = CharBuffer.allocate(in.remaining());
        StringBuilder shown = new StringBuilder();
        CoderResult result = CoderResult.OVERFLOW;
        while (!result.isUnderflow()) {
            result = decoder.decode(in, out, true);
            shown.append(name(out.flip().toString(), output));
            out.clear();
            if (result.isError()) {
                byte[] invalid = new byte[result.length()];
                in.get(invalid);
                shown.append(hex(invalid));
            }
        }
        return new Shown(shown.toString());
    }

    /** What is no name, as the value of a tag: a backslash stays one. */
    public static Shown text(String text) {
        return new Shown(escaped(text, output()));
    }

    /** Put together from what is shown already. */
    static Shown asIs(String text) {
        return new Shown(text);
    }

    /** The same JSON, in letters that standard output has. */
    static String json(String json) {
        return json(json, output());
    }

    static String json(String json, Charset output) {
        CharsetEncoder encoder = output.newEncoder();
        if (encoder.canEncode(json)) {
            return json;
        }
        return json.codePoints()
                .mapToObj(Character::toString)
                .map(letter -> encoder.canEncode(letter) ? letter : escapedForJson(letter))
                .collect(Collectors.joining());
    }

    private static String escapedForJson(String letter) {
        return letter.chars()
                .mapToObj(unit -> String.format(Locale.ROOT, "\\u%04x", unit))
                .collect(Collectors.joining());
    }

    private static String escaped(String text, Charset output) {
        CharsetEncoder encoder = output.newEncoder();
        return text.codePoints()
                .mapToObj(c -> {
                    String letter = Character.toString(c);
                    return isVisible(c) && encoder.canEncode(letter)
                            ? letter
                            : hex(letter.getBytes(StandardCharsets.UTF_8));
                })
                .collect(Collectors.joining());
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> LOOKS_LIKE_NOTHING.indexOf(c) < 0;
        };
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().withPrefix("\\x").formatHex(bytes);
    }

    /** In which letters commands write, as picocli chooses it. */
    private static Charset output() {
        return Optional.ofNullable(System.getProperty("sun.stdout.encoding"))
                .filter(Charset::isSupported)
                .map(Charset::forName)
                .orElse(Charset.defaultCharset());
    }

    @Override
    public String toString() {
        return text;
    }
}
