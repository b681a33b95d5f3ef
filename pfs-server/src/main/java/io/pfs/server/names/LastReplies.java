package io.pfs.server.names;

import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.TableState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The replies that a table leaves behind when it goes. They are filed with its name in the table of tables from then on: a
 * request that was done, and whose answer was lost, must not be told that there is no such table.
 */
final class LastReplies {
    /** The newest of them; who comes back later than so many others has long been silent. */
    private static final int COUNT_MAX = 256;

    private static final int BYTES_MAX = 32 << 10;

    private final List<Replies.Kept> newest = new ArrayList<>();

    /** What is journaled with the end of a table whose slices are in memory. */
    static List<Change> of(TableState table, HashedName filed) {
        LastReplies all = new LastReplies();
        table.forEachSlice(slice -> all.take(slice.place().target()));
        return all.changes(filed);
    }

    /** Takes those of a slice that is in memory, and may be let go of before its table goes. */
    void take(Slice slice) {
        if (slice.replyCount() > 0) {
            newest.addAll(slice.replies().inOrder());
            newest.sort(Comparator.comparingLong(Replies.Kept::order).reversed());
            newest.subList(Math.min(COUNT_MAX, newest.size()), newest.size()).clear();
        }
    }

    /** What is journaled with the end of the table. */
    List<Change> changes(HashedName filed) {
        List<Change> changes = new ArrayList<>();
        int bytes = 0;
        for (Replies.Kept kept : newest) {
            bytes += kept.reply().length;
            if (bytes > BYTES_MAX) {
                break;
            }
            changes.add(new ReplyKept(
                    kept.request(), kept.lowestOpen(), filed.table(), filed.hash(), kept.wallMillis(), kept.reply()));
        }
        return changes;
    }
}
