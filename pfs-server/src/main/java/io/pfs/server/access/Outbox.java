package io.pfs.server.access;

import io.pfs.PfsException;
import io.pfs.server.change.Change;
import io.pfs.wire.Reply;
import java.util.List;
import java.util.function.Consumer;

/** Where a shard puts what it wants journaled. */
public interface Outbox {
    /** Refuses when nothing may be answered any more. */
    void requireServing();

    /** Whether there is memory for what a change changes. */
    boolean hasMemory();

    /**
     * Keeps a change until there is memory for it.
     *
     * @param again does it then, or when nothing is served any more
     * @param sink is told if that takes too long
     */
    void awaitMemory(Runnable again, Reply.Sink sink);

    /** Has applied what is durable. */
    void catchUp();

    /** The sequence that the next record of the shard gets. */
    long nextSequence();

    /**
     * Journals these changes as one record. Once durable, they have been applied when {@code durable} is called; if the
     * journal failed first, {@code failed} is. Refuses by an exception, when neither is called.
     */
    void journal(List<Change> changes, Runnable durable, Consumer<PfsException> failed);

    /**
     * The same for changes that nobody can see but who asks for names that are held until {@code applied}: who asked for them
     * may hear that they are {@code durable} before they are applied, which is then done a little later.
     */
    void journal(List<Change> changes, Runnable durable, Runnable applied, Consumer<PfsException> failed);
}
