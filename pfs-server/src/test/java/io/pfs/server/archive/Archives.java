package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Entries with their contents, as tests compare them, and random ones of every shape. */
final class Archives {
    static final int CONTENT_MAX = 1 << 20;

    /** An entry without its offset and what its format rounds. */
    record Whole(String path, EntryKind kind, String content, long mtimeSeconds, int mode, String link) {
        static Whole of(ArchiveEntry entry, byte[] content) {
            String path = latin1(entry.path());
            return new Whole(
                    path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                    entry.kind(),
                    latin1(content),
                    entry.kind() == EntryKind.FILE ? entry.mtimeMillis() / 1000 : 0,
                    entry.kind() == EntryKind.SYMLINK ? 0 : entry.mode(),
                    latin1(entry.link()));
        }
    }

    private Archives() {}

    static List<Whole> readAll(Path archive) {
        try (ArchiveReader reader = ArchiveReader.open(archive)) {
            return readAll(reader);
        }
    }

    static List<Whole> readAll(ArchiveReader reader) {
        List<Whole> all = new ArrayList<>();
        for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
            ArchiveEntry entry = next.get();
            byte[] content = entry.kind() == EntryKind.FILE ? reader.content(entry, CONTENT_MAX) : new byte[0];
            all.add(Whole.of(entry, content));
        }
        return all;
    }

    /** Says which one differs first: all of them are too much to read. */
    static void requireSame(List<Whole> expected, List<Whole> read, String format) {
        for (int i = 0; i < Math.min(expected.size(), read.size()); i++) {
            assertEquals(expected.get(i), read.get(i), format);
        }
        assertEquals(expected.size(), read.size(), format);
    }

    static void write(ArchiveWriter writer, List<Whole> entries) {
        for (Whole entry : entries) {
            List<RowName> path = EntryPath.names(bytes(entry.path()));
            long mtimeMillis = entry.mtimeSeconds() * 1000;
            switch (entry.kind()) {
                case DIRECTORY -> writer.directory(path, entry.mode(), mtimeMillis);
                case SYMLINK ->
                    writer.symlink(path, new EntryAttributes(entry.mode(), mtimeMillis), bytes(entry.link()));
                default -> writer.file(path, new EntryAttributes(entry.mode(), mtimeMillis), bytes(entry.content()));
            }
        }
        writer.finish();
    }

    /** A tree, each directory before what is in it, with names of bytes of all kinds and lengths. */
    static List<Whole> random(Random random, int count) {
        List<Whole> all = new ArrayList<>();
        List<String> folders = new ArrayList<>(List.of(""));
        for (int i = 0; i < count; i++) {
            String path = folders.get(random.nextInt(folders.size())) + name(random, i);
            switch (random.nextInt(8)) {
                case 0 -> {
                    all.add(new Whole(path, EntryKind.DIRECTORY, "", 0, 0_700 | random.nextInt(0_100), ""));
                    folders.add(path + "/");
                }
                case 1 -> all.add(new Whole(path, EntryKind.SYMLINK, "", 0, 0, "../" + name(random, i)));
                default -> {
                    byte[] content = new byte[random.nextInt(4) == 0 ? random.nextInt(5000) : random.nextInt(20)];
                    if (random.nextBoolean()) {
                        random.nextBytes(content);
                    }
                    int mode = 0_400 | random.nextInt(0_1000);
                    all.add(new Whole(path, EntryKind.FILE, latin1(content), random.nextInt(1 << 30), mode, ""));
                }
            }
        }
        return all;
    }

    /** Different for each number. */
    private static String name(Random random, int number) {
        String begin = "n" + number;
        return switch (random.nextInt(5)) {
            case 0 -> begin + "\u00ff\u00fe\u0080"; // bytes that are no UTF-8
            case 1 -> begin + latin1("å \u4e16 ".getBytes(StandardCharsets.UTF_8));
            case 2 -> begin + " \\:*?\"%41\t\n";
            case 3 -> begin + "x".repeat(80 + random.nextInt(150));
            default -> begin;
        };
    }

    static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] joined(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }
}
