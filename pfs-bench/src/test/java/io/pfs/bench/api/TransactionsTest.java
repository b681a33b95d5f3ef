package io.pfs.bench.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.api.Transactions.Use;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class TransactionsTest {
    private static final SizeRange SIZES = new SizeRange(100, 400);

    private static List<Use> uses(long seed, int initial, int transactions) {
        Transactions made = new Transactions(seed, SIZES);
        List<Use> uses = new ArrayList<>();
        for (int i = 0; i < initial; i++) {
            uses.add(made.create());
        }
        for (int i = 0; i < transactions; i++) {
            uses.add(made.readOrAppend());
            uses.add(made.createOrRemove());
        }
        while (made.files() > 0) {
            uses.add(made.removeLast());
        }
        return uses;
    }

    @Test
    void theSeedDecides() {
        assertEquals(uses(42, 20, 500), uses(42, 20, 500));
        assertNotEquals(uses(42, 20, 500), uses(43, 20, 500));
    }

    /** Kept beside a list of the files as they are by then. */
    @Test
    void eachUseIsOfAFileAsItIs() {
        Map<Integer, Integer> files = new TreeMap<>();
        Set<Operation> seen = EnumSet.noneOf(Operation.class);
        for (Use use : uses(1, 10, 2000)) {
            seen.add(use.operation());
            Integer before = files.get(use.number());
            assertEquals(use.operation() == Operation.CREATE, before == null, use::toString);
            assertEquals(before == null ? 0 : before, use.bytesBefore(), use::toString);
            switch (use.operation()) {
                case CREATE -> files.put(use.number(), use.bytes());
                case APPEND -> files.merge(use.number(), use.bytes(), Integer::sum);
                case REMOVE -> files.remove(use.number());
                case READ -> assertEquals(before, use.bytes(), use::toString);
                case STAT, UTIME -> throw new AssertionError(use);
            }
            int bytes = files.getOrDefault(use.number(), SIZES.least());
            assertTrue(bytes >= SIZES.least() && bytes <= SIZES.most(), use::toString);
        }
        assertEquals(Map.of(), files);
        assertEquals(EnumSet.of(Operation.CREATE, Operation.READ, Operation.APPEND, Operation.REMOVE), seen);
    }

    @Test
    void whoHasNoFilesMakesSome() {
        List<Use> uses = uses(5, 0, 3);
        assertEquals(Operation.CREATE, uses.get(0).operation());
    }

    @Test
    void anyOrderHasEachNumberOnce() {
        for (int count : new int[] {1, 2, 3, 64, 1000}) {
            for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                Set<Integer> numbers = new TreeSet<>();
                for (int i = 0; i < count; i++) {
                    numbers.add(new Order(seed, 3, count).scattered(i));
                }
                assertEquals(count, numbers.size(), "seed " + seed);
                assertTrue(numbers.stream().allMatch(number -> number >= 0 && number < count), "seed " + seed);
            }
        }
    }

    @Test
    void sizesAreReadOrRefused() {
        assertEquals(new SizeRange(1, 1024), SizeRange.parse("1-1024"));
        assertEquals(new SizeRange(7, 7), SizeRange.parse("7"));
        for (String bad : List.of("", "-", "a-b", "10-1", "1-", "-5", "1-2097153", "1-99999999999", "1 - 2")) {
            PfsException refused = assertThrows(PfsException.class, () -> SizeRange.parse(bad), bad);
            assertEquals(ErrorCode.USAGE, refused.code());
            assertTrue(refused.getMessage().contains("--size"), refused.getMessage());
            assertTrue(refused.getMessage().contains("'" + bad + "'"), refused.getMessage());
        }
    }
}
