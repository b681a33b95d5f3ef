package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.RowName;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Names of one 64-bit hash: the function takes in eight bytes after the other, and each such step can be undone. */
final class TwinNames {
    private static final long P1 = 0x9E37_79B1_85EB_CA87L;
    private static final long P2 = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long P4 = 0x85EB_CA77_C2B2_AE63L;
    private static final long P5 = 0x27D4_EB2F_1656_67C5L;
    private static final int BYTES = 16;

    private TwinNames() {}

    /** Two names of one hash under this seed. */
    static List<RowName> of(long seed) {
        Random random = new Random(seed);
        while (true) {
            long first = random.nextLong();
            long second = random.nextLong();
            long otherFirst = random.nextLong();
            long target = after(seed, first) ^ round(second);
            long otherSecond = unround(after(seed, otherFirst) ^ target);
            Optional<RowName> one = name(first, second);
            Optional<RowName> other = name(otherFirst, otherSecond);
            if (one.isPresent() && other.isPresent()) {
                return List.of(one.get(), other.get());
            }
        }
    }

    private static long after(long seed, long word) {
        return Long.rotateLeft((seed + P5 + BYTES) ^ round(word), 27) * P1 + P4;
    }

    private static long round(long word) {
        return Long.rotateLeft(word * P2, 31) * P1;
    }

    private static long unround(long rounded) {
        return Long.rotateRight(rounded * inverse(P1), 31) * inverse(P2);
    }

    /** Of an odd number, modulo 2^64: each step doubles how many of the low bits are right. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int step = 0; step < 6; step++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /** None if there is a slash in it, or a zero. */
    private static Optional<RowName> name(long first, long second) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(first).putLong(second);
        try {
            return Optional.of(RowName.of(bytes.array(), 0, BYTES));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }
}
