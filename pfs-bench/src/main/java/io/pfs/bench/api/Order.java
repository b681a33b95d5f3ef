package io.pfs.bench.api;

import io.pfs.bench.load.Names;

/** Numbers below a count, each once: in turn, or scattered by a seed. */
record Order(long seed, int client, int count) {
    private static final long CLIENT_STEP = 0x9e37_79b9_7f4a_7c15L;

    /** The {@code i}-th of them, which is far from those before and behind it. */
    int scattered(int i) {
        long shift = Math.floorMod(seed + client * CLIENT_STEP, (long) count);
        return (int) ((Names.scattered(i, count) + shift) % count);
    }
}
