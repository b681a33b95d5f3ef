package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;

/** The different bytes that stand at a place of names; each is known by its rank among them. */
final class Alphabet {
    private static final int BYTES = 256;

    private final boolean[] present = new boolean[BYTES];
    private final byte[] ofRank = new byte[BYTES];
    private final byte[] rankOf = new byte[BYTES];
    private int size;
    /** 2^63 divided by the size, rounded up: to multiply by it takes a fraction of a division. */
    private long inverse;

    void add(byte b) {
        present[b & 0xff] = true;
    }

    void addAll(Alphabet other) {
        for (int b = 0; b < BYTES; b++) {
            present[b] |= other.present[b];
        }
    }

    /** Gives the bytes their ranks, after the last was added. */
    Alphabet ranked() {
        size = 0;
        for (int b = 0; b < BYTES; b++) {
            if (present[b]) {
                rankOf[b] = (byte) size;
                ofRank[size++] = (byte) b;
            }
        }
        inverse = Long.MAX_VALUE / Math.max(1, size) + 1;
        return this;
    }

    int size() {
        return size;
    }

    /** A number that is not negative, divided by the size; as it is if that is 1, since such a place is no part of it. */
    int dividedBySize(int number) {
        return size == 1 ? number : (int) Math.multiplyHigh((long) number << 1, inverse);
    }

    int rank(byte b) {
        return rankOf[b & 0xff] & 0xff;
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
            if (present[b]) {
                int end = b + 1;
                while (end < BYTES && present[end]) {
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
