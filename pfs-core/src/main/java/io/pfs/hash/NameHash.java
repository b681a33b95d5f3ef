package io.pfs.hash;

import io.pfs.RowName;

/**
 * How the names of one table are hashed. The seed is the table's own and random, so that nobody can prepare names that
 * meet in one slice.
 */
public record NameHash(long seed) implements RowName.Hasher {
    public long of(RowName name) {
        return name.hashedBy(this);
    }

    @Override
    public long of(byte[] bytes, int at, int length) {
        return Xxh64.hash(bytes, at, length, seed);
    }
}
