package io.pfs.hadoop.fs;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_EXCEPTIONS;

import io.pfs.client.file.FileOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file, which others see once it is closed, all of it at once; or, after {@code hflush} or {@code hsync}, what there was
 * then, which is durable. Forms of files are seen when they are closed only.
 */
final class PfsOutputStream extends OutputStream implements Syncable, StreamCapabilities, IOStatisticsSource {
    private final String path;
    private final OutputStream output;
    private final Optional<Runnable> sync;
    private final Runnable changed;
    private final AtomicLong bytesWritten = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final byte[] single = new byte[1];
    private final long startsAt;
    private Optional<Counts> total = Optional.empty();
    private Optional<OpenOutputs> open = Optional.empty();
    private boolean isClosed;

    PfsOutputStream(String path, FileOutput output, Runnable changed) {
        this(path, output, output.startsAt(), Optional.of(output::sync), changed);
    }

    /** One to something else than a file. */
    PfsOutputStream(String path, OutputStream output, Runnable changed) {
        this(path, output, 0, Optional.empty(), changed);
    }

    /**
     * One of either.
     *
     * @param sync makes visible and durable what there is so far, if that can be
     * @param changed is told when something became visible, or may have
     */
    private PfsOutputStream(
            String path, OutputStream output, long startsAt, Optional<Runnable> sync, Runnable changed) {
        this.path = path;
        this.output = output;
        this.startsAt = startsAt;
        this.sync = sync;
        this.changed = changed;
    }

    /**
     * For Hadoop's programs, with the count of bytes from there on: behind what a file had that is appended to.
     *
     * @param ofFileSystem what the counts of this are added to at the end
     * @param outputs those that are open, among which it is until somebody closes it
     */
    synchronized FSDataOutputStream counted(
            FileSystem.@Nullable Statistics statistics, Counts ofFileSystem, OpenOutputs outputs) throws IOException {
        total = Optional.of(ofFileSystem);
        open = Optional.of(outputs);
        outputs.add(this);
        return new FSDataOutputStream(this, statistics, startsAt);
    }

    @Override
    public synchronized void write(int value) throws IOException {
        single[0] = (byte) value;
        write(single, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        requireOpen();
        tell(() -> output.write(bytes, offset, count));
        bytesWritten.addAndGet(count);
    }

    @Override
    public void hflush() throws IOException {
        hsync();
    }

    @Override
    public synchronized void hsync() throws IOException {
        requireOpen();
        Runnable written = sync.orElseThrow(() -> new UnsupportedOperationException(
                path + ": a form of a file can only be made visible as a whole, by closing it"));
        tellOfChange(written::run);
    }

    /** What could not be written is tried again when it is closed again, by who knows that it was not. */
    @Override
    public synchronized void close() throws IOException {
        if (!isClosed) {
            open.ifPresent(all -> all.remove(this));
            tellOfChange(output::close);
            isClosed = true;
            total.ifPresent(counts -> counts.add(Counted.WRITTEN_BYTES, bytesWritten.get()));
        }
    }

    /** Something that is done with the bytes. */
    private interface Deed {
        void run() throws IOException;
    }

    private void tell(Deed deed) throws IOException {
        try {
            Errors.write(path, () -> {
                try {
                    deed.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IOException e) {
            failures.incrementAndGet();
            total.ifPresent(counts -> counts.add(Counted.WRITE_FAILURES));
            throw e;
        }
    }

    private void tellOfChange(Deed deed) throws IOException {
        try {
            tell(deed);
        } finally {
            changed.run();
        }
    }

    private void requireOpen() throws IOException {
        if (isClosed) {
            throw new IOException(path + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // who has always asked for it still does
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.IOSTATISTICS -> true;
            case StreamCapabilities.HFLUSH, StreamCapabilities.HSYNC -> sync.isPresent();
            default -> false;
        };
    }

    /** Made for who asks, as few do; it goes on counting. */
    @Override
    public IOStatistics getIOStatistics() {
        return IOStatisticsBinding.dynamicIOStatistics()
                .withAtomicLongCounter(STREAM_WRITE_BYTES, bytesWritten)
                .withAtomicLongCounter(STREAM_WRITE_EXCEPTIONS, failures)
                .build();
    }

    @Override
    public String toString() {
        return "PfsOutputStream(" + path + ", " + getIOStatistics() + ")";
    }
}
