package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tags of rows in a tar: as they are written, and what is made of others. */
final class TagRecordsTest {
    private static final List<RowName> ROW = List.of(RowName.of("cat.jpg"));
    private static final List<RowName> LINK = List.of(RowName.of("a".repeat(150)));

    private static final SortedMap<String, String> TAGS = new TreeMap<>(
            Map.of("stars", "5", "a=b%\n", "x'0aff'", "\u00e5", "line\nwith = and \u4e16", "empty", "''"));

    @TempDir
    private Path temporary;

    @Test
    void theBytesAreThese() {
        assertEquals("""
                31 PFS.tag.a%3db%25%0a=x'0aff'
                20 PFS.tag.empty=''
                19 PFS.tag.stars=5
                34 PFS.tag.\u00e5=line
                with = and \u4e16
                """, new String(TagRecords.encode(TAGS), StandardCharsets.UTF_8));
        SortedMap<String, String> long99 = new TreeMap<>(Map.of("n", "v".repeat(99 - "PFS.tag.n= \n".length() - 2)));
        SortedMap<String, String> long101 = new TreeMap<>(Map.of("n", "v".repeat(101 - "PFS.tag.n= \n".length() - 3)));
        assertEquals("99 ", new String(TagRecords.encode(long99), 0, 3, StandardCharsets.UTF_8));
        assertEquals("101 ", new String(TagRecords.encode(long101), 0, 4, StandardCharsets.UTF_8));
    }

    /** One header before the entry, and all else as it was. */
    @Test
    void theyStandBeforeTheirEntry() throws IOException {
        byte[] bytes = Files.readAllBytes(written(ArchiveFormat.TAR));
        assertEquals("././@PaxHeader", latin1(bytes, 0, 14));
        assertEquals('x', bytes[156]);
        assertEquals("00000000150", latin1(bytes, 124, 11), "as many bytes as all records have");
        assertArrayEquals(TagRecords.encode(TAGS), latin1(bytes, 512, 104).getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("cat.jpg\0", latin1(bytes, 1024, 8));
        assertEquals('0', bytes[1024 + 156]);
    }

    private static String latin1(byte[] bytes, int at, int count) {
        return new String(bytes, at, count, StandardCharsets.ISO_8859_1);
    }

    private Path written(ArchiveFormat format) {
        Path target = temporary.resolve("of-" + format);
        try (ArchiveWriter writer = ArchiveWriter.open(target, format, true)) {
            EntryAttributes tagged = new EntryAttributes(0_640, 7_000, TAGS);
            writer.file(ROW, tagged, new byte[] {1, 2, 3});
            writer.symlink(LINK, tagged, "cat.jpg".getBytes(StandardCharsets.UTF_8));
            writer.file(ROW, tagged, 600, () -> new ByteArrayInputStream(new byte[600]));
            writer.file(ROW, new EntryAttributes(0_640, 7_000), new byte[1]);
            writer.finish();
        }
        return target;
    }

    @Test
    void tarsBringThemBackAndNoOthers() {
        for (ArchiveFormat format : ArchiveFormat.values()) {
            boolean keeps = format == ArchiveFormat.TAR || format == ArchiveFormat.TAR_GZ;
            if (format == ArchiveFormat.FOLDER) {
                continue; // which has each name once
            }
            List<SortedMap<String, String>> read = new ArrayList<>();
            try (ArchiveReader reader = ArchiveReader.open(written(format))) {
                for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
                    read.add(next.get().tags());
                }
            }
            SortedMap<String, String> tags = keeps ? TAGS : new TreeMap<>();
            assertEquals(List.of(tags, tags, tags, new TreeMap<>()), read, format.toString());
        }
    }

    @Test
    void othersReadAllElse() throws IOException {
        List<String> read = new ArrayList<>();
        try (TarArchiveInputStream in =
                new TarArchiveInputStream(Files.newInputStream(written(ArchiveFormat.TAR)), "UTF-8")) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                read.add(entry.getName() + " " + in.readAllBytes().length + " "
                        + entry.getExtraPaxHeader("PFS.tag.stars"));
            }
        }
        assertEquals(List.of("cat.jpg 3 5", "a".repeat(150) + " 0 5", "cat.jpg 600 5", "cat.jpg 1 null"), read);
    }

    private static ArchiveEntry read(String key, String value) {
        byte[] bytes = Archives.joined(
                TarBlocks.pax(TarBlocks.record(key, value) + TarBlocks.record("path", "b")),
                TarBlocks.file("a", new byte[1]),
                TarBlocks.file("next", new byte[1]),
                TarBlocks.END);
        TarReader reader = TarReader.of("x.tar", new ByteArrayInputStream(bytes));
        ArchiveEntry read = reader.next().orElseThrow();
        assertEquals("b", read.shown());
        ArchiveEntry next = reader.next().orElseThrow();
        assertEquals("next", next.shown());
        assertEquals(Optional.empty(), next.tagsFault());
        return read;
    }

    private static void requireFault(String why, ArchiveEntry read) {
        assertEquals(Map.of(), read.tags());
        assertEquals(Optional.of(why), read.tagsFault());
    }

    /** It is the tags of one entry; all else is read. */
    @Test
    void whatIsNoTagIsAFaultOfItsEntry() {
        assertEquals(Map.of("a%", "1"), read("PFS.tag.a%25", "1").tags());
        assertEquals(Map.of(), read("PFS.other.a", "1").tags());
        for (String key : List.of("PFS.tag.%", "PFS.tag.%2", "PFS.tag.%zz", "PFS.tag.%ff")) {
            requireFault("the name in '" + key + "' is no UTF-8 with escapes of two digits", read(key, "1"));
        }
        requireFault("the name in 'PFS.tag.\\xff' is no UTF-8 with escapes of two digits", read("PFS.tag.\u00ff", "1"));
        requireFault("the value of 'PFS.tag.a' is no UTF-8", read("PFS.tag.a", "\u00ff"));
        requireFault("more than 262144 bytes", read("PFS.tag.a", "x".repeat(1 << 19)));
    }
}
