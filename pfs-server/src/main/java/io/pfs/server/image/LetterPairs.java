package io.pfs.server.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/** What stands at two places of a name, by both ranks as one number: read so, a name takes half as many divisions. */
final class LetterPairs {
    private static final int COUNT_MAX = 1 << 10;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final char[] pairs;
    /** See {@link Alphabet}. */
    private final long inverse;

    private LetterPairs(char[] pairs) {
        this.pairs = pairs;
        this.inverse = Long.MAX_VALUE / pairs.length + 1;
    }

    /** Of neighbouring places with these alphabets, if there are few enough. */
    static Optional<LetterPairs> of(Alphabet first, Alphabet second) {
        int count = first.size() * second.size();
        if (count < 2 || count > COUNT_MAX) {
            return Optional.empty();
        }
        char[] pairs = new char[count];
        for (int i = 0; i < count; i++) {
            int letter = first.ofRank(i % first.size()) & 0xff;
            int next = second.ofRank(i / first.size()) & 0xff;
            pairs[i] = (char) (next << Byte.SIZE | letter);
        }
        return Optional.of(new LetterPairs(pairs));
    }

    /** Puts the pair into its place that a number ends with; returns the rest of the number. */
    int take(int number, byte[] target, int at) {
        int higher = (int) Math.multiplyHigh((long) number << 1, inverse);
        SHORT.set(target, at, (short) pairs[number - higher * pairs.length]);
        return higher;
    }
}
