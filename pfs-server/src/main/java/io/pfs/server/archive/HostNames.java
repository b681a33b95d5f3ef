package io.pfs.server.archive;

import io.pfs.RowName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names of rows as names of files, byte for byte. Java decodes the names of files by the locale and loses what does not
 * fit it; their URIs have the bytes. They cost a system call, so that plain ASCII takes the short way.
 */
final class HostNames {
    private HostNames() {}

    /** The bytes of the last name on the path. */
    static byte[] bytes(Path file) {
        String name = file.getFileName().toString();
        if (isAscii(name)) {
            return name.getBytes(StandardCharsets.US_ASCII);
        }
        String path = file.toUri().getRawPath();
        String whole = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return unescaped(whole.substring(whole.lastIndexOf('/') + 1));
    }

    /** What stands in the folder under this name, which can't lead out of it: it has no slash and isn't dots. */
    static Path in(Path folder, RowName name) {
        byte[] bytes = name.toBytes();
        String ascii = new String(bytes, StandardCharsets.US_ASCII);
        if (isAscii(ascii)) {
            return folder.resolve(ascii);
        }
        String parent = folder.toUri().toString();
        return Path.of(URI.create((parent.endsWith("/") ? parent : parent + "/") + escaped(bytes)));
    }

    /** Where a symbolic link leads. What is no ASCII is read through a path, so it loses slashes that say nothing. */
    static byte[] link(Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        String text = target.toString();
        if (isAscii(text)) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (target.isAbsolute()) {
            bytes.write('/');
        }
        for (int i = 0; i < target.getNameCount(); i++) {
            if (i > 0) {
                bytes.write('/');
            }
            bytes.writeBytes(bytes(target.getName(i)));
        }
        return bytes.toByteArray();
    }

    /** A path that says what these bytes say, to be the target of a link. */
    static Path target(byte[] link) {
        String ascii = new String(link, StandardCharsets.US_ASCII);
        if (isAscii(ascii)) {
            return Path.of(ascii);
        }
        boolean absolute = link[0] == '/';
        Path rooted = Path.of(URI.create("file://" + (absolute ? "" : "/") + escaped(link)));
        // taking it apart, unlike relativizing it, keeps its dots
        return absolute ? rooted : rooted.subpath(0, rooted.getNameCount());
    }

    private static boolean isAscii(String name) {
        return name.chars().allMatch(c -> c < 0x80);
    }

    private static String escaped(byte[] bytes) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : bytes) {
            if (b == '/') {
                escaped.append('/');
            } else {
                escaped.append('%');
                escaped.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        return escaped.toString();
    }

    private static byte[] unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '%') {
                bytes.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
                at += 2;
            } else {
                bytes.write(text.charAt(at));
            }
        }
        return bytes.toByteArray();
    }
}
