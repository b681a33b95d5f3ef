package io.pfs.server.form;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.Utf8;
import java.nio.charset.StandardCharsets;

/** Names of columns are text; parts of names of files are bytes. */
final class ColumnText {
    private static final int BYTES_MAX = 255;

    private ColumnText() {}

    static String of(byte[] bytes) {
        String name = Utf8.text(bytes)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NAME_INVALID, "the part of the name that is the column is not UTF-8 text"));
        requireColumn(name, bytes.length);
        return name;
    }

    static byte[] bytes(String column) {
        return column.getBytes(StandardCharsets.UTF_8);
    }

    private static void requireColumn(String name, int bytes) {
        if (bytes == 0 || bytes > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID,
                    "a column's name has 1 to " + BYTES_MAX + " bytes, and this one has " + bytes);
        }
        if (name.chars().anyMatch(c -> c < 0x20 || c == 0x7f || c == '/')) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID, "a column's name has no control characters and no '/', and this one has");
        }
    }
}
