package io.pfs.server.kv;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * An ordered map in a folder, kept by RocksDB. Every batch goes through its log, which is forced only when told. The native
 * side does not forgive a call after its end, so calls hold a lock that {@link #close} waits for.
 */
public final class RocksKvIndex implements KvIndex {
    private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();
    private final String folder;
    private final RocksOptions options;
    private final RocksDB database;
    private final boolean lost;
    private boolean closed;

    private RocksKvIndex(String folder, RocksOptions options, RocksDB database, boolean lost) {
        this.folder = folder;
        this.options = options;
        this.database = database;
        this.lost = lost;
    }

    /** What RocksDB is asked. */
    @FunctionalInterface
    private interface Asking<T> {
        T ask() throws RocksDBException;
    }

    /**
     * Opens what is in a folder, which may be missing. What is damaged is deleted and an empty index opened in its place;
     * what can't be opened for other reasons is refused and left as it is.
     */
    public static RocksKvIndex open(Path path, RocksSettings settings) {
        RocksLibrary.load();
        RocksFolder folder = RocksFolder.create(path);
        if (!folder.isHeadless()) {
            try {
                return open(folder, settings, false);
            } catch (PfsException e) {
                if (e.code() != ErrorCode.CORRUPT) {
                    throw e;
                }
            }
        }
        folder.empty();
        return open(folder, settings, true);
    }

    private static RocksKvIndex open(RocksFolder folder, RocksSettings settings, boolean lost) {
        RocksOptions options = new RocksOptions(settings);
        boolean opened = false;
        try {
            RocksDB database = RocksDB.open(options.database(), folder.toString());
            opened = true;
            return new RocksKvIndex(folder.toString(), options, database, lost);
        } catch (RocksDBException e) {
            throw RocksFailures.of("open", folder.toString(), e);
        } finally {
            if (!opened) {
                options.close();
            }
        }
    }

    /** Whether there was an index that could not be opened any more, so that this one began empty. */
    public boolean wasLost() {
        return lost;
    }

    @Override
    public Optional<byte[]> get(byte[] key) {
        return whileOpen("read", () -> Optional.ofNullable(database.get(options.reading(), key)));
    }

    @Override
    public void write(KvBatch batch) {
        whileOpen("write", () -> {
            try (WriteBatch effects = new WriteBatch()) {
                for (KvBatch.Entry entry : batch.entries()) {
                    add(effects, entry);
                }
                database.write(options.writing(), effects);
            }
            return true;
        });
    }

    private static void add(WriteBatch effects, KvBatch.Entry entry) throws RocksDBException {
        if (entry instanceof KvBatch.Entry.One one) {
            if (one.value().isPresent()) {
                effects.put(one.key(), one.value().get());
            } else {
                effects.delete(one.key());
            }
        } else if (entry instanceof KvBatch.Entry.Range range && !isEmpty(range.from(), range.to())) {
            effects.deleteRange(range.from(), range.to()); // refuses a range that ends before it begins
        }
    }

    private static boolean isEmpty(byte[] from, byte[] to) {
        return Arrays.compareUnsigned(from, to) >= 0;
    }

    @Override
    public void force() {
        whileOpen("force", () -> {
            database.syncWal();
            return true;
        });
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
        walk(from, to, Direction.FORWARD, range -> visitor.entry(range.key(), range.value()));
    }

    @Override
    public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
        walk(from, to, direction, range -> {
            int length = range.readKey();
            return visitor.key(range.keyBytes(), length);
        });
    }

    /** Says whether to go on. */
    private interface Step {
        boolean at(RocksRange range);
    }

    private void walk(byte[] from, byte[] to, Direction direction, Step step) {
        whileOpen("read", () -> {
            if (isEmpty(from, to)) {
                return true;
            }
            try (RocksRange range = new RocksRange(database, from, to, direction)) {
                boolean more = true;
                while (more && range.isAt()) {
                    more = step.at(range);
                    if (more) {
                        range.step();
                    }
                }
                range.requireHealthy();
            }
            return true;
        });
    }

    @Override
    public long estimate(byte[] from, byte[] to) {
        return whileOpen("read", () -> isEmpty(from, to) ? 0L : RocksEstimate.of(database, from, to));
    }

    private <T> T whileOpen(String action, Asking<T> asking) {
        life.readLock().lock();
        try {
            if (closed) {
                throw new PfsException(ErrorCode.CLOSED, "the index in " + folder + " is closed");
            }
            return asking.ask();
        } catch (RocksDBException e) {
            throw RocksFailures.of(action, folder, e);
        } finally {
            life.readLock().unlock();
        }
    }

    /** Waits for calls under way; those that come later are refused. Nobody may close an index from within a scan of it. */
    @Override
    public void close() {
        Check.that(life.getReadHoldCount() == 0, "an index is not closed from within a call of it", folder);
        life.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                database.close();
                options.close();
            }
        } finally {
            life.writeLock().unlock();
        }
    }
}
