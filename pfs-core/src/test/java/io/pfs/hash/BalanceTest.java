package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How evenly names that people and programs give fill the slices of a table. */
final class BalanceTest {
    private static final int NAMES = 1 << 17;
    private static final int SLICE_BITS = 10;
    /** Chi-square of 1,023 degrees of freedom has mean 1,023 and deviation 45: six of them to either side. */
    private static final double LEAST = 1023 - 6 * 45.2;

    private static final double MOST = 1023 + 6 * 45.2;

    @ParameterizedTest
    @ValueSource(strings = {"img-%08d.jpg", "%d", "part-r-%05d.snappy.parquet", "%x"})
    void namesThatAreNumberedFillSlicesEvenly(String format) {
        byte[][] names = names(format);
        Seeds.each("BalanceTest", 6, seed -> {
            double low = chiSquare(names, 0, new NameHash(seed));
            double high = chiSquare(names, Long.SIZE - SLICE_BITS, new NameHash(seed));
            assertTrue(low > LEAST && low < MOST, "low bits: " + low);
            assertTrue(high > LEAST && high < MOST, "high bits: " + high);
        });
    }

    @Test
    void theBoundTellsAWeakHashFromAStrongOne() {
        double weak = chiSquare(names("img-%08d.jpg"), 0, BalanceTest::polynomial);
        assertFalse(weak > LEAST && weak < MOST, "chi-square of a weak hash: " + weak);
    }

    @Test
    void tablesOfDifferentSeedsAreFilledDifferently() {
        RowName name = RowName.of("a.jpg");
        long distinct = LongStream.range(0, 1000)
                .map(seed -> new NameHash(seed).of(name))
                .distinct()
                .count();
        assertTrue(distinct == 1000, distinct + " hashes under 1,000 seeds");
    }

    private static byte[][] names(String format) {
        byte[][] names = new byte[NAMES][];
        Arrays.setAll(names, i -> String.format(format, i).getBytes(StandardCharsets.US_ASCII));
        return names;
    }

    private static double chiSquare(byte[][] names, int shift, RowName.Hasher hasher) {
        int[] counts = new int[1 << SLICE_BITS];
        for (byte[] name : names) {
            long hash = hasher.of(name, 0, name.length);
            counts[(int) (hash >>> shift) & (counts.length - 1)]++;
        }
        double expected = (double) NAMES / counts.length;
        double sum = 0;
        for (int count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    private static long polynomial(byte[] bytes, int at, int length) {
        long hash = 0;
        for (int i = at; i < at + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }
}
