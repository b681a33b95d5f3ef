package io.pfs.server.tag;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** An ordered map in memory that counts batches and keys that are read, and whose guesses are as wrong as they are told to be. */
final class MapKvIndex implements KvIndex {
    private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    private final List<KvBatch> batches = new ArrayList<>();
    private double wrongFactor = 1;
    private long keysRead;
    private boolean closed;

    void guessWrong(double factor) {
        wrongFactor = factor;
    }

    /** How many keys {@link #keys} showed so far. */
    long keysRead() {
        return keysRead;
    }

    List<KvBatch> batches() {
        return batches;
    }

    NavigableMap<byte[], byte[]> entries() {
        return entries;
    }

    private NavigableMap<byte[], byte[]> range(byte[] from, byte[] to) {
        requireOpen();
        byte[] end = Arrays.compareUnsigned(from, to) <= 0
                ? to
                : from; // a map of Java's has no view that ends before it begins
        return entries.subMap(from, true, end, false);
    }

    private void requireOpen() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "the index is closed");
        }
    }

    @Override
    public Optional<byte[]> get(byte[] key) {
        requireOpen();
        return Optional.ofNullable(entries.get(key));
    }

    @Override
    public void write(KvBatch batch) {
        requireOpen();
        batches.add(batch);
        for (KvBatch.Entry entry : batch.entries()) {
            if (entry instanceof KvBatch.Entry.One one) {
                one.value().ifPresentOrElse(value -> entries.put(one.key(), value), () -> entries.remove(one.key()));
            } else if (entry instanceof KvBatch.Entry.Range gone) {
                range(gone.from(), gone.to()).clear();
            }
        }
    }

    @Override
    public void force() {
        requireOpen();
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
        for (Map.Entry<byte[], byte[]> entry : range(from, to).entrySet()) {
            if (!visitor.entry(entry.getKey(), entry.getValue())) {
                return;
            }
        }
    }

    /** The bytes that the visitor sees are wiped after that. */
    @Override
    public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
        NavigableMap<byte[], byte[]> range = range(from, to);
        for (byte[] key : direction == Direction.FORWARD ? range.keySet() : range.descendingKeySet()) {
            keysRead++;
            byte[] shown = Arrays.copyOf(key, key.length + 7);
            boolean goesOn = visitor.key(shown, key.length);
            Arrays.fill(shown, (byte) 0x55);
            if (!goesOn) {
                return;
            }
        }
    }

    @Override
    public long estimate(byte[] from, byte[] to) {
        return (long) (range(from, to).size() * wrongFactor);
    }

    @Override
    public void close() {
        closed = true;
    }
}
