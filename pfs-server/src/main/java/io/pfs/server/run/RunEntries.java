package io.pfs.server.run;

import io.pfs.format.ByteReader;
import java.util.Arrays;

/** Goes through the entries of a block. What nobody wrote is refused. Layout: see the package. */
final class RunEntries {
    static final int KEY_BYTES_MAX = 64 << 10;
    static final int VALUE_BYTES_MAX = 16 << 20;
    /** What an entry takes beside its bytes. */
    static final int ENTRY_HEAD_BYTES_MAX = 16;

    private final ByteReader in;
    private byte[] key;
    private byte[] value = {};

    /** @param before the last key before this block; empty in the first one */
    RunEntries(ByteReader in, byte[] before) {
        this.in = in;
        this.key = before;
    }

    boolean next() {
        if (in.remaining() == 0) {
            return false;
        }
        byte[] before = key;
        int shared = (int) in.varint("shared bytes of a key", 0, before.length);
        int rest = (int) in.varint("other bytes of a key", 0, KEY_BYTES_MAX - shared);
        byte[] other = in.bytes("key", rest);
        key = Arrays.copyOf(before, shared + rest);
        System.arraycopy(other, 0, key, shared, rest);
        if (Arrays.compareUnsigned(before, key) >= 0) {
            throw in.refuse("key", "one behind the key before", "another");
        }
        value = in.bytes("value", (int) in.varint("bytes of a value", 0, VALUE_BYTES_MAX));
        return true;
    }

    byte[] key() {
        return key;
    }

    byte[] value() {
        return value;
    }
}
