package io.pfs.server.kv;

import io.pfs.kv.KvIndex.Direction;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A walk through the keys of a range. RocksDB is told both ends, so that it reads nothing behind them. */
final class RocksRange implements AutoCloseable {
    private static final int KEY_BYTES_USUAL = 128;

    private final Slice from;
    private final Slice to;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final Direction direction;
    private byte[] keyBuffer = new byte[KEY_BYTES_USUAL];

    RocksRange(RocksDB database, byte[] from, byte[] to, Direction direction) {
        this.from = new Slice(from);
        this.to = new Slice(to);
        this.direction = direction;
        options = new ReadOptions().setIterateLowerBound(this.from).setIterateUpperBound(this.to);
        iterator = database.newIterator(options);
        if (direction == Direction.FORWARD) {
            iterator.seekToFirst();
        } else {
            iterator.seekToLast();
        }
    }

    /** Whether there is an entry here. */
    boolean isAt() {
        return iterator.isValid();
    }

    void step() {
        if (direction == Direction.FORWARD) {
            iterator.next();
        } else {
            iterator.prev();
        }
    }

    /** The length of the key, which {@link #keyBytes} begin with until the next call. */
    int readKey() {
        int length = iterator.key(keyBuffer);
        if (length > keyBuffer.length) {
            keyBuffer = new byte[Math.max(length, 2 * keyBuffer.length)];
            length = iterator.key(keyBuffer);
        }
        return length;
    }

    byte[] keyBytes() {
        return keyBuffer;
    }

    byte[] key() {
        return iterator.key();
    }

    byte[] value() {
        return iterator.value();
    }

    /** That there is no entry any more must not be because it could not be read. */
    void requireHealthy() throws RocksDBException {
        iterator.status();
    }

    @Override
    public void close() {
        iterator.close();
        options.close();
        to.close();
        from.close();
    }
}
