package io.pfs.client.call;

import io.pfs.ShardId;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;

/**
 * Something to be asked, once it is known of whom.
 *
 * @param sink gets the one answer that remains after all repeating
 */
public record Ask(Request request, ShardId shard, Reply.Sink sink) {
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
