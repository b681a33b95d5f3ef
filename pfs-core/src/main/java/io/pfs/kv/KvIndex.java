package io.pfs.kv;

import java.util.Optional;

/** An ordered map from bytes to bytes. */
public interface KvIndex extends AutoCloseable {
    Optional<byte[]> get(byte[] key);

    /** Applies a batch, whole or not at all. It may be lost in a crash, but then so is every later one. */
    void write(KvBatch batch);

    /** Shows the entries with {@code from <= key < to}, in order, until the visitor says false. */
    void scan(byte[] from, byte[] to, Visitor visitor);

    @Override
    void close();

    /** Sees entries. */
    @FunctionalInterface
    interface Visitor {
        /** Says whether to go on. */
        boolean entry(byte[] key, byte[] value);
    }
}
