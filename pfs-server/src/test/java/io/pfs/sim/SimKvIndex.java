package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** An ordered map in memory that outlives the processes using it; a crash keeps a beginning of the batches. */
final class SimKvIndex {
    private final Prng prng;
    private final List<KvBatch> unforced = new ArrayList<>();
    private final TreeMap<byte[], byte[]> durable = new TreeMap<>(Arrays::compareUnsigned);
    private final TreeMap<byte[], byte[]> visible = new TreeMap<>(Arrays::compareUnsigned);

    SimKvIndex(Prng prng) {
        this.prng = prng;
    }

    /** Opens it for one process. */
    KvIndex attach() {
        return new Attached();
    }

    /** The power goes: of the batches, the first few survive. */
    void crash() {
        unforced.subList(0, prng.below(unforced.size() + 1)).forEach(batch -> apply(batch, durable));
        unforced.clear();
        visible.clear();
        visible.putAll(durable);
    }

    private static void apply(KvBatch batch, NavigableMap<byte[], byte[]> map) {
        for (KvBatch.Entry entry : batch.entries()) {
            if (entry instanceof KvBatch.Entry.One one) {
                one.value().ifPresentOrElse(value -> map.put(one.key(), value), () -> map.remove(one.key()));
            } else if (entry instanceof KvBatch.Entry.Range range) {
                map.subMap(range.from(), range.to()).clear();
            }
        }
    }

    private final class Attached implements KvIndex {
        private boolean closed;

        private void requireOpen() {
            if (closed) {
                throw new PfsException(ErrorCode.CLOSED, "the index is closed");
            }
        }

        @Override
        public Optional<byte[]> get(byte[] key) {
            requireOpen();
            return Optional.ofNullable(visible.get(key));
        }

        @Override
        public void write(KvBatch batch) {
            requireOpen();
            unforced.add(batch);
            apply(batch, visible);
        }

        @Override
        public void force() {
            requireOpen();
            unforced.forEach(batch -> apply(batch, durable));
            unforced.clear();
        }

        @Override
        public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
            requireOpen();
            NavigableMap<byte[], byte[]> range = visible.subMap(from, true, to, false);
            for (byte[] key : direction == Direction.FORWARD ? range.keySet() : range.descendingKeySet()) {
                if (!visitor.key(key, key.length)) {
                    return;
                }
            }
        }

        /** As wrong as may be: it is not to be relied upon. */
        @Override
        public long estimate(byte[] from, byte[] to) {
            requireOpen();
            return (long) visible.subMap(from, true, to, false).size() * prng.below(4);
        }

        @Override
        public void scan(byte[] from, byte[] to, Visitor visitor) {
            requireOpen();
            for (var entry : visible.subMap(from, true, to, false).entrySet()) {
                if (!visitor.entry(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
