package io.pfs.server.access;

import io.pfs.TableId;

/** Tables in which nothing is born for now, since a procedure wants them away. */
public interface SealedTables {
    boolean isSealed(TableId table);

    /** Runs {@code task} once the seal is off or the table is gone. */
    void await(TableId table, Runnable task);
}
