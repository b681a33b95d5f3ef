package io.pfs.server.tag;

import io.pfs.format.ByteWriter;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The buckets that a batch has looked at, as they were and as they shall be. What must change of the entries is the difference of
 * both, so a row that changes often in one batch costs one change. Of one thread at a time.
 */
final class Buckets {
    private static final byte[] EMPTY = {};
    private static final byte[] NOTHING = {};
    /** What a bucket takes beside its bytes, about. */
    private static final int HELD_BYTES = 200;

    private final KvIndex index;
    private final IndexKeys keys;
    private final Map<Place, Held> held = new LinkedHashMap<>();
    private final BucketCursor one = new BucketCursor();
    private final BucketCursor other = new BucketCursor();
    private final ByteWriter next = new ByteWriter(256);
    private long bytes;

    private record Place(long table, long position) {}

    private static final class Held {
        private final byte[] before;
        private byte[] now;

        Held(byte[] before) {
            this.before = before;
            this.now = before;
        }
    }

    Buckets(KvIndex index, IndexKeys keys) {
        this.index = index;
        this.keys = keys;
    }

    /** Bytes of memory, about. */
    long bytes() {
        return bytes;
    }

    /** Lets a row have these values alone. Without any, it is not kept. */
    void set(long table, long position, byte[] name, int from, int length, ByteWriter values) {
        Held bucket = bucket(table, position);
        next.clear();
        boolean isSet = false;
        one.open(bucket.now);
        while (one.nextRow()) {
            if (one.isNamed(name, from, length)) {
                add(name, from, length, values);
                isSet = true;
            } else {
                one.copyRow(next);
            }
        }
        if (!isSet) {
            add(name, from, length, values);
        }
        if (!Arrays.equals(next.array(), 0, next.length(), bucket.now, 0, bucket.now.length)) {
            bytes += next.length() - bucket.now.length;
            bucket.now = next.toBytes();
        }
    }

    private void add(byte[] name, int from, int length, ByteWriter values) {
        if (values.length() > 0) {
            next.varint(length).bytes(name, from, length);
            next.varint(values.length()).bytes(values.array(), 0, values.length());
        }
    }

    private Held bucket(long table, long position) {
        Place place = new Place(table, position);
        Held known = held.get(place);
        if (known != null) {
            return known;
        }
        Optional<byte[]> stored = index.get(keys.base(table, position));
        Held bucket = new Held(stored.orElse(EMPTY));
        held.put(place, bucket);
        bytes += HELD_BYTES + 2L * bucket.before.length;
        return bucket;
    }

    /** Adds what makes all be as it shall, and forgets it. */
    void drainTo(KvBatch batch) {
        held.forEach((place, bucket) -> {
            if (bucket.before != bucket.now && !Arrays.equals(bucket.before, bucket.now)) {
                change(place.table, place.position, bucket.before, bucket.now, batch);
            }
        });
        held.clear();
        bytes = 0;
    }

    /** Adds that a bucket is gone, and with it the entries of its rows. */
    void remove(long table, long position, byte[] before, KvBatch batch) {
        change(table, position, before, EMPTY, batch);
    }

    private void change(long table, long position, byte[] before, byte[] now, KvBatch batch) {
        eachMissing(before, now, () -> batch.delete(entry(table, position)));
        eachMissing(now, before, () -> batch.put(entry(table, position), NOTHING));
        byte[] key = keys.base(table, position);
        if (now.length == 0) {
            batch.delete(key);
        } else {
            batch.put(key, now);
        }
    }

    /** Stands on each value of the one bucket that no row of the other has: if two rows share one, its entry stays for both. */
    private void eachMissing(byte[] of, byte[] in, Runnable then) {
        one.open(of);
        while (one.nextRow()) {
            while (one.nextValue()) {
                if (!other.finds(in, one)) {
                    then.run();
                }
            }
        }
    }

    private byte[] entry(long table, long position) {
        return keys.entry(table, one.id(), one.bytes(), one.valueAt(), one.valueLength(), position);
    }
}
