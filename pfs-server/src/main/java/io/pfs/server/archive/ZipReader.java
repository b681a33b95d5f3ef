package io.pfs.server.archive;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.Refusals;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A zip, in the order of its directory, which is read piece by piece. Bombs stay small: a content may not unpack to more
 * than was declared, and entries may not share their packed bytes.
 */
public final class ZipReader implements ArchiveReader {
    /** A symbolic link's content is where it leads. */
    static final int LINK_BYTES_MAX = 4096;

    private static final int LOCAL_MAGIC = 0x04034b50;
    private static final int LOCAL_BYTES = 30;
    private static final int BUFFER_BYTES = 1 << 14;

    private final String archive;
    private final FileChannel file;
    private final ZipEnd end;
    private final FileStretch directory;
    private final Inflater inflater = new Inflater(true);
    private long entriesRead;
    private long packedBytesPassed;
    private @Nullable ZipMember member;

    private ZipReader(String archive, FileChannel file, ZipEnd end) {
        this.archive = archive;
        this.file = file;
        this.end = end;
        this.directory = new FileStretch(file, end.directory(), end.directoryEnd());
    }

    static ZipReader open(Path source) {
        try {
            FileChannel file = FileChannel.open(source);
            try {
                return new ZipReader(source.toString(), file, ZipEnd.find(source.toString(), file));
            } catch (IOException | PfsException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileFailures.of("open", source, e);
        }
    }

    @Override
    public Optional<ArchiveEntry> next() {
        if (directory.offset() == end.directoryEnd()) {
            requireCount();
            return Optional.empty();
        }
        try {
            ZipMember read = ZipMember.read(archive, directory);
            member = read;
            entriesRead++;
            requireNoOverlap(read);
            EntryKind kind = read.kind();
            return Optional.of(new ArchiveEntry(
                    read.name(),
                    kind,
                    kind == EntryKind.FILE || kind == EntryKind.SYMLINK ? read.bytes() : 0,
                    read.mtimeMillis(),
                    read.mode(),
                    kind == EntryKind.SYMLINK ? link(read) : ArchiveEntry.NO_LINK,
                    read.offset()));
        } catch (IOException e) {
            throw FileFailures.of("read", archive + " at offset " + directory.offset(), e);
        }
    }

    /** Numbers of entries are kept in 16 bits where there is no large form. */
    private void requireCount() {
        if (entriesRead != end.entries() && (entriesRead & ZipEnd.LARGE_COUNT) != end.entries()) {
            throw Refusals.corrupt(
                    archive,
                    end.directoryEnd(),
                    "the number of entries",
                    Long.toString(end.entries()),
                    Long.toString(entriesRead));
        }
    }

    /** All packed bytes stand before the directory: entries that sum up to more share some, as only bombs do. */
    private void requireNoOverlap(ZipMember read) {
        long room = end.directory();
        if (read.packedBytes() < 0 || read.bytes() < 0 || read.packedBytes() > room) {
            throw Refusals.corrupt(
                    archive,
                    read.offset(),
                    "the size of an entry",
                    "at most the " + room + " bytes of the file",
                    read.packedBytes() + " packed, " + read.bytes() + " unpacked");
        }
        packedBytesPassed += LOCAL_BYTES + read.rawName().length + read.packedBytes();
        if (packedBytesPassed > room) {
            throw Refusals.corrupt(
                    archive,
                    read.offset(),
                    "all entries together",
                    "at most the " + room + " bytes before the directory",
                    packedBytesPassed + " bytes: entries overlap");
        }
    }

    private byte[] link(ZipMember read) {
        if (read.bytes() > LINK_BYTES_MAX) {
            throw Refusals.corrupt(
                    archive,
                    read.offset(),
                    "a symbolic link",
                    "at most " + LINK_BYTES_MAX + " bytes",
                    read.bytes() + " bytes");
        }
        try (InputStream in = content()) {
            return in.readNBytes((int) read.bytes());
        } catch (IOException e) {
            throw FileFailures.of("read", archive, e);
        }
    }

    @Override
    public InputStream content() {
        ZipMember current = Check.present(member, "a content is read after its entry");
        try {
            long begin = contentAt(current);
            FileStretch packed = new FileStretch(file, begin, begin + current.packedBytes());
            if (current.method() == ZipMember.STORED) {
                return new CheckedContent(current, packed);
            }
            inflater.reset();
            return new CheckedContent(current, new InflaterInputStream(packed, inflater, BUFFER_BYTES));
        } catch (IOException e) {
            throw FileFailures.of("read", archive, e);
        }
    }

    /** Behind a header of its own, which must be the one that the directory speaks of. */
    private long contentAt(ZipMember current) throws IOException {
        long at = current.at() + end.shift();
        if (current.at() < 0 || at > end.directory() - LOCAL_BYTES - current.rawName().length) {
            throw damaged(current, "an offset before the directory", Long.toString(current.at()));
        }
        ByteReader local = new ByteReader(archive, at, ZipEnd.read(file, at, LOCAL_BYTES), 0, LOCAL_BYTES);
        if (local.u32("magic") != LOCAL_MAGIC) {
            throw damaged(current, "the header of a file at " + at, "something else");
        }
        local.skip("what the directory says, too", LOCAL_BYTES - 8);
        int nameBytes = local.u16("length of the name");
        int extraBytes = local.u16("length of the extra fields");
        byte[] name = ZipEnd.read(file, at + LOCAL_BYTES, Math.min(nameBytes, current.rawName().length));
        if (nameBytes != current.rawName().length || !Arrays.equals(name, current.rawName())) {
            throw damaged(current, "the same name in its own header", "'" + ArchiveEntry.shown(name) + "'");
        }
        long begin = at + LOCAL_BYTES + nameBytes + extraBytes;
        if (begin > end.directory() - current.packedBytes()) {
            throw damaged(current, "all its bytes before the directory", current.packedBytes() + " at " + begin);
        }
        return begin;
    }

    private PfsException damaged(ZipMember current, String expected, String found) {
        String entry = ArchiveEntry.shown(current.name());
        return Refusals.corrupt(archive, current.offset(), "entry '" + entry + "'", expected, found);
    }

    @Override
    public long position() {
        return packedBytesPassed;
    }

    @Override
    public long positionMax() {
        return end.directory();
    }

    @Override
    public void close() {
        inflater.end();
        try {
            file.close();
        } catch (IOException e) {
            throw FileFailures.of("close", archive, e);
        }
    }

    /** Gives no more than was declared, and checks at the end that it was all, and the right bytes. */
    private final class CheckedContent extends InputStream {
        private final ZipMember of;
        private final InputStream unpacked;
        private final CRC32 crc = new CRC32();
        private long left;

        CheckedContent(ZipMember of, InputStream unpacked) {
            this.of = of;
            this.unpacked = unpacked;
            this.left = of.bytes();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int at, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int read = unpack(target, at, left == 0 ? 1 : (int) Math.min(length, left));
            if (read < 0 && left == 0 && (int) crc.getValue() == of.crc()) {
                return -1;
            }
            if (read < 0) {
                throw left == 0
                        ? damaged(of, "the checksum " + of.crc(), "bytes with " + (int) crc.getValue())
                        : damaged(of, of.bytes() + " bytes", "only " + (of.bytes() - left));
            }
            if (left == 0) {
                throw damaged(of, of.bytes() + " bytes, as declared", "more");
            }
            left -= read;
            crc.update(target, at, read);
            return read;
        }

        private int unpack(byte[] target, int at, int length) throws IOException {
            try {
                return unpacked.read(target, at, length);
            } catch (ZipException | EOFException e) {
                throw new PfsException(
                        ErrorCode.CORRUPT,
                        archive + ": entry '" + ArchiveEntry.shown(of.name()) + "' is damaged: " + e.getMessage(),
                        e);
            }
        }
    }
}
