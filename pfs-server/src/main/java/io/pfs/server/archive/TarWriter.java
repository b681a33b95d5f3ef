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
import java.util.zip.GZIPOutputStream;

/** A GNU tar: every tool reads it, and its names are bytes. Times are whole seconds. */
public final class TarWriter implements ArchiveWriter {
    private static final int SYMLINK_MODE = 0_777;
    private static final byte[] MAGIC_GNU = "ustar  \0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LONG_NAME = "././@LongLink".getBytes(StandardCharsets.US_ASCII);

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

    /** Each run writes a new archive. */
    @Override
    public boolean has(List<RowName> path, long bytes, long mtimeMillis) {
        return false;
    }

    @Override
    public void directory(List<RowName> path, int mode, long mtimeMillis) {
        byte[] name = EntryPath.bytes(path);
        byte[] withSlash = Arrays.copyOf(name, name.length + 1);
        withSlash[name.length] = '/';
        write('5', withSlash, mode, mtimeMillis, ArchiveEntry.NO_LINK, 0, InputStream::nullInputStream);
    }

    @Override
    public void file(List<RowName> path, int mode, long mtimeMillis, byte[] content) {
        byte[] name = EntryPath.bytes(path);
        Content bytes = () -> new ByteArrayInputStream(content);
        write('0', name, mode, mtimeMillis, ArchiveEntry.NO_LINK, content.length, bytes);
    }

    @Override
    public void file(List<RowName> path, int mode, long mtimeMillis, long bytes, Content content) {
        byte[] name = EntryPath.bytes(path);
        try {
            if (out instanceof GZIPOutputStream) {
                addAfterLook(name, mode, mtimeMillis, bytes, content);
            } else {
                addOrTakeBack(name, mode, mtimeMillis, bytes, content);
            }
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    /** What is packed can't be taken back: so whether it can be read to its end shows before any of it is written. */
    private void addAfterLook(byte[] name, int mode, long mtimeMillis, long bytes, Content content) throws IOException {
        content.copyTo(OutputStream.nullOutputStream(), bytes);
        try {
            add('0', name, mode, mtimeMillis, ArchiveEntry.NO_LINK, bytes, content);
        } catch (PfsException e) {
            throw new IOException("what could be read once could not be read again: " + e.detail(), e);
        }
    }

    private void addOrTakeBack(byte[] name, int mode, long mtimeMillis, long bytes, Content content)
            throws IOException {
        long before = part.written();
        try {
            add('0', name, mode, mtimeMillis, ArchiveEntry.NO_LINK, bytes, content);
        } catch (PfsException e) {
            part.backTo(before);
            throw e;
        }
    }

    @Override
    public void symlink(List<RowName> path, long mtimeMillis, byte[] link) {
        write('2', EntryPath.bytes(path), SYMLINK_MODE, mtimeMillis, link, 0, InputStream::nullInputStream);
    }

    private void write(char type, byte[] name, int mode, long mtimeMillis, byte[] link, long bytes, Content content) {
        try {
            add(type, name, mode, mtimeMillis, link, bytes, content);
        } catch (IOException e) {
            throw FileFailures.of("write", target, e);
        }
    }

    private void add(char type, byte[] name, int mode, long mtimeMillis, byte[] link, long bytes, Content content)
            throws IOException {
        try (InputStream in = content.open()) { // before anything is written: it may be gone
            if (link.length > TarHeader.NAME_BYTES) {
                longName('K', link);
            }
            if (name.length > TarHeader.NAME_BYTES) {
                longName('L', name);
            }
            header(type, name, mode, mtimeMillis / 1000, link, bytes);
            Content.copy(in, out, bytes);
            out.write(new byte[(int) -bytes & (TarHeader.BLOCK_BYTES - 1)]);
        }
    }

    private void longName(char type, byte[] name) throws IOException {
        header(type, LONG_NAME, 0, 0, ArchiveEntry.NO_LINK, name.length + 1L);
        padded(Arrays.copyOf(name, name.length + 1));
    }

    private void header(char type, byte[] name, int mode, long mtimeSeconds, byte[] link, long bytes)
            throws IOException {
        Arrays.fill(block, (byte) 0);
        System.arraycopy(name, 0, block, TarHeader.NAME, Math.min(name.length, TarHeader.NAME_BYTES));
        System.arraycopy(link, 0, block, TarHeader.LINK, Math.min(link.length, TarHeader.NAME_BYTES));
        System.arraycopy(MAGIC_GNU, 0, block, TarHeader.MAGIC, MAGIC_GNU.length);
        number(TarHeader.MODE, TarHeader.ID_BYTES, mode & ArchiveEntry.PERMISSIONS);
        number(TarHeader.OWNER, TarHeader.ID_BYTES, 0);
        number(TarHeader.GROUP, TarHeader.ID_BYTES, 0);
        number(TarHeader.SIZE, TarHeader.SIZE_BYTES, bytes);
        number(TarHeader.MTIME, TarHeader.SIZE_BYTES, mtimeSeconds);
        block[TarHeader.TYPE] = (byte) type;
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
}
