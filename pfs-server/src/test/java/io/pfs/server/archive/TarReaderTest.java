package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.archive.Archives.Whole;
import io.pfs.testing.Damage;
import io.pfs.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TarReaderTest {
    @TempDir
    private Path temporary;

    private static TarReader reader(byte[]... parts) {
        return TarReader.of("x.tar", new ByteArrayInputStream(Archives.joined(parts)));
    }

    private static List<Whole> read(byte[]... parts) {
        return Archives.readAll(reader(parts));
    }

    private static PfsException refused(byte[]... parts) {
        PfsException e = assertThrows(PfsException.class, () -> read(parts));
        assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
        assertTrue(e.getMessage().contains("x.tar is damaged at offset "), e.getMessage());
        return e;
    }

    /** What another library writes, in each of the ways it can. */
    @Test
    void archivesOfOthersAreRead() {
        Seeds.each("TarReaderTest#archivesOfOthersAreRead", 20, seed -> {
            List<Whole> entries = Archives.random(new Random(seed), 40);
            for (int longNames : List.of(TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX)) {
                // in its records POSIX has UTF-8, which this library makes of what it takes for characters
                boolean bytes = longNames == TarArchiveOutputStream.LONGFILE_GNU;
                List<Whole> some = entries.stream()
                        .filter(entry ->
                                bytes || (entry.path() + entry.link()).chars().allMatch(c -> c < 0x80))
                        .toList();
                Archives.requireSame(some, read(otherTar(some, longNames)), "mode " + longNames);
            }
        });
    }

    private static byte[] otherTar(List<Whole> entries, int longNames) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, "ISO-8859-1")) {
            out.setLongFileMode(longNames);
            for (Whole whole : entries) {
                boolean directory = whole.kind() == EntryKind.DIRECTORY;
                byte type = (byte) (directory ? '5' : whole.kind() == EntryKind.SYMLINK ? '2' : '0');
                TarArchiveEntry entry = new TarArchiveEntry(whole.path() + (directory ? "/" : ""), type, true);
                byte[] content = Archives.bytes(whole.content());
                entry.setSize(content.length);
                entry.setMode(whole.mode());
                entry.setLinkName(whole.link());
                entry.setLastModifiedTime(FileTime.fromMillis(whole.mtimeSeconds() * 1000));
                out.putArchiveEntry(entry);
                out.write(content);
                out.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void ourArchivesAreReadByOthers() throws IOException {
        List<Whole> entries = Archives.random(new Random(1), 100);
        Path target = temporary.resolve("x.tar");
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveFormat.TAR, false)) {
            Archives.write(writer, entries);
        }
        List<Whole> read = new ArrayList<>();
        try (TarArchiveInputStream in = new TarArchiveInputStream(Files.newInputStream(target), "ISO-8859-1")) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                EntryKind kind = entry.isSymbolicLink()
                        ? EntryKind.SYMLINK
                        : entry.isDirectory() ? EntryKind.DIRECTORY : EntryKind.FILE;
                read.add(Whole.of(
                        new ArchiveEntry(
                                Archives.bytes(entry.getName()),
                                kind,
                                entry.getSize(),
                                entry.getLastModifiedTime().toMillis(),
                                entry.getMode(),
                                Archives.bytes(entry.getLinkName()),
                                0),
                        in.readAllBytes()));
            }
        }
        Archives.requireSame(entries, read, "by others");
    }

    @Test
    void recordsBeforeAHeaderSpeakForIt() {
        String records = TarBlocks.record("path", "dir/\u00ff\u00fe")
                + TarBlocks.record("mtime", "1700000000.987654321")
                + TarBlocks.record("SCHILY.xattr.user.x", "a\nb=c")
                + TarBlocks.record("size", "3");
        TarReader reader = reader(
                TarBlocks.pax(records),
                TarBlocks.header("other", '0', 0),
                TarBlocks.content(new byte[] {1, 2, 3}),
                TarBlocks.file("next", new byte[600]),
                TarBlocks.END);
        ArchiveEntry entry = reader.next().orElseThrow();
        assertArrayEquals(Archives.bytes("dir/\u00ff\u00fe"), entry.path(), "bytes, though POSIX wants UTF-8");
        assertEquals(1_700_000_000_987L, entry.mtimeMillis());
        assertArrayEquals(new byte[] {1, 2, 3}, reader.content(entry, 3));
        ArchiveEntry next = reader.next().orElseThrow();
        assertArrayEquals(Archives.bytes("next"), next.path());
        assertEquals(1000_000, next.mtimeMillis());
        assertEquals(2048, next.offset());
        assertEquals(Optional.empty(), reader.next(), "a content that nobody read is passed over");
        assertEquals(Optional.empty(), reader.next());
    }

    @Test
    void kindsAreToldApart() {
        List<EntryKind> kinds = read(
                        TarBlocks.header("f", '7', 0),
                        TarBlocks.header("old/", (char) 0, 0),
                        TarBlocks.header("hard", '1', 5),
                        TarBlocks.header("device", '3', 0),
                        TarBlocks.header("pipe", '6', 0),
                        TarBlocks.header("sparse", 'S', 0),
                        TarBlocks.pax(TarBlocks.record("GNU.sparse.major", "1")),
                        TarBlocks.header("also", '0', 0),
                        TarBlocks.header("what", 'Q', 3),
                        TarBlocks.content(new byte[3]),
                        TarBlocks.END)
                .stream()
                .map(Whole::kind)
                .toList();
        assertEquals(
                List.of(
                        EntryKind.FILE,
                        EntryKind.DIRECTORY,
                        EntryKind.HARD_LINK,
                        EntryKind.DEVICE,
                        EntryKind.DEVICE,
                        EntryKind.SPARSE,
                        EntryKind.SPARSE,
                        EntryKind.UNKNOWN),
                kinds);
    }

    @Test
    void sizesThatLieAreRefused() {
        byte[] huge = TarBlocks.header("huge", '0', "", "");
        huge[124] = (byte) 0x80;
        Arrays.fill(huge, 125, 136, (byte) 0xff);
        refused(TarBlocks.summed(huge), TarBlocks.END);
        byte[] negative = huge.clone();
        Arrays.fill(negative, 124, 136, (byte) 0xff);
        refused(TarBlocks.summed(negative), TarBlocks.END);
        refused(TarBlocks.header("letters", '0', "12x", ""), TarBlocks.END);
        TarReader cut = reader(TarBlocks.header("cut", '0', 1L << 32), TarBlocks.END);
        ArchiveEntry entry = cut.next().orElseThrow();
        PfsException e = assertThrows(PfsException.class, () -> cut.content(entry, 1 << 20));
        assertEquals("TOO_LARGE (102): cut has 4294967296 bytes; a cell may have 1048576", e.getMessage());
        assertThrows(PfsException.class, cut::next);
        refused(TarBlocks.pax(TarBlocks.record("size", "-1")), TarBlocks.header("a", '0', 0), TarBlocks.END);
        refused(TarBlocks.pax(TarBlocks.record("size", "1e9999999")), TarBlocks.header("a", '0', 0), TarBlocks.END);
        refused(TarBlocks.pax("99 path=x\n"), TarBlocks.header("a", '0', 0), TarBlocks.END);
        refused(TarBlocks.pax("3 path=x\n"), TarBlocks.header("a", '0', 0), TarBlocks.END);
    }

    /** A million names for one entry, each of which the recursive way to read them would keep on the stack. */
    @Test
    void longNamesAreNoBurden() {
        byte[] name = TarBlocks.longName("n");
        Iteration names = new Iteration(name, 300_000);
        InputStream all = new SequenceInputStream(
                names, new ByteArrayInputStream(Archives.joined(TarBlocks.header("x", '0', 0), TarBlocks.END)));
        List<Whole> read = Archives.readAll(TarReader.of("x.tar", all));
        assertEquals("n", read.get(0).path());
        refused(TarBlocks.header("././@LongLink", 'L', 1L << 32), TarBlocks.END);
        refused(TarBlocks.pax("9999999999 path=x\n"), TarBlocks.END);
    }

    /** The same bytes again and again. */
    private static final class Iteration extends InputStream {
        private final byte[] bytes;
        private long left;

        Iteration(byte[] bytes, long times) {
            this.bytes = bytes;
            this.left = bytes.length * times;
        }

        @Override
        public int read() {
            return left == 0 ? -1 : bytes[(int) (bytes.length - 1 - (--left % bytes.length))] & 0xff;
        }

        @Override
        public int read(byte[] target, int at, int length) {
            int begin = (int) ((bytes.length - left % bytes.length) % bytes.length);
            int count = (int) Math.min(left, Math.min(length, bytes.length - begin));
            System.arraycopy(bytes, begin, target, at, count);
            left -= count;
            return count == 0 && length > 0 ? -1 : count;
        }
    }

    /** Whatever is before the cut is read; the cut itself is named. */
    @Test
    void everyPrefixGivesWhatIsWhole() {
        byte[] whole = Archives.joined(
                TarBlocks.file("a", new byte[] {1}),
                TarBlocks.longName("b".repeat(120)),
                TarBlocks.file("b", new byte[700]),
                TarBlocks.header("c", '0', 0),
                TarBlocks.END);
        List<Whole> all = read(whole);
        for (int length = 0; length < whole.length; length += 7) {
            List<Whole> read = new ArrayList<>();
            byte[] prefix = Arrays.copyOf(whole, length);
            TarReader reader = reader(prefix);
            boolean ended = length >= whole.length - 512;
            try {
                for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
                    read.add(Whole.of(next.get(), reader.content(next.get(), 1000)));
                }
                assertTrue(ended, "cut at " + length + " and not noticed");
            } catch (PfsException e) {
                assertEquals(ErrorCode.CORRUPT, e.code());
                assertTrue(!ended && e.getMessage().contains("cut off"), e.getMessage());
                assertThrows(PfsException.class, reader::next, "what is broken stays so");
            }
            assertEquals(all.subList(0, read.size()), read);
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrHarmless() {
        byte[] whole = Archives.joined(
                TarBlocks.pax(TarBlocks.record("path", "p")),
                TarBlocks.file("a", new byte[] {1}),
                TarBlocks.longName("b".repeat(120)),
                TarBlocks.file("b", new byte[3]),
                TarBlocks.END);
        Damage.eachBitFlip(whole, (damaged, what) -> {
            try {
                read(damaged);
            } catch (PfsException e) {
                assertTrue(List.of(ErrorCode.CORRUPT, ErrorCode.TOO_LARGE).contains(e.code()), what + e.getMessage());
            }
        });
    }

    @Test
    void aCutOrDamagedGzipNamesTheArchive() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(TarBlocks.file("a", new byte[10]));
            out.write(TarBlocks.file("b", random));
            out.write(TarBlocks.END);
        }
        Path file = temporary.resolve("x.tar.gz");
        for (int length : new int[] {packed.size() / 2, packed.size() - 20, packed.size() - 1}) {
            Files.write(file, Arrays.copyOf(packed.toByteArray(), length));
            PfsException e = assertThrows(PfsException.class, () -> Archives.readAll(file));
            assertEquals(ErrorCode.CORRUPT, e.code());
            assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        }
        byte[] wrongSum = packed.toByteArray();
        wrongSum[wrongSum.length - 8] ^= 1;
        Files.write(file, wrongSum);
        assertEquals(
                ErrorCode.CORRUPT,
                assertThrows(PfsException.class, () -> Archives.readAll(file)).code(),
                "the checksum behind the end");
    }

    @Test
    void whatIsNoArchiveIsSaidToBeNone() throws IOException {
        Path file = Files.writeString(temporary.resolve("x.tar"), "just text");
        PfsException e = assertThrows(PfsException.class, () -> ArchiveReader.open(file));
        assertEquals(ErrorCode.NOT_SUPPORTED, e.code());
        assertEquals(
                ErrorCode.FILE_MISSING,
                assertThrows(PfsException.class, () -> ArchiveReader.open(temporary.resolve("y")))
                        .code());
    }
}
