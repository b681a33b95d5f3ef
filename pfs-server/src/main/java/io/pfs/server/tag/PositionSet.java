package io.pfs.server.tag;

import java.util.Arrays;

/** Positions without repetition, in their order. Inside they have their sign turned round, so that the order of longs is theirs. */
final class PositionSet {
    static final PositionSet EMPTY = new PositionSet(new long[0], 0);

    private final long[] turned;
    private final int size;

    private PositionSet(long[] turned, int size) {
        this.turned = turned;
        this.size = size;
    }

    /** The first {@code count} of these, which come in any order, and whose array it takes for itself. */
    static PositionSet of(long[] positions, int count) {
        for (int i = 0; i < count; i++) {
            positions[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(positions, 0, count);
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (size == 0 || positions[size - 1] != positions[i]) {
                positions[size++] = positions[i];
            }
        }
        return new PositionSet(positions, size);
    }

    int size() {
        return size;
    }

    /** Those in both. */
    PositionSet and(PositionSet other) {
        long[] both = new long[Math.min(size, other.size)];
        int count = 0;
        int right = 0;
        for (int left = 0; left < size && right < other.size; left++) {
            while (right < other.size && other.turned[right] < turned[left]) {
                right++;
            }
            if (right < other.size && other.turned[right] == turned[left]) {
                both[count++] = turned[left];
            }
        }
        return new PositionSet(both, count);
    }

    /** Those in one of both. */
    PositionSet or(PositionSet other) {
        long[] all = new long[size + other.size];
        int count = 0;
        int left = 0;
        int right = 0;
        while (left < size || right < other.size) {
            boolean takesLeft = right == other.size || (left < size && turned[left] <= other.turned[right]);
            long next = takesLeft ? turned[left++] : other.turned[right++];
            if (count == 0 || all[count - 1] != next) {
                all[count++] = next;
            }
        }
        return new PositionSet(all, count);
    }

    long[] toArray() {
        long[] positions = new long[size];
        for (int i = 0; i < size; i++) {
            positions[i] = turned[i] ^ Long.MIN_VALUE;
        }
        return positions;
    }
}
