package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** The path of a row, cut into that of its table and its name. */
record RowPath(String table, String row) {
    static RowPath of(String path) {
        int cut = path.lastIndexOf('/');
        if (cut < 0 || cut == path.length() - 1) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "'" + path + "' is not the path of a row: that is /TABLE/ROW, without a '/' at its end");
        }
        return new RowPath(cut == 0 ? "/" : path.substring(0, cut), path.substring(cut + 1));
    }
}
