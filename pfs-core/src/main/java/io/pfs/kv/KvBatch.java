package io.pfs.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts and deletes that take effect together, in the order they were added. */
public final class KvBatch {
    private final List<Entry> entries = new ArrayList<>();

    /** One put, or one delete if there is no value. The bytes are not copied, treat as immutable. */
    public record Entry(byte[] key, Optional<byte[]> value) {}

    public KvBatch put(byte[] key, byte[] value) {
        entries.add(new Entry(key, Optional.of(value)));
        return this;
    }

    public KvBatch delete(byte[] key) {
        entries.add(new Entry(key, Optional.empty()));
        return this;
    }

    public List<Entry> entries() {
        return entries;
    }
}
