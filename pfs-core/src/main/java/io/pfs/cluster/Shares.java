package io.pfs.cluster;

import io.pfs.Limits;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How many shards each member is to own, of all of them and at most of each part of the line. */
final class Shares {
    /** From so many shards a member, on average, a part of the line has to be balanced. */
    private static final int BALANCED_FROM = 16;

    private static final long PERCENT_OF_MEAN = 105;

    private final long[] weights;
    private final long total;

    Shares(List<Member> members) {
        weights = members.stream().mapToLong(Member::weight).toArray();
        total = Arrays.stream(weights).sum();
    }

    int members() {
        return weights.length;
    }

    /**
     * Proportional to the weights, rounded down or up. Those who own more than rounded down already come first in being
     * rounded up, since then nothing moves for it; then those with the greatest remainders.
     */
    int[] quotas(int shards, int[] owned) {
        return quotas(shards, owned, owned);
    }

    /** The same, where those come first of all who own more than rounded down of what had better stay. */
    int[] quotas(int shards, int[] owned, int[] staying) {
        int[] quotas = IntStream.range(0, weights.length)
                .map(m -> (int) (shards * weights[m] / total))
                .toArray();
        int left = shards - Arrays.stream(quotas).sum();
        IntStream.range(0, weights.length)
                .boxed()
                .filter(m -> shards * weights[m] % total != 0)
                .sorted(Comparator.comparing((Integer m) -> staying[m] <= quotas[m])
                        .thenComparing(m -> owned[m] <= quotas[m])
                        .thenComparing(m -> -(shards * weights[m] % total))
                        .thenComparing(m -> m))
                .limit(left)
                .forEach(m -> quotas[m]++);
        return quotas;
    }

    /**
     * The most that each member may own of a part of the line: for each power of two that is its length, for each
     * member. It is at most twice that of half the part, so that what is within it can be halved within it.
     */
    int[][] caps(int shards) {
        int levels = Integer.numberOfTrailingZeros(shards) + 1;
        int[][] caps = new int[levels][weights.length];
        for (int level = 0; level < levels; level++) {
            int length = 1 << level;
            boolean balanced = length >= BALANCED_FROM * weights.length;
            for (int m = 0; m < weights.length; m++) {
                int twice = level == 0 ? Limits.SHARDS_MAX : 2 * caps[level - 1][m];
                caps[level][m] = balanced ? Math.min(mostOf(length, m), twice) : length;
            }
        }
        return caps;
    }

    /** 1.05 times the proportional share, or that share rounded up if it is more: shards can't be cut. */
    private int mostOf(int length, int member) {
        long share = length * weights[member];
        return (int) Math.max(PERCENT_OF_MEAN * share / (100 * total), (share + total - 1) / total);
    }
}
