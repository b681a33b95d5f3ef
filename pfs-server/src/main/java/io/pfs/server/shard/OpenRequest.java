package io.pfs.server.shard;

import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import java.util.Optional;

/** A request that waits for its answer, and counts until then. */
final class OpenRequest implements Reply.Sink {
    private final ShardGroup group;
    private final Reply.Sink sink;

    OpenRequest(ShardGroup group, Reply.Sink sink) {
        this.group = group;
        this.sink = sink;
    }

    @Override
    public void answer(Reply reply) {
        group.requestEnded();
        sink.answer(reply);
    }

    @Override
    public Optional<LeaseHolder> holder() {
        return sink.holder();
    }
}
