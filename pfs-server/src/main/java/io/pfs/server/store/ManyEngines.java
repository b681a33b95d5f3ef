package io.pfs.server.store;

import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;

/** Several engines of one process as one connection: what does not depend on which of them is asked. */
abstract class ManyEngines implements Connection {
    private final FileSystemFacts facts;
    final Engines engines;

    /** @param count of the seats, here and elsewhere */
    ManyEngines(FileSystemFacts facts, int count) {
        this.facts = facts;
        this.engines = new Engines(facts.shards(), count);
    }

    @Override
    public final FileSystemFacts facts() {
        return facts;
    }

    @Override
    public final ServerId ownerOf(ShardId shard) {
        return engines.ownerOf(shard);
    }

    @Override
    public final void afterAnswers(Runnable task) {
        engines.afterAnswers(task);
    }

    @Override
    public final void hears(LeaseHolder listener) {
        engines.hears(listener);
    }

    @Override
    public final void returned(long recallNumber) {
        engines.returned(recallNumber);
    }

    @Override
    public final void returnedAll(LeaseHolder holder) {
        engines.returnedAll(holder);
    }
}
