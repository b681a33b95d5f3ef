package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.kv.KvIndex;

/** Something that is asked of the index once it knows all that was applied before. One of the last two comes, on the loop. */
public interface Question {
    /** Away from the loop: leaves the answer in its own fields. */
    void ask(KvIndex index);

    void answered();

    /** There is no index, or none any more. */
    void failed(PfsException cause);
}
