package io.pfs.server.owner;

import io.pfs.PfsException;

/** Hears what becomes of a membership, on the loop of who joined, and never inside a call of it. */
public interface MembershipListener {
    /** Something has changed, or this server has just joined. What changes quickly again may be left out. */
    void seen(ClusterView view);

    /** Others take the seats now. Nothing more is heard from this membership, also not what its calls led to. */
    void lost(PfsException cause);
}
