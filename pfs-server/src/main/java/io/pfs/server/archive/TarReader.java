package io.pfs.server.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** A tar, as it is or compressed as a whole, read once from its beginning to its end. */
public final class TarReader implements ArchiveReader {
    private static final int BUFFER_BYTES = 1 << 16;

    private final PassedBytes passed;
    private final long fileBytes;
    private final InputStream stream;
    private final TarInput input;
    private final byte[] block = new byte[TarHeader.BLOCK_BYTES];
    private long contentLeft;
    private long paddingLeft;
    private boolean ended;

    private TarReader(String archive, PassedBytes passed, long fileBytes, InputStream stream) {
        this.passed = passed;
        this.fileBytes = fileBytes;
        this.stream = stream;
        this.input = new TarInput(archive, stream);
    }

    static TarReader open(Path source, boolean compressed) {
        try {
            long fileBytes = Files.size(source);
            PassedBytes passed = new PassedBytes(Files.newInputStream(source));
            InputStream stream = compressed
                    ? new GZIPInputStream(passed, BUFFER_BYTES)
                    : new BufferedInputStream(passed, BUFFER_BYTES);
            return new TarReader(source.toString(), passed, fileBytes, stream);
        } catch (IOException e) {
            throw FileFailures.of("open", source, e);
        }
    }

    /** A tar from anywhere, not compressed. */
    static TarReader of(String archive, InputStream in) {
        PassedBytes passed = new PassedBytes(in);
        return new TarReader(archive, passed, 0, passed);
    }

    @Override
    public Optional<ArchiveEntry> next() {
        if (ended) {
            return Optional.empty();
        }
        input.skip(contentLeft + paddingLeft);
        contentLeft = 0;
        paddingLeft = 0;
        PaxRecords records = new PaxRecords(input);
        while (true) {
            long offset = input.offset();
            if (!input.tryBlock(block)) {
                throw input.cut("another entry or the end marker", "the end");
            }
            if (TarHeader.isEnd(block)) {
                ended = true;
                input.drain();
                return Optional.empty();
            }
            TarHeader header = TarHeader.parse(input.archive(), offset, block);
            if (!takeRecords(header, records)) {
                return Optional.of(entry(header, records, offset));
            }
        }
    }

    /** Whether this header only speaks of the next one. */
    private boolean takeRecords(TarHeader header, PaxRecords records) {
        switch (header.type()) {
            case 'L' -> records.longPath(header.bytes());
            case 'K' -> records.longLink(header.bytes());
            case 'x', 'X' -> records.read(header.bytes());
            // of all entries, such as a comment, and the label of a volume
            case 'g', 'V' -> input.skip(header.bytes());
            default -> {
                return false;
            }
        }
        input.skip(padding(header.bytes()));
        return true;
    }

    private ArchiveEntry entry(TarHeader header, PaxRecords records, long offset) {
        EntryKind kind = kind(header, records);
        byte[] path = records.path(header);
        long bytes = isHeaderOnly(header.type()) ? 0 : records.bytes(header);
        contentLeft = bytes;
        paddingLeft = padding(bytes);
        byte[] link =
                kind == EntryKind.SYMLINK || kind == EntryKind.HARD_LINK ? records.link(header) : ArchiveEntry.NO_LINK;
        return new ArchiveEntry(
                path,
                kind,
                bytes,
                records.mtimeMillis(header),
                header.mode(),
                link,
                offset,
                records.tags(),
                records.tagsFault());
    }

    private static EntryKind kind(TarHeader header, PaxRecords records) {
        byte[] path = records.path(header);
        boolean namedAsDirectory = path.length > 0 && path[path.length - 1] == '/';
        return switch (header.type()) {
            case 0, '0', '7' -> {
                // before there was a type for them, directories were files with a slash
                EntryKind file = records.sparse() ? EntryKind.SPARSE : EntryKind.FILE;
                yield namedAsDirectory ? EntryKind.DIRECTORY : file;
            }
            case '1' -> EntryKind.HARD_LINK;
            case '2' -> EntryKind.SYMLINK;
            case '3', '4', '6' -> EntryKind.DEVICE;
            case '5', 'D' -> EntryKind.DIRECTORY;
            case 'S', 'M' -> EntryKind.SPARSE;
            default -> EntryKind.UNKNOWN;
        };
    }

    /** These have no content, whatever their size says. */
    private static boolean isHeaderOnly(char type) {
        return type >= '1' && type <= '6';
    }

    private static long padding(long bytes) {
        return -bytes & (TarHeader.BLOCK_BYTES - 1);
    }

    @Override
    public InputStream content() {
        return new Content();
    }

    @Override
    public long position() {
        return passed.count();
    }

    @Override
    public long positionMax() {
        return fileBytes;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw FileFailures.of("close", input.archive(), e);
        }
    }

    /** What is left of the entry's bytes. Closing it leaves the archive open. */
    private final class Content extends InputStream {
        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int at, int length) {
            if (contentLeft == 0) {
                return -1;
            }
            int read = input.read(target, at, (int) Math.min(length, contentLeft));
            if (read < 0) {
                throw input.cut(contentLeft + " more bytes of an entry", "the end");
            }
            contentLeft -= read;
            return read;
        }
    }
}
