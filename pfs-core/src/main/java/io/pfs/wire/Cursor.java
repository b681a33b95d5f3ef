package io.pfs.wire;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceOrder;
import java.util.Arrays;

/**
 * A place between two rows of a table: behind this name. It stays right whatever splits meanwhile.
 *
 * @param hash of the name, in the table
 */
public record Cursor(long hash, RowName name) {
    private static final RowName LAST_NAME = lastName();

    /** The name that no other comes behind. */
    private static RowName lastName() {
        byte[] bytes = new byte[Limits.ROW_NAME_BYTES_MAX];
        Arrays.fill(bytes, (byte) 0xff);
        return RowName.of(bytes, 0, bytes.length);
    }

    /** The place behind a name, whether a row has it or not, in a table whose hashes are made so. */
    public static Cursor behind(long hashSeed, RowName name) {
        return new Cursor(new NameHash(hashSeed).of(name), name);
    }

    /** The place behind all rows of this hash: where a shard's part of a table ends. */
    public static Cursor behindAll(long hash) {
        return new Cursor(hash, LAST_NAME);
    }

    /** The hash of the first row that may come behind it. */
    public long nextHash() {
        boolean isBehindAll = name.equals(LAST_NAME) && hash != -1;
        return isBehindAll ? SliceOrder.hashAt(SliceOrder.position(hash) + 1) : hash;
    }
}
