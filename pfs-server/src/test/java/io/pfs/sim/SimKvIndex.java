package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** An ordered map in memory that outlives the processes using it; a crash keeps a beginning of the batches. */
public final class SimKvIndex {
    private final Prng prng;
    private final List<KvBatch> unforced = new ArrayList<>();
    private final TreeMap<byte[], byte[]> durable = new TreeMap<>(Arrays::compareUnsigned);
    private final TreeMap<byte[], byte[]> visible = new TreeMap<>(Arrays::compareUnsigned);
    private boolean damaged;

    public SimKvIndex(Prng prng) {
        this.prng = prng;
    }

    /** Opens it for one process. */
    KvIndex attach() {
        return new Attached();
    }

    /** Where one process has it. */
    public KvHome home() {
        return new Home();
    }

    /** The power goes: of the batches, the first few survive. */
    public void crash() {
        unforced.subList(0, prng.below(unforced.size() + 1)).forEach(batch -> apply(batch, durable));
        unforced.clear();
        visible.clear();
        visible.putAll(durable);
    }

    /** Somebody spoils its files: that is found when it is opened, or when it is used. */
    public void damage() {
        damaged = true;
    }

    /** The next process is where it is not. */
    void leaveBehind() {
        forget();
    }

    private void forget() {
        unforced.clear();
        durable.clear();
        visible.clear();
        damaged = false;
    }

    private static void apply(KvBatch batch, NavigableMap<byte[], byte[]> map) {
        for (KvBatch.Entry entry : batch.entries()) {
            if (entry instanceof KvBatch.Entry.One one) {
                one.value().ifPresentOrElse(value -> map.put(one.key(), value), () -> map.remove(one.key()));
            } else if (entry instanceof KvBatch.Entry.Range range) {
                part(map, range.from(), range.to()).clear();
            }
        }
    }

    /** What ends before it begins is empty; a map of Java's has no view for that. */
    private static NavigableMap<byte[], byte[]> part(NavigableMap<byte[], byte[]> map, byte[] from, byte[] to) {
        byte[] end = Arrays.compareUnsigned(from, to) <= 0 ? to : from;
        return map.subMap(from, true, end, false);
    }

    private final class Home implements KvHome {
        private Optional<KvIndex> open = Optional.empty();

        @Override
        public KvIndex open() {
            if (open.isEmpty()) {
                if (damaged && prng.below(2) == 0) {
                    forget();
                }
                open = Optional.of(attach());
            }
            return open.get();
        }

        @Override
        public boolean exists() {
            return !visible.isEmpty();
        }

        @Override
        public void reset(KvIndex found) {
            if (open.isPresent() && open.get() == found) {
                found.close();
                forget();
                open = Optional.empty();
            }
        }
    }

    private final class Attached implements KvIndex {
        private boolean closed;

        private void requireUsable() {
            if (closed) {
                throw new PfsException(ErrorCode.CLOSED, "the index is closed");
            }
            if (damaged) {
                throw new PfsException(ErrorCode.CORRUPT, "the index is damaged");
            }
        }

        @Override
        public Optional<byte[]> get(byte[] key) {
            requireUsable();
            return Optional.ofNullable(visible.get(key));
        }

        @Override
        public void write(KvBatch batch) {
            requireUsable();
            unforced.add(batch);
            apply(batch, visible);
        }

        @Override
        public void force() {
            requireUsable();
            unforced.forEach(batch -> apply(batch, durable));
            unforced.clear();
        }

        @Override
        public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
            requireUsable();
            NavigableMap<byte[], byte[]> range = part(visible, from, to);
            for (byte[] key : direction == Direction.FORWARD ? range.keySet() : range.descendingKeySet()) {
                byte[] passing = Arrays.copyOf(key, key.length + prng.below(4));
                boolean more = visitor.key(passing, key.length);
                Arrays.fill(passing, (byte) 0xee); // who kept it must not get away with that
                if (!more) {
                    return;
                }
            }
        }

        /** As wrong as may be: it is not to be relied upon. */
        @Override
        public long estimate(byte[] from, byte[] to) {
            requireUsable();
            return (long) part(visible, from, to).size() * prng.below(4);
        }

        @Override
        public void scan(byte[] from, byte[] to, Visitor visitor) {
            requireUsable();
            for (var entry : part(visible, from, to).entrySet()) {
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
