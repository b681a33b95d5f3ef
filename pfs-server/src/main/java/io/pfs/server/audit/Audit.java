package io.pfs.server.audit;

import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;

/** Hears what was asked and how it was answered. From any thread, which it never keeps waiting. */
@FunctionalInterface
public interface Audit {
    Audit NONE = (asker, client, envelope, reply) -> {};

    /**
     * Takes note of it, if that is to be kept.
     *
     * @param client the other side's address
     */
    void note(Asker asker, String client, Envelope envelope, Reply reply);
}
