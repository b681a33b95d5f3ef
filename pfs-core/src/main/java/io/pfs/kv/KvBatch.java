package io.pfs.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts and deletes that take effect together, in the order they were added. Bytes are not copied, treat them as immutable. */
public final class KvBatch {
    private final List<Entry> entries = new ArrayList<>();

    /** One effect. */
    public sealed interface Entry {
        /** One put, or one delete if there is no value. */
        record One(byte[] key, Optional<byte[]> value) implements Entry {}

        /** All keys with {@code from <= key < to} go. */
        record Range(byte[] from, byte[] to) implements Entry {}
    }

    public KvBatch put(byte[] key, byte[] value) {
        entries.add(new Entry.One(key, Optional.of(value)));
        return this;
    }

    public KvBatch delete(byte[] key) {
        entries.add(new Entry.One(key, Optional.empty()));
        return this;
    }

    /** Deletes all keys with {@code from <= key < to}. */
    public KvBatch deleteRange(byte[] from, byte[] to) {
        entries.add(new Entry.Range(from, to));
        return this;
    }

    public List<Entry> entries() {
        return entries;
    }
}
