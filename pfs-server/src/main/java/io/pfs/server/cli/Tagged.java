package io.pfs.server.cli;

import io.pfs.row.TagValue;
import java.time.Instant;
import java.util.HexFormat;

/** Tags as people read them. */
final class Tagged {
    private Tagged() {}

    static String text(TagValue value) {
        if (value instanceof TagValue.OfLong number) {
            return Long.toString(number.value());
        } else if (value instanceof TagValue.OfDouble number) {
            return Double.toString(number.value());
        } else if (value instanceof TagValue.OfString text) {
            return text.value();
        } else if (value instanceof TagValue.OfBytes bytes) {
            return "0x" + HexFormat.of().formatHex(bytes.value());
        } else if (value instanceof TagValue.OfTimestamp moment) {
            return Instant.ofEpochMilli(moment.millis()).toString();
        }
        return Boolean.toString(((TagValue.OfBoolean) value).value());
    }
}
