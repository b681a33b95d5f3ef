package io.pfs.server.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Tars that no well-behaved program writes, by a library that writes what it is told. */
final class HostileTars {
    private HostileTars() {}

    static void write(Path archive, List<String> names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
            out.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (String name : names) {
                add(out, new TarArchiveEntry(name, true));
            }
        }
        Files.write(archive, bytes.toByteArray());
    }

    /** Entries whose last character is their type. */
    static void writeKinds(Path archive, String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
            for (String name : names) {
                add(out, new TarArchiveEntry(name, (byte) name.charAt(name.length() - 1)));
            }
        }
        Files.write(archive, bytes.toByteArray());
    }

    private static void add(TarArchiveOutputStream out, TarArchiveEntry entry) throws IOException {
        byte[] content = "content".getBytes(StandardCharsets.US_ASCII);
        boolean file = entry.getLinkFlag() == '0';
        entry.setSize(file ? content.length : 0);
        out.putArchiveEntry(entry);
        out.write(content, 0, file ? content.length : 0);
        out.closeArchiveEntry();
    }
}
