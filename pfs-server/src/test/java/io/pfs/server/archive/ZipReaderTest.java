package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.archive.Archives.Whole;
import io.pfs.testing.Damage;
import io.pfs.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZipReaderTest {
    private static final int END_BYTES = 22;

    @TempDir
    private Path temporary;

    private ArchiveReader reader(byte[] zip) {
        try {
            return ArchiveReader.open(Files.write(temporary.resolve("x.zip"), zip));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Whole> read(byte[] zip) {
        try (ArchiveReader reader = reader(zip)) {
            return Archives.readAll(reader);
        }
    }

    private void refused(byte[] zip, String why) {
        PfsException e = assertThrows(PfsException.class, () -> read(zip));
        assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
        assertTrue(e.getMessage().contains("x.zip") && e.getMessage().contains(why), e.getMessage());
    }

    /** What another library writes: in UTF-8 and not, with large numbers everywhere and nowhere. */
    @Test
    void archivesOfOthersAreRead() {
        Seeds.each("ZipReaderTest#archivesOfOthersAreRead", 20, seed -> {
            // it takes a backslash for a slash
            List<Whole> entries = Archives.random(new Random(seed), 40).stream()
                    .filter(entry -> !entry.path().contains("\\"))
                    .toList();
            Archives.requireSame(entries, read(otherZip(entries, Zip64Mode.Never)), "Zip64Mode.Never");
            Archives.requireSame(entries, read(otherZip(entries, Zip64Mode.Always)), "Zip64Mode.Always");
        });
    }

    private byte[] otherZip(List<Whole> entries, Zip64Mode large) {
        Path file = temporary.resolve("other.zip");
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(file)) {
            out.setEncoding("ISO-8859-1");
            out.setUseLanguageEncodingFlag(false);
            out.setUseZip64(large);
            for (Whole whole : entries) {
                boolean directory = whole.kind() == EntryKind.DIRECTORY;
                boolean link = whole.kind() == EntryKind.SYMLINK;
                ZipArchiveEntry entry = new ZipArchiveEntry(whole.path() + (directory ? "/" : ""));
                entry.setUnixMode(whole.mode() | (directory ? 0_040000 : link ? 0_120000 : 0_100000));
                entry.setLastModifiedTime(FileTime.fromMillis(whole.mtimeSeconds() * 1000));
                out.putArchiveEntry(entry);
                out.write(Archives.bytes(link ? whole.link() : whole.content()));
                out.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(file);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ourArchivesAreReadByOthers() throws IOException {
        List<Whole> entries = Archives.random(new Random(1), 100);
        Path target = temporary.resolve("x.zip");
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveFormat.ZIP, false)) {
            Archives.write(writer, entries);
        }
        List<Whole> read = new ArrayList<>();
        try (ZipFile file = ZipFile.builder().setPath(target).get()) {
            for (ZipArchiveEntry entry : Collections.list(file.getEntries())) {
                byte[] content = file.getInputStream(entry).readAllBytes();
                boolean link = entry.isUnixSymlink();
                EntryKind kind = link ? EntryKind.SYMLINK : entry.isDirectory() ? EntryKind.DIRECTORY : EntryKind.FILE;
                long mtimeMillis = entry.getLastModifiedTime().toMillis();
                read.add(Whole.of(
                        new ArchiveEntry(
                                entry.getRawName(),
                                kind,
                                entry.getSize(),
                                mtimeMillis,
                                entry.getUnixMode(),
                                link ? content : new byte[0],
                                0),
                        link ? new byte[0] : content));
            }
        }
        Archives.requireSame(entries, read, "by others");
    }

    /** The JDK does not know lengths beforehand, so it writes them behind the data. */
    private static byte[] jdkZip(String name, byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            ZipEntry entry = new ZipEntry(name);
            entry.setLastModifiedTime(FileTime.fromMillis(1_700_000_000_000L));
            out.putNextEntry(entry);
            out.write(content);
            out.closeEntry();
            out.setComment("PK\5\6 in the comment of the end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void theDirectoryCountsAndNotWhatStandsBeforeTheData() throws IOException {
        byte[] zip = jdkZip("\u4e16", new byte[1000]);
        Whole whole = read(zip).get(0);
        assertEquals(Archives.latin1("\u4e16".getBytes(StandardCharsets.UTF_8)), whole.path());
        assertEquals(1_700_000_000L, whole.mtimeSeconds());
        assertEquals(1000, whole.content().length());
        byte[] selfExtracting = Archives.joined(zip, zip);
        assertEquals(List.of(whole), read(selfExtracting), "whatever stands before a zip");
        assertEquals(List.of(), read(Arrays.copyOfRange(emptyZip(), 0, END_BYTES)));
    }

    private static byte[] emptyZip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ZipOutputStream(bytes).close();
        return bytes.toByteArray();
    }

    /** A zip of one stored file, each of whose fields can be a lie. */
    private static final class Lies {
        private final byte[] content = "content".getBytes(StandardCharsets.US_ASCII);
        private String name = "name";
        private String localName = "name";
        private int flags;
        private int method;
        private int bytes = content.length;
        private int packedBytes = content.length;
        private int unixMode = 0_100644;
        private int at;
        private int copies = 1;
        private int count = 1;

        byte[] zip() {
            ByteWriter out = new ByteWriter(100);
            CRC32 crc = new CRC32();
            crc.update(content);
            out.u32(0x04034b50).u16(20).u16(flags).u16(method).u32(0).u32((int) crc.getValue());
            out.u32(packedBytes).u32(bytes).u16(localName.length()).u16(0).bytes(Archives.bytes(localName));
            out.bytes(content);
            int directory = out.length();
            for (int copy = 0; copy < copies; copy++) {
                out.u32(0x02014b50)
                        .u8(20)
                        .u8(3)
                        .u16(20)
                        .u16(flags)
                        .u16(method)
                        .u32(0)
                        .u32((int) crc.getValue());
                out.u32(packedBytes)
                        .u32(bytes)
                        .u16(name.length())
                        .u16(0)
                        .u16(0)
                        .u16(0)
                        .u16(0);
                out.u32(unixMode << 16).u32(at).bytes(Archives.bytes(name));
            }
            int directoryBytes = out.length() - directory;
            out.u32(0x06054b50)
                    .u32(0)
                    .u16(count)
                    .u16(count)
                    .u32(directoryBytes)
                    .u32(directory)
                    .u16(0);
            return out.toBytes();
        }
    }

    @Test
    void liesAreRefused() {
        assertEquals("content", read(new Lies().zip()).get(0).content());
        Lies name = new Lies();
        name.localName = "game";
        refused(name.zip(), "the same name in its own header");
        Lies longer = new Lies();
        longer.bytes++;
        refused(longer.zip(), "8 bytes, found only 7");
        Lies shorter = new Lies();
        shorter.bytes--;
        refused(shorter.zip(), "6 bytes, as declared, found more");
        Lies outside = new Lies();
        outside.packedBytes = 1_000_000;
        refused(outside.zip(), "the size of an entry");
        Lies elsewhere = new Lies();
        elsewhere.at = 5;
        refused(elsewhere.zip(), "the header of a file at 5");
        Lies far = new Lies();
        far.at = Integer.MAX_VALUE;
        refused(far.zip(), "an offset before the directory");
        Lies bomb = new Lies();
        bomb.copies = 2;
        bomb.count = 2;
        refused(bomb.zip(), "entries overlap");
        Lies count = new Lies();
        count.count = 7;
        refused(count.zip(), "the number of entries should be 7, found 1");
        Lies link = new Lies();
        link.unixMode = 0_120777;
        link.bytes = 1 << 20;
        refused(link.zip(), "a symbolic link should be at most 4096 bytes");
    }

    @Test
    void kindsAreToldApart() {
        Lies encrypted = new Lies();
        encrypted.flags = 1;
        assertEquals(EntryKind.ENCRYPTED, read(encrypted.zip()).get(0).kind());
        Lies method = new Lies();
        method.method = 93;
        assertEquals(EntryKind.UNKNOWN_METHOD, read(method.zip()).get(0).kind());
        Lies pipe = new Lies();
        pipe.unixMode = 0_010644;
        assertEquals(EntryKind.DEVICE, read(pipe.zip()).get(0).kind());
        Lies link = new Lies();
        link.unixMode = 0_120777;
        assertEquals("content", read(link.zip()).get(0).link());
        Lies unknownMode = new Lies();
        unknownMode.unixMode = 0;
        assertEquals(0_644, read(unknownMode.zip()).get(0).mode());
    }

    /** A content that unpacks to more than it says is stopped there, and one that says too much is not unpacked at all. */
    @Test
    void bombsStaySmall() {
        byte[] zip = jdkZip("zeros", new byte[50 << 20]);
        assertTrue(zip.length < 60_000, zip.length + " bytes");
        try (ArchiveReader reader = reader(zip)) {
            ArchiveEntry entry = reader.next().orElseThrow();
            PfsException e = assertThrows(PfsException.class, () -> reader.content(entry, 1 << 20));
            assertEquals("TOO_LARGE (102): zeros has 52428800 bytes; a cell may have 1048576", e.getMessage());
        }
        ByteWriter lying = new ByteWriter(0);
        lying.bytes(zip);
        lying.setU32(zip.length - END_BYTES - "PK\5\6 in the comment of the end".length() - 46 - 5 - 9 + 24, 10);
        refused(lying.toBytes(), "10 bytes, as declared, found more");
    }

    @Test
    void everyPrefixIsRefused() {
        byte[] zip = new Lies().zip();
        Damage.eachPrefix(zip, (prefix, what) -> {
            PfsException e = assertThrows(PfsException.class, () -> read(prefix), what);
            assertTrue(List.of(ErrorCode.CORRUPT, ErrorCode.NOT_SUPPORTED).contains(e.code()), e.getMessage());
        });
    }

    @Test
    void everyFlippedBitIsRefusedOrHarmless() {
        byte[] zip = jdkZip("name", new byte[100]);
        Damage.eachBitFlip(zip, (damaged, what) -> {
            try {
                read(damaged)
                        .forEach(whole -> assertTrue(
                                whole.kind() != EntryKind.FILE
                                        || whole.content().equals("\0".repeat(100)),
                                what));
            } catch (PfsException e) {
                assertTrue(e.code() != ErrorCode.INVARIANT_BROKEN, e.getMessage());
            }
        });
    }

    @Test
    void unicodeNamesBesideTheOldOnesCount() {
        byte[] rawName = Archives.bytes("\u0084");
        CRC32 crc = new CRC32();
        crc.update(rawName);
        ByteWriter extras = new ByteWriter(0);
        extras.u16(0x7075).u16(7).u8(1).u32((int) crc.getValue()).bytes("ä".getBytes(StandardCharsets.UTF_8));
        ZipExtras read = new ZipExtras(1, 1, 0);
        read.read(new ByteReader("x", extras.toBytes()), rawName);
        assertArrayEquals("ä".getBytes(StandardCharsets.UTF_8), read.name().orElseThrow());
        ZipExtras stale = new ZipExtras(1, 1, 0);
        stale.read(new ByteReader("x", extras.toBytes()), Archives.bytes("renamed"));
        assertEquals(Optional.empty(), stale.name());
    }
}
