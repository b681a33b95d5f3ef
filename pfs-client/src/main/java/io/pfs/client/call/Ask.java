package io.pfs.client.call;

import io.pfs.ShardId;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Request;

/**
 * Something to be asked, once it is known of whom.
 *
 * @param router learns from whom it was asked in vain, and says who is to be asked then
 * @param sink gets the one answer that remains after all repeating
 */
public record Ask(Request request, ShardId shard, Router router, Reply.Sink sink) {
    /** Asks as it is told, and learns nothing for others. */
    public Ask(Request request, ShardId shard, Reply.Sink sink) {
        this(request, shard, Misplaced::next, sink);
    }

    /** Finds the shard of a name that turned out to live elsewhere. */
    @FunctionalInterface
    public interface Router {
        ShardId next(Misplaced misplaced);

        /** What is to be asked there: a request may itself say where names live. */
        default Request request(Request before) {
            return before;
        }
    }

    boolean isChange() {
        return request instanceof Request.EditRow
                || request instanceof Request.EditRows
                || request instanceof Request.RemoveRow
                || request instanceof Request.MakeTable
                || request instanceof Request.AlterTable
                || request instanceof Request.RenameRow
                || request instanceof Request.RemoveTable;
    }
}
