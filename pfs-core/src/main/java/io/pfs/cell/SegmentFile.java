package io.pfs.cell;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A segment, or another file of cells, to be read. The first who reads opens it, since that blocks. One caller uses it at a time. */
public final class SegmentFile implements AutoCloseable {
    /** What is no longer can be read with {@link #buffer}. */
    public static final int BUFFER_BYTES = 68 << 10;

    private final PoolReader pool;
    private final Unpacker unpacker;
    private final long id;
    private final FileKind kind;
    private final String name;
    private Optional<Opened> opened = Optional.empty();
    private Optional<ByteBuffer> buffer = Optional.empty();
    private boolean hasFailed;

    private record Opened(ReadFile file, Segment segment) {}

    public SegmentFile(PoolReader pool, long id, Unpacker unpacker) {
        this(pool, id, FileKind.COLUMN, Segment.fileName(id), unpacker);
    }

    /** A file of another kind that has an id and an owner as a segment has. */
    SegmentFile(PoolReader pool, long id, FileKind kind, String name, Unpacker unpacker) {
        this.pool = pool;
        this.unpacker = unpacker;
        this.id = id;
        this.kind = kind;
        this.name = name;
    }

    public long id() {
        return id;
    }

    Unpacker unpacker() {
        return unpacker;
    }

    /** What messages call it. */
    public String name() {
        return name;
    }

    /** Whether it is open and has not failed, so that the next read finds it warm. */
    boolean isWarm() {
        return opened.isPresent() && !hasFailed;
    }

    /** Which one it is, and who wrote it. */
    public Segment segment() {
        return open().segment();
    }

    /** Bytes of the file now. */
    public long size() {
        return open().file().size();
    }

    /** What it says of itself; nothing if it was never sealed, or its end is damaged. */
    public Optional<SegmentSummary> summary() {
        return SegmentSummary.read(open().file(), id);
    }

    /** An empty buffer with room for so many bytes, outside of the heap; the next who asks gets the same. */
    public ByteBuffer buffer(int bytes) {
        Check.inRange("bytes of a buffer", bytes, 0, BUFFER_BYTES);
        if (buffer.isEmpty()) {
            buffer = Optional.of(ByteBuffer.allocateDirect(BUFFER_BYTES));
        }
        return buffer.get().clear().limit(bytes);
    }

    /** Fills the buffer as far as the file goes; returns the bytes read. */
    int read(ByteBuffer target, long offset) {
        ReadFile file = open().file();
        boolean before = hasFailed;
        hasFailed = true;
        int count = file.read(target, offset);
        hasFailed = before;
        return count;
    }

    /** Fills the array to its end from bytes that must be there. */
    public void readFully(byte[] target, int at, int length, long offset, String what) {
        readFully(ByteBuffer.wrap(target, at, length), offset, what);
    }

    /** Fills the buffer from bytes that must be there. */
    public void readFully(ByteBuffer target, long offset, String what) {
        int length = target.remaining();
        int count = read(target, offset);
        if (count != length) {
            throw Refusals.corrupt(name, offset + count, what, length + " bytes from " + offset, "the end of the file");
        }
    }

    private Opened open() {
        if (opened.isEmpty()) {
            ReadFile file = pool.open(name);
            try {
                opened = Optional.of(new Opened(file, identify(file)));
            } finally {
                if (opened.isEmpty()) {
                    file.close();
                }
            }
        }
        return opened.get();
    }

    /** Who wrote it stands in the header; if that is damaged, the summary of a sealed segment says so, too. */
    private Segment identify(ReadFile file) {
        try {
            byte[] bytes = new byte[FileHeader.BYTES];
            int count = file.read(ByteBuffer.wrap(bytes), 0);
            ByteReader in = new ByteReader(file.name(), 0, bytes, 0, count);
            FileHeader header = FileHeader.decode(in, kind);
            in.inRange("segment id in the header", header.fileId(), id, id);
            return new Segment(id, header.owner());
        } catch (PfsException e) {
            boolean isDamaged = e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS;
            Optional<SegmentSummary> summary =
                    isDamaged && kind == FileKind.COLUMN ? SegmentSummary.read(file, id) : Optional.empty();
            return summary.map(SegmentSummary::segment).orElseThrow(() -> e);
        }
    }

    @Override
    public void close() {
        Optional<Opened> closed = opened;
        opened = Optional.empty();
        closed.ifPresent(last -> last.file().close());
    }
}
