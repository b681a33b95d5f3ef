package io.pfs.server.owner;

import io.pfs.net.Address;

/** Who is there, and who holds which seat: what all servers of a file system agree on. */
public interface Coordinator {
    /**
     * Joins as a new member, which takes as long as it takes. From then on, until it is told that the membership is lost or it leaves, the
     * listener hears of everything on the caller's loop.
     *
     * @param weight how much of the seats this server is to hold, relative to the others; 0 if it is to hold none yet
     */
    Membership join(Address address, int weight, MembershipListener listener);
}
