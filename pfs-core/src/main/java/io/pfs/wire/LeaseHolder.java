package io.pfs.wire;

/** Somebody who was granted leases on rows of directories, as whoever granted them sees him. */
@FunctionalInterface
public interface LeaseHolder {
    /** No lease is longer: within a day clocks that run at different rates differ by little. */
    long LEASE_MILLIS_MAX = 86_400_000;

    /** He is to forget the row, and to say so by the number of the recall. If he does not hear of it, the lease ends by itself. */
    void recall(LeaseRecall recall);
}
