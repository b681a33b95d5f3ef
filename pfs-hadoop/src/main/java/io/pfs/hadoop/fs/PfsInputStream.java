package io.pfs.hadoop.fs;

import io.pfs.PfsException;
import io.pfs.client.table.CellInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file. A small one is in memory as soon as it is open, or, if it lies on this machine, as soon as a part of it is read, so that seeks, positional and
 * vectored reads cost nothing; of a large one parts are. One thread reads on; reads at a position may be done by any number at the same time.
 */
final class PfsInputStream extends FSInputStream
        implements ByteBufferReadable,
                ByteBufferPositionedReadable,
                CanUnbuffer,
                StreamCapabilities,
                IOStatisticsSource {

    private final HeldContent content;
    private final InputCounts counts;
    private volatile long position;
    private volatile boolean isClosed;

    PfsInputStream(HeldContent content, InputCounts counts) {
        this.content = content;
        this.counts = counts;
    }

    private CellInput open() throws IOException {
        if (isClosed) {
            throw new IOException(content.path() + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
        }
        return content.get();
    }

    // Where it is

    @Override
    public synchronized void seek(long to) throws IOException {
        CellInput input = open();
        if (to < 0) {
            throw new EOFException(content.path() + ": " + FSExceptionMessages.NEGATIVE_SEEK + ": " + to);
        }
        if (to > input.length()) {
            throw new EOFException(content.path() + ": " + FSExceptionMessages.CANNOT_SEEK_PAST_EOF + ": " + to + " of "
                    + input.length());
        }
        counts.sought();
        position = to;
    }

    @Override
    public long getPos() {
        return position;
    }

    /** Nothing is there twice. */
    @Override
    public boolean seekToNewSource(long targetPosition) {
        return false;
    }

    /** Bytes up to the end: none of them may block for long. */
    @Override
    public int available() throws IOException {
        return (int) Math.min(Integer.MAX_VALUE, open().length() - position);
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        long some = Math.max(0, Math.min(count, open().length() - position));
        position += some;
        return some;
    }

    // Reading on

    @Override
    public synchronized int read() throws IOException {
        CellInput input = open();
        int value = Errors.read(content.path(), () -> {
            input.seek(position);
            return input.read();
        });
        if (value >= 0) {
            position++;
        }
        counts.read(value < 0 ? value : 1);
        return value;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        CellInput input = open();
        int some = Errors.read(content.path(), () -> {
            input.seek(position);
            return input.read(target, offset, count);
        });
        position += Math.max(0, some);
        counts.read(some);
        return some;
    }

    @Override
    public synchronized int read(ByteBuffer target) throws IOException {
        int some = read(position, target);
        position += Math.max(0, some);
        return some;
    }

    // Reading anywhere

    @Override
    public int read(long at, byte[] target, int offset, int count) throws IOException {
        validatePositionedReadArgs(at, target, offset, count);
        CellInput input = open();
        if (count == 0) {
            return 0;
        }
        int some = Errors.read(content.path(), () -> input.readAt(at, target, offset, count));
        counts.read(some == 0 ? -1 : some);
        return some == 0 ? -1 : some;
    }

    @Override
    public void readFully(long at, byte[] target, int offset, int count) throws IOException {
        validatePositionedReadArgs(at, target, offset, count);
        CellInput input = open();
        requireThere(input, at, count);
        counts.read(Errors.read(content.path(), () -> input.readAt(at, target, offset, count)));
    }

    @Override
    public int read(long at, ByteBuffer target) throws IOException {
        if (target.hasArray()) {
            int some = read(at, target.array(), target.arrayOffset() + target.position(), target.remaining());
            target.position(target.position() + Math.max(0, some));
            return some;
        }
        byte[] bytes = new byte[(int) Math.min(target.remaining(), Math.max(1, open().length() - at))];
        int some = read(at, bytes, 0, target.hasRemaining() ? bytes.length : 0);
        target.put(bytes, 0, Math.max(0, some));
        return some;
    }

    @Override
    public void readFully(long at, ByteBuffer target) throws IOException {
        requireThere(open(), at, target.remaining());
        long from = at;
        while (target.hasRemaining()) {
            from += read(from, target);
        }
    }

    private void requireThere(CellInput input, long at, long count) throws EOFException {
        if (at < 0 || count > input.length() - at) {
            throw new EOFException(content.path() + ": " + FSExceptionMessages.EOF_IN_READ_FULLY + ": " + count
                    + " bytes from " + at + " of " + input.length());
        }
    }

    /** Ranges of a small file are read when this returns, unless it lies on this machine; those of a large one are asked for all at once. */
    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        Objects.requireNonNull(allocate, "what makes buffers");
        CellInput input = open();
        for (FileRange range : ranges) {
            requireValid(range);
            requireThere(input, range.getOffset(), range.getLength());
        }
        counts.vectored(ranges.size());
        for (FileRange range : ranges) {
            ByteBuffer buffer = allocate.apply(range.getLength());
            CompletableFuture<byte[]> bytes = input.readAsync(range.getOffset(), range.getLength());
            // what waits for a range must not keep the thread that brings the others
            range.setData(bytes.isDone() ? bytes.handle(filling(buffer)) : bytes.handleAsync(filling(buffer)));
        }
    }

    /** Has the bytes of a range put into its buffer. */
    private BiFunction<byte[], @Nullable Throwable, ByteBuffer> filling(ByteBuffer buffer) {
        return (bytes, failure) -> {
            if (failure != null) {
                throw new CompletionException(ioException(failure));
            }
            counts.read(bytes.length);
            buffer.put(bytes);
            buffer.flip();
            return buffer;
        };
    }

    private IOException ioException(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof PfsException refusal
                ? Errors.of(refusal, content.path())
                : new IOException(content.path() + " can't be read: " + cause, cause);
    }

    private static void requireValid(FileRange range) throws EOFException {
        if (range.getLength() < 0) {
            throw new IllegalArgumentException("a range of " + range.getLength() + " bytes: " + range);
        }
        if (range.getOffset() < 0) {
            throw new EOFException("a range that begins before the file: " + range);
        }
    }

    // The rest

    @Override
    public void unbuffer() {
        content.drop();
        counts.unbuffered();
    }

    @Override
    public void close() {
        isClosed = true;
        content.drop();
        counts.closed();
    }

    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.READBYTEBUFFER,
                    StreamCapabilities.PREADBYTEBUFFER,
                    StreamCapabilities.UNBUFFER,
                    StreamCapabilities.VECTOREDIO,
                    StreamCapabilities.IOSTATISTICS -> true;
            default -> false;
        };
    }

    @Override
    public IOStatistics getIOStatistics() {
        return counts.all();
    }

    @Override
    public String toString() {
        return "PfsInputStream(" + content.path() + " at " + position + ", " + counts.all() + ")";
    }
}
