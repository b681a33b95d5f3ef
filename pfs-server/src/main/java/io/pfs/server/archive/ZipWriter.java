package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteWriter;
import io.pfs.format.Utf8;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Deflater;

/** A zip with Unix permissions. Its directory is gathered in a file beside it, since there may be very many entries. */
public final class ZipWriter implements ArchiveWriter {
    private static final int LOCAL_MAGIC = 0x04034b50;
    private static final int VERSION = 20;
    private static final int VERSION_LARGE = 45;
    private static final int TIME_BYTES = 9;
    private static final int LARGE_OFFSET_BYTES = 12;
    private static final int DOS_DIRECTORY = 0x10;
    private static final int SYMLINK_MODE = 0_777;

    private final Path target;
    private final PartFile part;
    private final PartFile directory;
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final ByteWriter header = new ByteWriter(1 << 10);
    private byte[] packed = new byte[1 << 16];
    private long offset;
    private long directoryBytes;
    private long entries;
    private boolean closed;

    private ZipWriter(Path target, PartFile part, PartFile directory) {
        this.target = target;
        this.part = part;
        this.directory = directory;
    }

    static ZipWriter open(Path target, boolean overwrite) {
        PartFile part = PartFile.open(target, overwrite);
        try {
            Path directoryPath = target.resolveSibling(target.getFileName() + ".pfs-directory");
            return new ZipWriter(target, part, PartFile.scratch(directoryPath));
        } catch (RuntimeException e) {
            part.close();
            throw e;
        }
    }

    /** Its fields for more are too short for them. */
    @Override
    public boolean keepsTags() {
        return false;
    }

    /** Each run writes a new archive. */
    @Override
    public boolean has(List<RowName> path, long bytes, long mtimeMillis) {
        return false;
    }

    @Override
    public void directory(List<RowName> path, int mode, long mtimeMillis) {
        write(EntryPath.folderBytes(path), mode | ZipMember.UNIX_DIRECTORY, mtimeMillis, new byte[0]);
    }

    @Override
    public void file(List<RowName> path, EntryAttributes attributes, byte[] content) {
        int unixMode = attributes.mode() | ZipMember.UNIX_FILE;
        write(EntryPath.bytes(path), unixMode, attributes.mtimeMillis(), content);
    }

