package io.pfs.server.archive;

import io.pfs.PfsException;
import io.pfs.RowName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.zip.GZIPOutputStream;

/** A GNU tar: every tool reads it, and its names are bytes. Times are whole seconds. Tags stand in records of POSIX. */
public final class TarWriter implements ArchiveWriter {
    private static final int SYMLINK_MODE = 0_777;
    private static final byte[] MAGIC_GNU = "ustar  \0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LONG_NAME = "././@LongLink".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RECORDS = "././@PaxHeader".getBytes(StandardCharsets.US_ASCII);

    private final Path target;
    private final PartFile part;
    private final OutputStream out;
    private final byte[] block = new byte[TarHeader.BLOCK_BYTES];

    private TarWriter(Path target, PartFile part, OutputStream out) {
        this.target = target;
        this.part = part;
        this.out = out;
    }

    static TarWriter open(Path target, boolean compress, boolean overwrite) {
        PartFile part = PartFile.open(target, overwrite);
        try {
            return new TarWriter(target, part, compress ? new GZIPOutputStream(part.out(), 1 << 16) : part.out());
        } catch (IOException e) {
            part.close();
            throw FileFailures.of("write", target, e);
        }
    }

    @Override
    public boolean keepsTags() {
        return true;
    }

    /** Each run writes a new archive. */
    @Override
    public boolean has(List<RowName> path, long bytes, long mtimeMillis) {
        return false;
    }

    @Override
    public void directory(List<RowName> path, int mode, long mtimeMillis) {
        EntryAttributes attributes = new EntryAttributes(mode, mtimeMillis);
        write(
                new Entry('5', EntryPath.folderBytes(path), attributes, ArchiveEntry.NO_LINK, 0),
                InputStream::nullInputStream);
    }

    @Override
    public void file(List<RowName> path, EntryAttributes attributes, byte[] content) {
        Content bytes = () -> new ByteArrayInputStream(content);
        write(Entry.file(path, attributes, content.length), bytes);
    }

    @Override
    public void file(List<RowName> path, EntryAttributes attributes, long bytes, Content content) {
        Entry entry = Entry.file(path, attributes, bytes);
        try {
            if (out instanceof GZIPOutputStream) {
                addAfterLook(entry, content);
            } else {
                addOrTakeBack(entry, content);
            }
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    /** What is packed can't be taken back: so whether it can be read to its end shows before any of it is written. */
    private void addAfterLook(Entry entry, Content content) throws IOException {
        content.copyTo(OutputStream.nullOutputStream(), entry.bytes());
        try {
            add(entry, content);
        } catch (PfsException e) {
            throw new IOException("what could be read once could not be read again: " + e.detail(), e);
        }
    }

    private void addOrTakeBack(Entry entry, Content content) throws IOException {
        long before = part.written();
        try {
            add(entry, content);
        } catch (PfsException e) {
            part.backTo(before);
            throw e;
        }
    }

    @Override
    public void symlink(List<RowName> path, EntryAttributes attributes, byte[] link) {
        EntryAttributes ofLink = new EntryAttributes(SYMLINK_MODE, attributes.mtimeMillis(), attributes.tags());
        write(new Entry('2', EntryPath.bytes(path), ofLink, link, 0), InputStream::nullInputStream);
    }

    private void write(Entry entry, Content content) {
        try {
            add(entry, content);
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    private void add(Entry entry, Content content) throws IOException {
        try (InputStream in = content.open()) { // before anything is written: it may be gone
            tags(entry.attributes().tags());
            if (entry.link().length > TarHeader.NAME_BYTES) {
                longName('K', entry.link());
            }
            if (entry.name().length > TarHeader.NAME_BYTES) {
                longName('L', entry.name());
            }
            header(entry);
            Content.copy(in, out, entry.bytes());
            out.write(new byte[(int) -entry.bytes() & (TarHeader.BLOCK_BYTES - 1)]);
        }
    }

    private void tags(SortedMap<String, String> tags) throws IOException {
        if (!tags.isEmpty()) {
            byte[] records = TagRecords.encode(tags);
            header(Entry.before('x', RECORDS, records.length));
            padded(records);
        }
    }

    private void longName(char type, byte[] name) throws IOException {
        header(Entry.before(type, LONG_NAME, name.length + 1L));
        padded(Arrays.copyOf(name, name.length + 1));
    }

    private void header(Entry entry) throws IOException {
        byte[] name = entry.name();
        byte[] link = entry.link();
        Arrays.fill(block, (byte) 0);
        System.arraycopy(name, 0, block, TarHeader.NAME, Math.min(name.length, TarHeader.NAME_BYTES));
        System.arraycopy(link, 0, block, TarHeader.LINK, Math.min(link.length, TarHeader.NAME_BYTES));
        System.arraycopy(MAGIC_GNU, 0, block, TarHeader.MAGIC, MAGIC_GNU.length);
        number(TarHeader.MODE, TarHeader.ID_BYTES, entry.attributes().mode() & ArchiveEntry.PERMISSIONS);
        number(TarHeader.OWNER, TarHeader.ID_BYTES, 0);
        number(TarHeader.GROUP, TarHeader.ID_BYTES, 0);
        number(TarHeader.SIZE, TarHeader.SIZE_BYTES, entry.bytes());
        number(TarHeader.MTIME, TarHeader.SIZE_BYTES, entry.attributes().mtimeMillis() / 1000);
        block[TarHeader.TYPE] = (byte) entry.type();
        Arrays.fill(block, TarHeader.CHECKSUM, TarHeader.CHECKSUM + TarHeader.ID_BYTES, (byte) ' ');
        long sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        number(TarHeader.CHECKSUM, TarHeader.ID_BYTES - 1, sum);
        out.write(block);
    }

    /** In octal, with a NUL behind it, or in binary where that has no room. */
    private void number(int at, int length, long value) {
        boolean fits = value < 1L << (3 * (length - 1));
        long rest = value;
        for (int i = length - 2; i >= 0 && fits; i--) {
            block[at + i] = (byte) ('0' + (rest & 7));
            rest >>>= 3;
        }
        for (int i = length - 1; i >= 0 && !fits; i--) {
            block[at + i] = (byte) rest;
            rest >>>= 8;
        }
        if (!fits) {
            block[at] |= (byte) 0x80;
        }
    }

    private void padded(byte[] content) throws IOException {
        out.write(content);
        out.write(new byte[-content.length & (TarHeader.BLOCK_BYTES - 1)]);
    }

    @Override
    public void finish() {
        try {
            out.write(new byte[2 * TarHeader.BLOCK_BYTES]);
            if (out instanceof GZIPOutputStream packed) {
                packed.finish();
            }
            part.place();
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    @Override
    public void close() {
        part.close();
    }

    /** What its header says; {@code type} is one character. */
    private record Entry(char type, byte[] name, EntryAttributes attributes, byte[] link, long bytes) {
        static Entry file(List<RowName> path, EntryAttributes attributes, long bytes) {
            return new Entry('0', EntryPath.bytes(path), attributes, ArchiveEntry.NO_LINK, bytes);
        }

        /** One that only speaks of the next. */
        static Entry before(char type, byte[] name, long bytes) {
            return new Entry(type, name, new EntryAttributes(0, 0), ArchiveEntry.NO_LINK, bytes);
        }
    }
}
