package io.pfs.server.kv;

import io.pfs.Check;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/** What RocksDB is opened with, and what lives as long as it does; closed after it, the newest first. */
final class RocksOptions implements AutoCloseable {
    private static final int BLOCK_BYTES = 16 * 1024;
    private static final double FILTER_BITS_PER_KEY = 10;
    /** Of a write buffer. */
    private static final double MEMORY_FILTER_SHARE = 0.1;

    private static final int CACHE_SHARD_BITS = 2;
    private static final long LOG_BYTES_MAX = 1 << 20;
    private static final long LOG_FILES_MAX = 2;

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Options options;
    private final ReadOptions reading;
    private final WriteOptions writing;

    RocksOptions(RocksSettings settings) {
        Cache cache = own(new LRUCache(settings.cacheBytes(), CACHE_SHARD_BITS));
        DBOptions chained = own(chainedLogs());
        ColumnFamilyOptions plain = own(new ColumnFamilyOptions());
        options = own(new Options(chained, plain));
        options.setTableFormatConfig(tables(cache, own(new BloomFilter(FILTER_BITS_PER_KEY))));
        setMemory(settings);
        setSafety();
        setLog();
        reading = own(new ReadOptions());
        writing = own(new WriteOptions());
    }

    /** Each log says which came before it and how long it was. Java has no setter for that. */
    private static DBOptions chainedLogs() {
        Properties properties = new Properties();
        properties.setProperty("track_and_verify_wals", "true");
        @Nullable DBOptions options = DBOptions.getDBOptionsFromProps(properties);
        return Check.present(options, "RocksDB knows the option of chained logs");
    }

    private static BlockBasedTableConfig tables(Cache cache, BloomFilter filter) {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(filter)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                // indexes and filters of large files are read in parts, so that a small cache does not thrash
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setPinTopLevelIndexAndFilter(true);
    }

    private void setMemory(RocksSettings settings) {
        options.setWriteBufferSize(settings.writeBufferBytes())
                .setMaxWriteBufferNumber(2)
                // who changes a row first asks for what is there of it, and mostly nothing is
                .setMemtablePrefixBloomSizeRatio(MEMORY_FILTER_SHARE)
                .setMemtableWholeKeyFiltering(true)
                // two threads at a time never write
                .setAllowConcurrentMemtableWrite(false)
                .setMaxBackgroundJobs(settings.backgroundJobs())
                .setMaxOpenFiles(settings.openFilesMax())
                .setTargetFileSizeBase(4 * settings.writeBufferBytes())
                .setMaxBytesForLevelBase(8 * settings.writeBufferBytes())
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    private void setSafety() {
        options.setCreateIfMissing(true)
                .setParanoidChecks(true)
                // after a crash a beginning of the batches is there, and none behind one that is damaged
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                // nobody waits for a file to be written when a server is stopped: the log has all
                .setAvoidFlushDuringShutdown(true);
    }

    private void setLog() {
        options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(LOG_FILES_MAX)
                .setMaxLogFileSize(LOG_BYTES_MAX)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    private <T extends AutoCloseable> T own(T part) {
        owned.push(part);
        return part;
    }

    Options database() {
        return options;
    }

    /** Of single keys. */
    ReadOptions reading() {
        return reading;
    }

    WriteOptions writing() {
        return writing;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            closeQuietly(owned.pop());
        }
    }

    /** None of these fails when it is closed, but their common type says that it might. */
    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException("closing " + part, e);
        }
    }
}
