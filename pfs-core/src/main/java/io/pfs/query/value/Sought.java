package io.pfs.query.value;

/**
 * A run of bytes that is looked for in others. That takes two looks for each byte of these, whatever they hold: one that repeats itself,
 * looked for in many rows that nearly have it, would else keep a loop busy for seconds.
 */
public final class Sought {
    private final byte[] bytes;
    /** Of each beginning: how long its longest other end is that is a beginning, too. */
    private final int[] fallback;

    private long looks;

    /** @param part text or bytes */
    public Sought(ValueCell part) {
        bytes = new byte[part.to() - part.from()];
        System.arraycopy(part.array(), part.from(), bytes, 0, bytes.length);
        fallback = new int[bytes.length + 1];
        int matched = 0;
        for (int length = 1; length < bytes.length; length++) {
            matched = next(matched, bytes[length]);
            fallback[length + 1] = matched;
        }
    }

    /** How much of it ends with this byte, if so much of it ended before that. */
    private int next(int before, byte one) {
        int matched = before;
        while (matched > 0 && bytes[matched] != one) {
            matched = fallback[matched];
        }
        return bytes[matched] == one ? matched + 1 : 0;
    }

    /** Whether it is a part of another, of the same type. */
    public boolean isIn(ValueCell whole) {
        byte[] array = whole.array();
        int to = whole.to();
        int at = whole.from();
        int matched = 0;
        int again = 0;
        for (; at < to && matched < bytes.length; at++) {
            byte one = array[at];
            while (matched > 0 && bytes[matched] != one) {
                matched = fallback[matched];
                again++;
            }
            matched += bytes[matched] == one ? 1 : 0;
        }
        looks = (long) at - whole.from() + again;
        return matched == bytes.length;
    }

    /** How many looks at a byte the last search took. */
    public long looks() {
        return looks;
    }
}
