package io.pfs.bench.tags;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** What people keep beside a file system that can't search: values of a tag with the paths that have them, in a RocksDB. */
final class ExternalIndex implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final Options options;
    private final WriteOptions synced;
    private final RocksDB database;

    ExternalIndex(Path folder) {
        RocksDB.loadLibrary();
        options = new Options().setCreateIfMissing(true);
        synced = new WriteOptions().setSync(true);
        try {
            database = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    private static PfsException failed(RocksDBException e) {
        return new PfsException(ErrorCode.IO_FAILED, "the external index failed: " + e.getMessage(), e);
    }

    private static byte[] key(long value, String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + bytes.length)
                .putLong(value)
                .put(bytes)
                .array();
    }

    private static byte[] bound(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    /** One entry, which is durable then. */
    void put(long value, String path) {
        try {
            database.put(synced, key(value, path), NOTHING);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    /** Entries that come together, by one write. */
    void putAll(List<Long> values, List<String> paths) {
        try (WriteBatch batch = new WriteBatch()) {
            for (int i = 0; i < values.size(); i++) {
                batch.put(key(values.get(i), paths.get(i)), NOTHING);
            }
            database.write(synced, batch);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    /** The paths with values from one on, and below another. */
    List<String> find(long from, long below) {
        List<String> paths = new ArrayList<>();
        try (Slice end = new Slice(bound(below));
                ReadOptions reading = new ReadOptions().setIterateUpperBound(end);
                RocksIterator entries = database.newIterator(reading)) {
            for (entries.seek(bound(from)); entries.isValid(); entries.next()) {
                byte[] key = entries.key();
                paths.add(new String(key, Long.BYTES, key.length - Long.BYTES, StandardCharsets.UTF_8));
            }
            entries.status();
        } catch (RocksDBException e) {
            throw failed(e);
        }
        return paths;
    }

    @Override
    public void close() {
        database.close();
        synced.close();
        options.close();
    }
}
