package io.pfs.hadoop.fs;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_UNBUFFERED;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.jspecify.annotations.Nullable;

/**
 * What was read by a stream, for itself and for its file system. Few ask, and most streams are short: so there are only numbers
 * until somebody does.
 */
final class InputCounts {
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong seeks = new AtomicLong();
    private final AtomicLong unbuffers = new AtomicLong();
    private final AtomicLong vectoredReads = new AtomicLong();
    private final AtomicLong ranges = new AtomicLong();
    private final FileSystem.@Nullable Statistics ofFileSystem;
    private final Counts total;
    private final AtomicBoolean isInTotal = new AtomicBoolean();

    /** @param total what they are added to at the end */
    InputCounts(FileSystem.@Nullable Statistics ofFileSystem, Counts total) {
        this.ofFileSystem = ofFileSystem;
        this.total = total;
    }

    /** They go on. */
    IOStatistics all() {
        return IOStatisticsBinding.dynamicIOStatistics()
                .withAtomicLongCounter(STREAM_READ_BYTES, bytes)
                .withAtomicLongCounter(STREAM_READ_OPERATIONS, reads)
                .withAtomicLongCounter(STREAM_READ_SEEK_OPERATIONS, seeks)
                .withAtomicLongCounter(STREAM_READ_UNBUFFERED, unbuffers)
                .withAtomicLongCounter(STREAM_READ_VECTORED_OPERATIONS, vectoredReads)
                .withAtomicLongCounter(STREAM_READ_VECTORED_INCOMING_RANGES, ranges)
                .build();
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
        seeks.incrementAndGet();
    }

    void unbuffered() {
        unbuffers.incrementAndGet();
    }

    void vectored(int ranges) {
        vectoredReads.incrementAndGet();
        this.ranges.addAndGet(ranges);
    }

    /** The stream is closed, which may be done more than once. */
    void closed() {
        if (!isInTotal.getAndSet(true)) {
            total.add(Counted.READ_BYTES, bytes.get());
            total.add(Counted.READS, reads.get());
            total.add(Counted.SEEKS, seeks.get());
            total.add(Counted.UNBUFFERS, unbuffers.get());
            total.add(Counted.VECTORED_READS, vectoredReads.get());
            total.add(Counted.RANGES, ranges.get());
        }
    }
}
