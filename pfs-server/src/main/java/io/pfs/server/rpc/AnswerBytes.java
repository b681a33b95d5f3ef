package io.pfs.server.rpc;

import io.pfs.Limits;
import io.pfs.net.Protocol;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ManageCluster;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.Request.TakeStep;

/** How much memory the answer to a request may take at most, or nearly. */
final class AnswerBytes {
    /** An answer without rows. */
    private static final long PLAIN = 256;

    /** A row that a search found, with all of its tags, and what it is ordered by. */
    private static final long ROW_FOUND_MAX = 16 << 10;

    /** A cell of which the place would do comes with its bytes only if these stand in the journal, where it has no more. */
    private static final long CELL_IN_JOURNAL_MAX = Limits.JOURNAL_RECORD_BYTES_MAX / 4;

    private AnswerBytes() {}

    static long atMost(Request request) {
        if (request instanceof ReadRow read) {
            return PLAIN
                    + FoundRow.BYTES_MAX
                    + Math.min(read.columns().size() * cell(read.placesDo()), Protocol.MESSAGE_BYTES_MAX);
        } else if (request instanceof ReadCell read) {
            return PLAIN + Math.min(read.length(), cell(read.placesDo()));
        } else if (request instanceof ReadRows read) {
            return PLAIN
                    + (long) FoundRow.BYTES_MAX * read.names().size()
                    + cells(read.bytesMax(), read.columns().size());
        } else if (request instanceof ListRows list) {
            return PLAIN
                    + list.rowBytesMax()
                    + cells(list.bytesMax(), list.columns().size());
        } else if (request instanceof ReadMany many) {
            return PLAIN + many.parts().stream().mapToLong(Part::rowBytesMax).sum();
        } else if (request instanceof SearchRows search) {
            return PLAIN + Math.min((long) search.rowsMax() * ROW_FOUND_MAX, Limits.FOUND_BYTES_MAX);
        } else if (request instanceof ManageCluster) {
            return PLAIN * (Limits.SEATS_MAX + Limits.SERVERS_MAX);
        } else if (request instanceof TakeStep) {
            return PLAIN + Limits.JOURNAL_RECORD_BYTES_MAX; // what comes from a server is journaled by another
        }
        return PLAIN;
    }

    private static long cell(boolean placeDoes) {
        return placeDoes ? CELL_IN_JOURNAL_MAX : Limits.CELL_BYTES_MAX;
    }

    /** The last row of a page may go beyond what the page has. */
    private static long cells(int bytesMax, int columns) {
        return columns == 0 ? 0 : bytesMax + (long) Limits.CELL_BYTES_MAX;
    }
}
