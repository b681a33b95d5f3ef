package io.pfs.server.access;

import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;

/** The way from shard to shard. What is sent there may arrive late, twice or never, and so may the answer. */
@FunctionalInterface
public interface Peers {
    void ask(Envelope envelope, Reply.Sink sink);
}
