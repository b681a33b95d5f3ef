package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The different bytes that stand at a place of names; each is known by its rank among them. */
final class Alphabet {
    private static final int BYTES = 256;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NONE = {};

    /** A bit for each byte. */
    private final long[] present = new long[BYTES / Long.SIZE];

    private byte[] ofRank = NONE;
    private byte[] rankOf = NONE;
    /** 2^63 divided by the size, rounded up: to multiply by it takes a fraction of a division. */
    private long inverse;

    void add(byte b) {
        present[(b & 0xff) / Long.SIZE] |= 1L << b;
    }

    /**
     * Adds the bytes that are marked.
     *
     * @param marks one a byte: of few bytes it is faster to set one than to set a bit
     */
    void addMarked(byte[] marks) {
        for (int eight = 0; eight < BYTES; eight += Long.BYTES) {
            if ((long) LONG.get(marks, eight) != 0) {
                for (int b = eight; b < eight + Long.BYTES; b++) {
                    present[b / Long.SIZE] |= (long) marks[b] << b;
                }
            }
        }
    }

    /** What {@link #addMarked} takes, with nothing marked. */
    static byte[] marks() {
        return new byte[BYTES];
    }

    void addAll(Alphabet other) {
        for (int i = 0; i < present.length; i++) {
            present[i] |= other.present[i];
        }
    }

    private boolean has(int b) {
        return (present[b / Long.SIZE] >>> b & 1) != 0;
    }

    /** Gives the bytes their ranks, after the last was added. */
    Alphabet ranked() {
        int size = 0;
        for (long some : present) {
            size += Long.bitCount(some);
        }
        ofRank = new byte[size];
        rankOf = new byte[BYTES];
        int rank = 0;
        for (int i = 0; i < present.length; i++) {
            for (long rest = present[i]; rest != 0; rest &= rest - 1) {
                int b = i * Long.SIZE + Long.numberOfTrailingZeros(rest);
                rankOf[b] = (byte) rank;
                ofRank[rank++] = (byte) b;
            }
        }
        inverse = Long.MAX_VALUE / Math.max(1, size) + 1;
        return this;
    }

    int size() {
        return ofRank.length;
    }

    /** A number that is not negative, divided by the size; as it is if that is 1, since such a place is no part of it. */
    int dividedBySize(int number) {
        return ofRank.length == 1 ? number : (int) Math.multiplyHigh((long) number << 1, inverse);
    }

    /** The rank of each byte, as an unsigned number. */
    byte[] ranks() {
        return rankOf;
    }

    byte ofRank(int rank) {
        return ofRank[rank];
    }

    boolean isSameAs(Alphabet other) {
        return Arrays.equals(present, other.present);
    }

    /** Writes the runs of neighbouring bytes: how many runs; of each the gap before it and its length less one. */
    void encode(ByteWriter out) {
        int countAt = out.length();
        out.u8(0);
        int runs = 0;
        int done = 0;
        for (int b = 0; b < BYTES; b++) {
            if (has(b)) {
                int end = b + 1;
                while (end < BYTES && has(end)) {
                    end++;
                }
                out.u8(b - done).u8(end - b - 1);
                runs++;
                done = end;
                b = end - 1;
            }
        }
        out.array()[countAt] = (byte) runs;
    }

    static Alphabet decode(ByteReader in, int runs) {
        Alphabet alphabet = new Alphabet();
        int done = 0;
        for (int run = 0; run < runs; run++) {
            int first = done + in.u8("gap in an alphabet");
            int end = first + in.u8("run of an alphabet") + 1;
            in.inRange("end of a run of an alphabet", end, 1, BYTES);
            for (int b = first; b < end; b++) {
                alphabet.add((byte) b);
            }
            done = end;
        }
        return alphabet.ranked();
    }
}
