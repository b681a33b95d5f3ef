package io.pfs.hadoop.fs;

import io.pfs.Check;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * What one file system was asked for, whether it was done or refused, and what its streams counted that were closed. To count
 * costs next to nothing beside a request; what it comes to is put together for who asks. Any thread.
 */
final class Counts {
    private final Map<Counted, LongAdder> all = new EnumMap<>(Counted.class);

    Counts() {
        for (Counted what : Counted.values()) {
            all.put(what, new LongAdder());
        }
    }

    void add(Counted what) {
        add(what, 1);
    }

    void add(Counted what, long count) {
        Check.present(all.get(what), "all that is counted has a counter").add(count);
    }

    /** They go on. */
    IOStatistics all() {
        DynamicIOStatisticsBuilder builder = IOStatisticsBinding.dynamicIOStatistics();
        all.forEach((what, count) -> builder.withLongFunctionCounter(what.key(), key -> count.sum()));
        return builder.build();
    }
}
