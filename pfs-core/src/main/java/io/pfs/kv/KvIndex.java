package io.pfs.kv;

import java.util.Optional;

/** An ordered map from bytes to bytes. */
public interface KvIndex extends AutoCloseable {
    Optional<byte[]> get(byte[] key);

    /** Applies a batch, whole or not at all. It may be lost in a crash, but then so is every later one. */
    void write(KvBatch batch);

    /** What was written before is not lost in any crash from now on. */
    void force();

    /** Shows the entries with {@code from <= key < to}, in order, until the visitor says false. */
    void scan(byte[] from, byte[] to, Visitor visitor);

    /** Shows the keys with {@code from <= key < to}, in order or backwards, until the visitor says false. */
    void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor);

    /** How many keys there are with {@code from <= key < to}, about: it may be wrong by any factor, but costs little. */
    long estimate(byte[] from, byte[] to);

    @Override
    void close();

    /** From where to where a range is walked. */
    enum Direction {
        FORWARD,
        BACKWARD
    }

    /** Sees entries. */
    @FunctionalInterface
    interface Visitor {
        /** Says whether to go on. */
        boolean entry(byte[] key, byte[] value);
    }

    /** Sees keys. */
    @FunctionalInterface
    interface KeyVisitor {
        /**
         * Says whether to go on.
         *
         * @param bytes begin with the key, and are others as soon as this returns
         * @param length of the key
         */
        boolean key(byte[] bytes, int length);
    }
}
