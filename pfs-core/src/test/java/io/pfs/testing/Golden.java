package io.pfs.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Compares bytes with the ones that were once agreed on: {@code src/test/resources/golden/NAME.hex}. Such a file holds
 * one field a line, in hexadecimal, then {@code #} and what the field is. A format whose bytes changed is a new version
 * with a file of its own.
 *
 * <p>{@code -Dpfs.golden=write} writes the file anew. Lines keep their number of bytes and their comments, so that the
 * difference is what changed; bytes past the last line are added sixteen a line.
 */
public final class Golden {
    private static final int NEW_LINE_BYTES = 16;

    private record Line(int count, String comment) {}

    private Golden() {}

    /** Fails, showing the first line that differs, unless {@code actual} are the golden bytes of this name. */
    public static void check(Class<?> anchor, String name, byte[] actual) {
        String text = text(anchor, name);
        if (System.getProperty("pfs.golden", "").equals("write")) {
            write(anchor, name, render(layout(text), actual));
            return;
        }
        if (text.isEmpty()) {
            throw new AssertionError("there is no golden/" + name + ".hex; write it with -Dpfs.golden=write, then"
                    + " comment its fields. The bytes are " + HexFormat.of().formatHex(actual));
        }
        byte[] expected = parse(text);
        int at = Arrays.mismatch(expected, actual);
        if (at >= 0) {
            throw new AssertionError(difference(name, text.lines().toList(), render(layout(text), actual), at)
                    + "\n(expected " + expected.length + " bytes, found " + actual.length + ")");
        }
    }

    /** The golden bytes of this name. */
    public static byte[] bytes(Class<?> anchor, String name) {
        return parse(text(anchor, name));
    }

    private static String difference(String name, List<String> expected, List<String> actual, int at) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String left = i < expected.size() ? expected.get(i) : "nothing";
            String right = i < actual.size() ? actual.get(i) : "nothing";
            if (!Arrays.equals(parse(left), parse(right)) || left.equals("nothing")) {
                return "golden/" + name + ".hex differs from byte " + at + " on, line " + (i + 1) + ":\n  expected "
                        + left + "\n  found    " + right;
            }
        }
        return "golden/" + name + ".hex differs at byte " + at;
    }

    private static String text(Class<?> anchor, String name) {
        try (InputStream in = anchor.getResourceAsStream("/golden/" + name + ".hex")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] parse(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.lines().forEach(line -> bytes.writeBytes(HexFormat.of().parseHex(digits(line))));
        return bytes.toByteArray();
    }

    private static String digits(String line) {
        int comment = line.indexOf('#');
        String bytes = comment < 0 ? line : line.substring(0, comment);
        return bytes.equals("nothing") ? "" : bytes.replace(" ", "");
    }

    private static List<Line> layout(String text) {
        List<Line> lines = new ArrayList<>();
        text.lines().forEach(line -> {
            int comment = line.indexOf('#');
            lines.add(new Line(digits(line).length() / 2, comment < 0 ? "" : line.substring(comment)));
        });
        return lines;
    }

    private static List<String> render(List<Line> layout, byte[] bytes) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        for (Line line : layout) {
            int count = Math.min(line.count(), bytes.length - at);
            lines.add(render(bytes, at, count, line.comment()));
            at += count;
        }
        for (; at < bytes.length; at += NEW_LINE_BYTES) {
            lines.add(render(bytes, at, Math.min(NEW_LINE_BYTES, bytes.length - at), ""));
        }
        return lines;
    }

    private static String render(byte[] bytes, int at, int count, String comment) {
        String digits = HexFormat.ofDelimiter(" ").formatHex(bytes, at, at + count);
        return digits + (digits.isEmpty() || comment.isEmpty() ? "" : "  ") + comment;
    }

    /** Beside the sources that the anchor was compiled from: {@code MODULE/target/test-classes} is two folders below. */
    private static void write(Class<?> anchor, String name, List<String> lines) {
        try {
            Path classes = Path.of(
                    anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path module = classes.resolve("../..").normalize();
            Path folder = Files.createDirectories(module.resolve("src/test/resources/golden"));
            Files.write(folder.resolve(name + ".hex"), lines, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the classes of " + anchor + " are not in a folder", e);
        }
    }
}
