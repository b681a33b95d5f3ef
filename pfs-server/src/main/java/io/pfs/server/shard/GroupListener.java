package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.server.journal.Journal;
import org.jspecify.annotations.Nullable;

/** Ties the journal, which must exist first, to the group. */
final class GroupListener implements Journal.Listener {
    private @Nullable ShardGroup group;

    void tell(ShardGroup opened) {
        group = opened;
    }

    ShardGroup group() {
        return Check.present(group, "a journal speaks only after the group was opened");
    }

    @Override
    public void durable(Journal.Durable durable) {
        group().records().durable(durable);
    }

    @Override
    public void failed(PfsException cause, Journal.Durable kept) {
        group().records().failed(cause, kept);
    }
}
