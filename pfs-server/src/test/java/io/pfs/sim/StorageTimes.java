package io.pfs.sim;

/** What calls of the storage that servers share take, one in twenty longer: of a good disk, or of one behind a network. */
final class StorageTimes {
    private static final long US = 1_000;
    private static final int SLOW_ONE_IN = 20;

    private final Prng prng;

    StorageTimes(Prng prng) {
        this.prng = prng;
    }

    /** To have bytes safe. */
    long forceNs() {
        return isSlow() ? prng.between(1_500 * US, 4_000 * US) : prng.between(300 * US, 1_500 * US);
    }

    /** To hand bytes over. */
    long writeNs() {
        return prng.between(20 * US, 60 * US);
    }

    long readNs() {
        return isSlow() ? prng.between(400 * US, 2_000 * US) : prng.between(100 * US, 400 * US);
    }

    /** To make, find, list, rename or remove a file. */
    long nameNs() {
        return prng.between(300 * US, 1_000 * US);
    }

    private boolean isSlow() {
        return prng.oneIn(SLOW_ONE_IN);
    }
}
