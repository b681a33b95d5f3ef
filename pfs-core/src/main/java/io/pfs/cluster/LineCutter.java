package io.pfs.cluster;

import io.pfs.Check;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Hands out the positions of a line to members, from the whole line down to single positions: a part that each member is
 * to own so many of is halved, and each member's quota with it. What halves are allowed, the caps say; among those, the
 * one that moves fewest positions is chosen, and among these the one that is most even.
 */
final class LineCutter {
    static final int NOBODY = -1;

    /** One moved position outweighs any unevenness. */
    private static final long COST_OF_A_MOVE = 1L << 36;

    private final int[][] caps;
    /** The member at each position before and after. */
    private final int[] before;

    private final int[] after;
    private final int[] ownedLeft;
    private final int[] ownedRight;

    LineCutter(int[] before, int[][] caps, int members) {
        this.before = before;
        this.caps = caps;
        after = new int[before.length];
        ownedLeft = new int[members];
        ownedRight = new int[members];
    }

    /** The member at each position, each as often as its quota says. */
    int[] cut(int[] quotas) {
        Check.that(Arrays.stream(quotas).sum() == before.length, "quotas are all positions", before.length);
        cut(
                0,
                before.length,
                members(quotas),
                Arrays.stream(quotas).filter(q -> q > 0).toArray());
        return after;
    }

    private static int[] members(int[] quotas) {
        int[] members = new int[(int) Arrays.stream(quotas).filter(q -> q > 0).count()];
        int next = 0;
        for (int m = 0; m < quotas.length; m++) {
            if (quotas[m] > 0) {
                members[next++] = m;
            }
        }
        return members;
    }

    private void cut(int from, int length, int[] members, int[] quotas) {
        if (length == 1) {
            after[from] = members[0];
            return;
        }
        int half = length / 2;
        int[] left = halve(from, half, members, quotas);
        int[] right = new int[quotas.length];
        Arrays.setAll(right, i -> quotas[i] - left[i]);
        cutPart(from, half, members, left);
        cutPart(from + half, half, members, right);
    }

    /** Goes on with those members alone that get anything: a part has at most as many as positions. */
    private void cutPart(int from, int length, int[] members, int[] quotas) {
        int[] kept = new int[members.length];
        int[] positive = new int[members.length];
        int count = 0;
        for (int i = 0; i < members.length; i++) {
            if (quotas[i] > 0) {
                kept[count] = members[i];
                positive[count++] = quotas[i];
            }
        }
        cut(from, length, Arrays.copyOf(kept, count), Arrays.copyOf(positive, count));
    }

    /**
     * How much of its quota each member gets in the left half. What that costs is convex for each member, so that giving
     * out position by position to whom it costs least is optimal for the sum.
     */
    private int[] halve(int from, int half, int[] members, int[] quotas) {
        count(from, half, ownedLeft);
        count(from + half, half, ownedRight);
        int[] cap = caps[Integer.numberOfTrailingZeros(half)];
        int[] left = new int[members.length];
        int given = 0;
        PriorityQueue<Offer> offers = new PriorityQueue<>(members.length);
        for (int i = 0; i < members.length; i++) {
            left[i] = Math.max(0, quotas[i] - cap[members[i]]);
            given += left[i];
            if (left[i] < Math.min(quotas[i], cap[members[i]])) {
                offers.add(new Offer(costOfOneMore(members[i], quotas[i], left[i]), i));
            }
        }
        for (; given < half; given++) {
            int i = offers.remove().index();
            left[i]++;
            if (left[i] < Math.min(quotas[i], cap[members[i]])) {
                offers.add(new Offer(costOfOneMore(members[i], quotas[i], left[i]), i));
            }
        }
        clear(from, half, ownedLeft);
        clear(from + half, half, ownedRight);
        return left;
    }

    private void count(int from, int length, int[] owned) {
        for (int p = from; p < from + length; p++) {
            if (before[p] != NOBODY) {
                owned[before[p]]++;
            }
        }
    }

    /** By position and not by member: most parts of the line are shorter than the list of members. */
    private void clear(int from, int length, int[] owned) {
        for (int p = from; p < from + length; p++) {
            if (before[p] != NOBODY) {
                owned[before[p]] = 0;
            }
        }
    }

    private long costOfOneMore(int member, int quota, int left) {
        return cost(member, quota, left + 1) - cost(member, quota, left);
    }

    /** Positions that the member loses in either half, then how far it is from the middle. */
    private long cost(int member, int quota, int left) {
        long lost = Math.max(0L, ownedLeft[member] - left) + Math.max(0L, ownedRight[member] - (quota - left));
        long uneven = 2L * left - quota;
        return lost * COST_OF_A_MOVE + uneven * uneven;
    }

    /** What one more position in the left half costs for a member. */
    private record Offer(long cost, int index) implements Comparable<Offer> {
        @Override
        public int compareTo(Offer other) {
            int byCost = Long.compare(cost, other.cost);
            return byCost != 0 ? byCost : Integer.compare(index, other.index);
        }
    }
}
