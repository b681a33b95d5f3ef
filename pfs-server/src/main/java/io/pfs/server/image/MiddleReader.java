package io.pfs.server.image;

import io.pfs.format.ByteReader;

/** Reads the middles of names, whichever way {@link NameBlock} has written them: in their order, or each where it begins. */
sealed interface MiddleReader {
    /** Reads the next one, of which the length is known; the place where it goes must be there. */
    void next(byte[] target, int at, int length);

    /** What one of this length takes, in units of which {@link #seek} counts. */
    int cost(int length);

    /** The next one is that which has so much before it. */
    void seek(long cost);

    /** All will be read: what that takes is made ready, if there are many. */
    void expectAll(int count);

    /** Refuses what is left over when all have been read. */
    void finish();

    /** Of names whose middles have these lengths. */
    static MiddleReader of(ByteReader in, long[] lengths) {
        int form = in.u8("form of names");
        if (form == NameBlock.PLAIN) {
            return new Plain(in, lengths);
        }
        if (form != NameBlock.ONE_ALPHABET && form != NameBlock.ALPHABET_A_PLACE) {
            throw in.refuse("form of names", "0 to 2", Integer.toString(form));
        }
        int longest = 0;
        for (long length : lengths) {
            longest = Math.max(longest, (int) length);
        }
        NameCode code = NameCode.decodeAlphabets(in, longest, form == NameBlock.ONE_ALPHABET);
        int byteCount = (int) in.varint("bytes of names", 0, in.remaining());
        return new Coded(in, code, new BitReader(in, "packed names", byteCount));
    }

    /** Bytes as they are. */
    final class Plain implements MiddleReader {
        private final byte[] bytes;
        private final int from;
        private int at;

        private Plain(ByteReader in, long[] lengths) {
            long total = 0;
            for (long length : lengths) {
                total += length;
            }
            this.bytes = in.array();
            this.from = in.skip("names", (int) total);
            this.at = from;
        }

        @Override
        public void next(byte[] target, int targetAt, int length) {
            System.arraycopy(bytes, at, target, targetAt, length);
            at += length;
        }

        @Override
        public int cost(int length) {
            return length;
        }

        @Override
        public void seek(long cost) {
            at = from + (int) cost;
        }

        @Override
        public void expectAll(int count) {
            // nothing could be faster
        }

        @Override
        public void finish() {
            // nothing is left over: the lengths say how much there is
        }
    }

    /** Numbers of mixed radix. */
    record Coded(ByteReader in, NameCode code, BitReader bits) implements MiddleReader {
        private static final int MANY = 64;

        @Override
        public void next(byte[] target, int at, int length) {
            code.decode(in, bits, target, at, length);
        }

        @Override
        public int cost(int length) {
            return code.costBits(length);
        }

        @Override
        public void seek(long cost) {
            bits.seek(cost);
        }

        @Override
        public void expectAll(int count) {
            if (count >= MANY) {
                code.pairUp();
            }
        }

        @Override
        public void finish() {
            bits.finish();
        }
    }
}
