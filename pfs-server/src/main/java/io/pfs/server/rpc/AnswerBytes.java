package io.pfs.server.rpc;

import io.pfs.Limits;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;

/**
 * How much memory the answers to come may take. Most requests say it; of one that reads whole cells of a row, the answers
 * before tell what to expect, since the most that it could be would hold up everybody.
 */
final class AnswerBytes {
    /** An answer without cells, and what every row in it takes beside them. */
    private static final long PLAIN = 256;

    private static final int FORGETS_SHARE = 16;

    private long largestLately;

    long expected(Request request) {
        if (request instanceof ReadRow read) {
            return PLAIN + (read.columns().isEmpty() ? 0 : largestLately);
        } else if (request instanceof ReadCell read) {
            return PLAIN + read.length();
        } else if (request instanceof ReadRows read) {
            return PLAIN * read.names().size()
                    + cells(read.bytesMax(), read.columns().size());
        } else if (request instanceof ListRows list) {
            return PLAIN * list.rowsMax()
                    + cells(list.bytesMax(), list.columns().size());
        }
        return PLAIN;
    }

    /** The last row of a page may go beyond what the page has. */
    private static long cells(int bytesMax, int columns) {
        return columns == 0 ? 0 : bytesMax + (long) Limits.CELL_BYTES_MAX;
    }

    /** Learns from an answer. */
    void learn(long bytes) {
        largestLately = Math.max(bytes, largestLately - largestLately / FORGETS_SHARE);
    }
}
