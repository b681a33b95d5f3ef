package io.pfs.server.kv;

import io.pfs.kv.KvIndex.Direction;
import java.util.List;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * How many keys lie in a range, about. A few are counted, which is right for small ranges; for larger ones RocksDB tells how many
 * bytes of its files they cover, to a block, and how many are in memory.
 */
final class RocksEstimate {
    private static final int COUNTED_MAX = 32;
    private static final String KEYS = "rocksdb.estimate-num-keys";
    private static final String FILE_BYTES = "rocksdb.live-sst-files-size";

    private RocksEstimate() {}

    static long of(RocksDB database, byte[] from, byte[] to) throws RocksDBException {
        int counted = 0;
        try (RocksRange range = new RocksRange(database, from, to, Direction.FORWARD)) {
            while (counted < COUNTED_MAX && range.isAt()) {
                counted++;
                range.step();
            }
            if (counted < COUNTED_MAX) {
                range.requireHealthy();
                return counted;
            }
        }
        return Math.max(COUNTED_MAX, guess(database, from, to));
    }

    private static long guess(RocksDB database, byte[] from, byte[] to) throws RocksDBException {
        try (Slice begin = new Slice(from);
                Slice end = new Slice(to)) {
            Range range = new Range(begin, end);
            long inMemory = database.getApproximateMemTableStats(range).count;
            long bytes = database.getApproximateSizes(List.of(range), SizeApproximationFlag.INCLUDE_FILES)[0];
            long keysOfAll = database.getLongProperty(KEYS);
            long bytesOfAll = Math.max(1, database.getLongProperty(FILE_BYTES));
            double share = Math.min(1.0, (double) bytes / bytesOfAll);
            return inMemory + Math.round(share * keysOfAll);
        }
    }
}
