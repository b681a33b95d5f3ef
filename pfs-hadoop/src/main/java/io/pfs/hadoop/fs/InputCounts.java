package io.pfs.hadoop.fs;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_UNBUFFERED;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;
import org.jspecify.annotations.Nullable;

/** What was read by a stream, for itself and for its file system. */
final class InputCounts {
    private final IOStatisticsStore store = IOStatisticsBinding.iostatisticsStore()
            .withCounters(
                    STREAM_READ_BYTES,
                    STREAM_READ_OPERATIONS,
                    STREAM_READ_SEEK_OPERATIONS,
                    STREAM_READ_UNBUFFERED,
                    STREAM_READ_VECTORED_OPERATIONS,
                    STREAM_READ_VECTORED_INCOMING_RANGES)
            .build();

    private final AtomicLong bytes = store.getCounterReference(STREAM_READ_BYTES);
    private final AtomicLong reads = store.getCounterReference(STREAM_READ_OPERATIONS);
    private final FileSystem.@Nullable Statistics ofFileSystem;

    InputCounts(FileSystem.@Nullable Statistics ofFileSystem) {
        this.ofFileSystem = ofFileSystem;
    }

    IOStatistics all() {
        return store;
    }

    /** @param count bytes, or negative at the end */
    void read(int count) {
        reads.incrementAndGet();
        if (count > 0) {
            bytes.addAndGet(count);
            if (ofFileSystem != null) {
                ofFileSystem.incrementBytesRead(count);
            }
        }
    }

    void sought() {
        store.incrementCounter(STREAM_READ_SEEK_OPERATIONS);
    }

    void unbuffered() {
        store.incrementCounter(STREAM_READ_UNBUFFERED);
    }

    void vectored(int ranges) {
        store.incrementCounter(STREAM_READ_VECTORED_OPERATIONS);
        store.incrementCounter(STREAM_READ_VECTORED_INCOMING_RANGES, ranges);
    }
}
