package io.pfs.query.range;

import io.pfs.Check;
import io.pfs.row.TagValue;
import java.util.Arrays;
import java.util.Optional;

/** All values, and so all keys, between two places. There is room for a key between them. */
public record KeyRange(Border from, Border to) {
    public KeyRange {
        Check.that(from.compareTo(to) < 0, "a range ends behind its begin");
    }

    /** Whether a key of an index, the value at its begin, is in it. */
    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(from.key(), key) <= 0 && Arrays.compareUnsigned(key, to.key()) < 0;
    }

    /** The value that all values in it equal, if there is one. */
    public Optional<TagValue> only() {
        boolean isOne = !from.isBehind() && to.isBehind() && !to.isOfPrefix();
        return from.value().filter(value -> isOne && Border.behind(value).equals(to));
    }
}
