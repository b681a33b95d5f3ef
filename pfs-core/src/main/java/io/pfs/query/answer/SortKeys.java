package io.pfs.query.answer;

import io.pfs.format.ByteWriter;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;

/** What answers are ordered by, as bytes of that order, part by part. */
final class SortKeys {
    /** Instead of a value; more than the first byte of any, also of one whose bytes are turned round. */
    private static final int NO_VALUE = 0xff;

    private SortKeys() {}

    /** Adds a value, or that there is none, which comes last either way. */
    static void add(ValueCell value, boolean descends, ByteWriter key) {
        int from = key.length();
        if (value.isEmpty()) {
            key.u8(NO_VALUE);
            return;
        }
        OrderedValue.encodeAlike(value, key);
        if (descends) {
            byte[] bytes = key.array();
            for (int i = from; i < key.length(); i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
    }
}
