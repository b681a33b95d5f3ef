package io.pfs.server.access;

import io.pfs.PfsException;
import io.pfs.server.change.Change;
import java.util.List;
import java.util.function.Consumer;

/** Where a shard puts what it wants journaled. */
public interface Outbox {
    /** Refuses when nothing may be answered any more. */
    void requireServing();

    /** Refuses a change when there is no memory for what it changes. */
    void requireMemory();

    /** The sequence that the next record of the shard gets. */
    long nextSequence();

    /**
     * Journals these changes as one record. Once durable, they have been applied when {@code durable} is called; if the
     * journal failed first, {@code failed} is. Refuses by an exception, when neither is called.
     */
    void journal(List<Change> changes, Runnable durable, Consumer<PfsException> failed);
}
