package io.pfs.server.access;

import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;

/**
 * The way from shard to shard. What is sent there may arrive late, twice or never, and so may the answer. But it arrives in no later life of
 * the process that serves the shard: what was on its way to one that died is lost with the connection. So who took a part in something may
 * remember in memory that it is over.
 */
@FunctionalInterface
public interface Peers {
    void ask(Envelope envelope, Reply.Sink sink);
}
