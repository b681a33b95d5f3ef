package io.pfs.server.slice;

import io.pfs.SliceKey;

/**
 * How many rows a slice holds before it splits: 0.6 to 1.0 of the most a slice may hold, by table, slice and depth.
 * Slices that fill at the same pace would else all split within the same moment. A pure function, so that replay splits
 * where the first run did.
 */
public final class SplitThreshold {
    private static final double LOWEST_SHARE = 0.6;

    private SplitThreshold() {}

    public static int of(SliceKey key, int depth, int sliceRowsMax) {
        long drawn = mix(
                mix(key.table().value()) + ((long) depth << 32) + key.slice().value());
        double share = LOWEST_SHARE + (1 - LOWEST_SHARE) * ((drawn >>> 11) * 0x1p-53);
        return (int) Math.ceil(share * sliceRowsMax);
    }

    /** Spreads neighbouring numbers over all 64 bits. */
    private static long mix(long value) {
        long z = value + 0x9e37_79b9_7f4a_7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }
}