    /** It is read twice: its checksum stands before it. It is stored as it is. */
    @Override
    public void file(List<RowName> path, EntryAttributes attributes, long bytes, Content content) {
        if (bytes >= ZipEnd.LARGE) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a file of " + bytes + " bytes is not written to a zip, which holds some of up to " + ZipEnd.LARGE
                            + " here: export to a folder, or to a tar");
        }
        try {
            CheckedOutputStream crc = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
            content.copyTo(crc, bytes);
            int sum = (int) crc.getChecksum().getValue();
            byte[] name = EntryPath.bytes(path);
            int unixMode = attributes.mode() | ZipMember.UNIX_FILE;
            Entry entry = new Entry(name, unixMode, attributes.mtimeMillis(), false, sum, (int) bytes, (int) bytes);
            write(entry, bytes, () -> new SameAgain(content.open(), sum));
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    @Override
    public void symlink(List<RowName> path, EntryAttributes attributes, byte[] link) {
        int unixMode = SYMLINK_MODE | ZipMember.UNIX_SYMLINK;
        write(EntryPath.bytes(path), unixMode, attributes.mtimeMillis(), link);
    }

    private void write(byte[] name, int unixMode, long mtimeMillis, byte[] content) {
        int packedBytes = deflate(content);
        boolean deflated = packedBytes < content.length;
        byte[] data = deflated ? packed : content;
        int dataBytes = deflated ? packedBytes : content.length;
        Entry entry = new Entry(name, unixMode, mtimeMillis, deflated, crc(content), dataBytes, content.length);
        try {
            write(entry, dataBytes, () -> new ByteArrayInputStream(data, 0, dataBytes));
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    private void write(Entry entry, long dataBytes, Content data) throws IOException {
        try (InputStream in = data.open()) { // before anything is written: it may be gone
            entry.local(header);
            part.out().write(header.array(), 0, header.length());
            Content.copy(in, part.out(), dataBytes);
        } catch (PfsException e) {
            part.backTo(offset);
            throw e;
        }
        long at = offset;
        offset += header.length() + dataBytes;
        entry.central(header, at);
        directory.out().write(header.array(), 0, header.length());
        directoryBytes += header.length();
        entries++;
    }

    /** How long it is deflated, or something not shorter than it is. */
    private int deflate(byte[] content) {
        packed = packed.length < content.length ? new byte[content.length] : packed;
        deflater.reset();
        deflater.setInput(content);
        deflater.finish();
        int length = deflater.deflate(packed, 0, content.length);
        return deflater.finished() ? length : content.length;
    }

    private static int crc(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return (int) crc.getValue();
    }

    @Override
    public void finish() {
        try {
            OutputStream out = part.out();
            directory.out().flush();
            Files.copy(directory.path(), out);
            end(header);
            out.write(header.array(), 0, header.length());
            part.place();
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    private void end(ByteWriter out) {
        out.clear();
        boolean large = offset >= ZipEnd.LARGE || directoryBytes >= ZipEnd.LARGE || entries >= ZipEnd.LARGE_COUNT;
        if (large) {
            out.u32(ZipEnd.LARGE_MAGIC)
                    .u64(ZipEnd.LARGE_BYTES - 12)
                    .u16(VERSION_LARGE)
                    .u16(VERSION_LARGE);
            out.u32(0).u32(0).u64(entries).u64(entries).u64(directoryBytes).u64(offset);
            out.u32(ZipEnd.LOCATOR_MAGIC).u32(0).u64(offset + directoryBytes).u32(1);
        }
        int count = large ? ZipEnd.LARGE_COUNT : (int) entries;
        out.u32(ZipEnd.MAGIC).u16(0).u16(0).u16(count).u16(count);
        out.u32(large ? -1 : (int) directoryBytes)
                .u32(large ? -1 : (int) offset)
                .u16(0);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            deflater.end();
            try (part) {
                directory.close();
            }
        }
    }

    /** Refuses to end if it is other bytes than those of which the header has the checksum. */
    private static final class SameAgain extends CheckedInputStream {
        private final int sum;

        SameAgain(InputStream in, int sum) {
            super(in, new CRC32());
            this.sum = sum;
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            int some = super.read(target, offset, count);
            if (some < 0 && (int) getChecksum().getValue() != sum) {
                throw new PfsException(
                        ErrorCode.VERSION_CHANGED, "a file changed between the two times that it was read for a zip");
            }
            return some;
        }
    }

    /** What both headers of an entry say. */
    private record Entry(
            byte[] name, int unixMode, long mtimeMillis, boolean deflated, int crc, int packedBytes, int bytes) {
        void local(ByteWriter out) {
            out.clear();
            out.u32(LOCAL_MAGIC).u16(VERSION);
            common(out);
            out.u16(TIME_BYTES).bytes(name);
            time(out);
        }

        void central(ByteWriter out, long at) {
            boolean large = at >= ZipEnd.LARGE;
            out.clear();
            out.u32(ZipMember.MAGIC).u8(VERSION).u8(ZipMember.MADE_BY_UNIX).u16(large ? VERSION_LARGE : VERSION);
            common(out);
            out.u16(TIME_BYTES + (large ? LARGE_OFFSET_BYTES : 0)).u16(0).u16(0).u16(0);
            boolean directory = (unixMode & ZipMember.UNIX_TYPE) == ZipMember.UNIX_DIRECTORY;
            out.u32(unixMode << 16 | (directory ? DOS_DIRECTORY : 0)).u32(large ? -1 : (int) at);
            out.bytes(name);
            time(out);
            if (large) {
                out.u16(ZipExtras.LARGE).u16(8).u64(at);
            }
        }

        private void common(ByteWriter out) {
            LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(mtimeMillis), ZoneId.systemDefault());
            int year = Math.min(Math.max(local.getYear() - ZipMember.FIRST_YEAR, 0), 0x7f);
            out.u16(
                    Utf8.isText(name)
                            ? ZipMember.FLAG_UTF8
                            : 0); // other names are written as they are, without that promise
            out.u16(deflated ? ZipMember.DEFLATED : ZipMember.STORED);
            out.u16(local.getHour() << 11 | local.getMinute() << 5 | local.getSecond() / 2);
            out.u16(year << 9 | local.getMonthValue() << 5 | local.getDayOfMonth());
            out.u32(crc).u32(packedBytes).u32(bytes).u16(name.length);
        }

        private void time(ByteWriter out) {
            int seconds = (int) Math.min(mtimeMillis / 1000, Integer.MAX_VALUE);
            out.u16(ZipExtras.TIME).u16(TIME_BYTES - 4).u8(1).u32(seconds);
        }
    }
}
