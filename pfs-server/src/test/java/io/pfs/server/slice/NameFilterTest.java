package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.NameHash;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NameFilterTest {
    private static final String FILE = "filter under test";

    /** Names of one slice: the same low bits, at any depth. */
    @Test
    void isSeldomWrongAndNeverDeniesANameItHas() {
        Seeds.each("NameFilterTest#isSeldomWrongAndNeverDeniesANameItHas", 3, seed -> {
            Random random = new Random(seed);
            for (int depth : new int[] {0, 12, 24}) {
                for (int capacity : new int[] {16, 100, 1_024, 65_536}) {
                    checkRate(random, depth, capacity);
                }
            }
        });
    }

    private static void checkRate(Random random, int depth, int capacity) {
        long low = (1L << depth) - 1;
        long slice = random.nextLong() & low;
        int filters = Math.max(1, 4_000 / capacity);
        int wrong = 0;
        int asked = 0;
        for (int f = 0; f < filters; f++) {
            NameFilter filter = new NameFilter(capacity, 1);
            long[] names = random.longs(capacity).map(x -> (x & ~low) | slice).toArray();
            Arrays.stream(names).forEach(filter::add);
            for (long name : names) {
                assertTrue(filter.mightContain(name), "a name that was added");
            }
            for (int i = 0; i < 40_000 / filters; i++) {
                wrong += filter.mightContain((random.nextLong() & ~low) | slice) ? 1 : 0;
                asked++;
            }
        }
        assertTrue(wrong < 0.015 * asked, wrong + " of " + asked + " wrong, capacity " + capacity + ", depth " + depth);
    }

    /** A delta may bring as many before there is another image. */
    @Test
    void isNotOftenWrongWithTwiceTheNamesThatItWasMadeOf() {
        Seeds.each("NameFilterTest#isNotOftenWrongWithTwiceTheNamesThatItWasMadeOf", 3, seed -> {
            Random random = new Random(seed);
            Slice slice = new Slice(new SliceKey(new TableId(7), new SliceId(0)), 0, new NameHash(1), Limits.DEFAULT);
            int wrong = 0;
            for (int f = 0; f < 100; f++) {
                long[] names = random.longs(800).toArray();
                NameFilter filter = NameFilter.of(names, 400, slice).with(Arrays.copyOfRange(names, 400, 800), 1);
                assertTrue(Arrays.stream(names).allMatch(filter::mightContain), "names that were added");
                wrong += (int) random.longs(1_000).filter(filter::mightContain).count();
            }
            assertTrue(wrong < 2_000, wrong + " of 100,000 wrong");
        });
    }

    @Test
    void anEmptyOneDeniesEverything() {
        NameFilter filter = new NameFilter(0, 1);
        assertFalse(new Random(3).longs(1_000).anyMatch(filter::mightContain));
    }

    @Test
    void speaksOfOneSequenceOnly() {
        NameFilter filter = new NameFilter(10, 41);
        assertFalse(filter.isValidFor(40), "older");
        assertTrue(filter.isValidFor(41), "the same");
        assertFalse(filter.isValidFor(42), "newer");
        filter.advance(42);
        assertTrue(filter.isValidFor(42), "it was told of the next change");
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> filter.advance(41)).code());
    }

    @Test
    void takesTwelveBitsAName() {
        long bytes = new NameFilter(10_000, 1).memoryBytes();
        assertTrue(bytes * 8 <= 10_000 * 13, "bytes of a filter for 10,000 names: " + bytes);
    }

    @Test
    void goldenBytes() {
        Golden.check(NameFilterTest.class, "name-filter-v1", bytes(sample()));
        NameFilter read = NameFilter.decode(new ByteReader(FILE, Golden.bytes(NameFilterTest.class, "name-filter-v1")));
        assertEquals(300, read.sequence());
        for (long hash : HASHES) {
            assertTrue(read.mightContain(hash), "a name of the golden filter");
        }
        assertArrayEquals(bytes(sample()), bytes(read));
    }

    @Test
    void everyPrefixIsRefused() {
        byte[] whole = bytes(sample());
        for (int length = 0; length < whole.length; length++) {
            ByteReader in = new ByteReader(FILE, Arrays.copyOf(whole, length));
            PfsException refused = assertThrows(PfsException.class, () -> NameFilter.decode(in));
            assertEquals(ErrorCode.CORRUPT, refused.code());
            assertTrue(refused.getMessage().contains(FILE), refused.getMessage());
        }
    }

    @Test
    void aCountIsCheckedBeforeMemoryIsTaken() {
        for (long blocks : new long[] {0, 1 << 20, Long.MAX_VALUE, -1}) {
            ByteWriter out = new ByteWriter(32).varint(1).varint(blocks);
            ByteReader in = new ByteReader(FILE, out.toBytes());
            assertEquals(
                    ErrorCode.CORRUPT,
                    assertThrows(PfsException.class, () -> NameFilter.decode(in))
                            .code());
        }
    }

    /** It has no checksum of its own: the record that carries it has. */
    @Test
    void everyBitCanFlip() {
        byte[] whole = bytes(sample());
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            whole[bit >> 3] ^= (byte) (1 << (bit & 7));
            isReadOrRefused(whole);
            whole[bit >> 3] ^= (byte) (1 << (bit & 7));
        }
    }

    static void isReadOrRefused(byte[] bytes) {
        try {
            NameFilter filter = NameFilter.decode(new ByteReader(FILE, bytes));
            NameFilter again = NameFilter.decode(new ByteReader(FILE, bytes(filter)));
            assertArrayEquals(bytes(filter), bytes(again));
        } catch (PfsException refused) {
            assertEquals(ErrorCode.CORRUPT, refused.code());
        }
    }

    private static final long[] HASHES = {0, 1, -1, 0x1234_5678_9abc_def0L, Long.MIN_VALUE};

    private static NameFilter sample() {
        NameFilter filter = new NameFilter(50, 300);
        Arrays.stream(HASHES).forEach(filter::add);
        return filter;
    }

    private static byte[] bytes(NameFilter filter) {
        ByteWriter out = new ByteWriter(256);
        filter.encode(out);
        return out.toBytes();
    }
}
