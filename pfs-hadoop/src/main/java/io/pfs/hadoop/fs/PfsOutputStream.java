package io.pfs.hadoop.fs;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_EXCEPTIONS;

import io.pfs.client.file.FileOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * Writes a file, which others see once it is closed, all of it at once.
 *
 * <p>{@code hflush} and {@code hsync} write what there is so far, visible and durable, up to the size where files become
 * large; there they are refused. So they are not declared: who asks whether he may rely on them must be told no.
 */
final class PfsOutputStream extends OutputStream implements Syncable, StreamCapabilities, IOStatisticsSource {
    private final String path;
    private final OutputStream output;
    private final Runnable sync;
    private final Runnable changed;
    private final IOStatisticsStore counts = IOStatisticsBinding.iostatisticsStore()
            .withCounters(STREAM_WRITE_BYTES, STREAM_WRITE_EXCEPTIONS)
            .build();

    private final AtomicLong bytesWritten = counts.getCounterReference(STREAM_WRITE_BYTES);
    private final byte[] single = new byte[1];
    private boolean isClosed;

    PfsOutputStream(String path, FileOutput output, Runnable changed) {
        this(path, output, output::sync, changed);
    }

    /**
     * One to something else than a file.
     *
     * @param sync makes visible and durable what there is so far, or refuses that
     * @param changed is told when something became visible, or may have
     */
    PfsOutputStream(String path, OutputStream output, Runnable sync, Runnable changed) {
        this.path = path;
        this.output = output;
        this.sync = sync;
        this.changed = changed;
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
        tellOfChange(sync::run);
    }

    /** What could not be written is tried again when it is closed again. */
    @Override
    public synchronized void close() throws IOException {
        if (!isClosed) {
            tellOfChange(output::close);
            isClosed = true;
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
            counts.incrementCounter(STREAM_WRITE_EXCEPTIONS);
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
    public boolean hasCapability(String capability) {
        return capability.toLowerCase(Locale.ROOT).equals(StreamCapabilities.IOSTATISTICS);
    }

    @Override
    public IOStatistics getIOStatistics() {
        return counts;
    }

    @Override
    public String toString() {
        return "PfsOutputStream(" + path + ", " + counts + ")";
    }
}
