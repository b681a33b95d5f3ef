package io.pfs.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvIndex.Direction;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What every index does. */
public abstract class KvIndexContract {
    private static final byte[] LOWEST = bytes();
    private static final byte[] BEHIND_ALL = bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
    private static final int KEY_BYTES_LARGE = 100_000;

    private KvIndex index;

    /** An empty index. */
    protected abstract KvIndex newIndex();

    @BeforeEach
    public final void openIndex() {
        index = newIndex();
    }

    @AfterEach
    public final void closeIndex() {
        index.close();
    }

    @Test
    public void whatIsPutIsThereUntilItIsDeleted() {
        assertTrue(index.get(bytes(1)).isEmpty());
        index.write(new KvBatch().put(bytes(1), bytes(7)).put(bytes(2), bytes()));
        assertArrayEquals(bytes(7), index.get(bytes(1)).orElseThrow());
        assertArrayEquals(bytes(), index.get(bytes(2)).orElseThrow());
        index.write(new KvBatch().put(bytes(1), bytes(8)).delete(bytes(2)).delete(bytes(3)));
        assertArrayEquals(bytes(8), index.get(bytes(1)).orElseThrow());
        assertTrue(index.get(bytes(2)).isEmpty());
    }

    @Test
    public void aBatchTakesEffectInItsOrder() {
        index.write(new KvBatch().put(bytes(1), bytes(1)).delete(bytes(1)).put(bytes(1), bytes(2)));
        assertArrayEquals(bytes(2), index.get(bytes(1)).orElseThrow());
        index.write(new KvBatch());
        assertEquals(List.of("01"), scanned(LOWEST, BEHIND_ALL, 99), "a batch of nothing does nothing");
    }

    @Test
    public void aRangeIsWalkedInTheOrderOfUnsignedBytes() {
        putKeys(0xff, 0x00, 0x80, 0x7f, 0x10);
        index.write(new KvBatch().put(bytes(0x10, 0x00), bytes(1)));
        for (Direction direction : Direction.values()) {
            assertEquals(directed(direction, "10", "1000", "7f", "80"), keys(bytes(0x10), bytes(0xff), direction, 99));
            assertEquals(directed(direction, "1000", "7f"), keys(bytes(0x10, 0), bytes(0x80), direction, 99));
        }
        assertEquals(List.of("10", "1000", "7f", "80"), scanned(bytes(0x10), bytes(0xff), 99));
        assertEquals(List.of("00", "10", "1000", "7f", "80", "ff"), scanned(LOWEST, BEHIND_ALL, 99));
    }

    @Test
    public void theVisitorEndsAWalk() {
        putKeys(1, 2, 3, 4);
        assertEquals(List.of("02", "03"), scanned(bytes(2), bytes(9), 2));
        assertEquals(List.of("02", "03"), keys(bytes(2), bytes(9), Direction.FORWARD, 2));
        assertEquals(List.of("04"), keys(bytes(2), bytes(9), Direction.BACKWARD, 1));
    }

    @Test
    public void aRangeThatEndsBeforeItBeginsIsEmpty() {
        putKeys(1, 2, 3);
        for (byte[] to : List.of(bytes(2), bytes(1), LOWEST)) {
            assertEquals(List.of(), scanned(bytes(2), to, 99));
            assertEquals(List.of(), keys(bytes(2), to, Direction.FORWARD, 99));
            assertEquals(List.of(), keys(bytes(2), to, Direction.BACKWARD, 99));
            assertEquals(0, index.estimate(bytes(2), to));
            index.write(new KvBatch().deleteRange(bytes(2), to));
        }
        assertEquals(List.of("01", "02", "03"), scanned(LOWEST, BEHIND_ALL, 99));
    }

    @Test
    public void aRangeIsDeletedWithoutItsEnd() {
        putKeys(1, 2, 3, 4, 5);
        index.write(new KvBatch().deleteRange(bytes(2), bytes(4)));
        assertEquals(List.of("01", "04", "05"), scanned(LOWEST, BEHIND_ALL, 99));
        assertTrue(index.get(bytes(3)).isEmpty());
        index.write(new KvBatch().deleteRange(LOWEST, BEHIND_ALL));
        assertEquals(List.of(), keys(LOWEST, BEHIND_ALL, Direction.BACKWARD, 99));
    }

    @Test
    public void aRangeIsDeletedInTheOrderOfItsBatch() {
        index.write(new KvBatch()
                .put(bytes(1), bytes(1))
                .put(bytes(2), bytes(1))
                .deleteRange(bytes(1), bytes(9))
                .put(bytes(2), bytes(2)));
        assertEquals(List.of("02"), scanned(LOWEST, BEHIND_ALL, 99));
        assertArrayEquals(bytes(2), index.get(bytes(2)).orElseThrow());
        index.write(new KvBatch().deleteRange(bytes(1), bytes(9)).put(bytes(3), bytes(3)));
        assertEquals(List.of("03"), keys(LOWEST, BEHIND_ALL, Direction.FORWARD, 99));
    }

    @Test
    public void keysOfAnyLengthAreShownWhole() {
        byte[] large = new byte[KEY_BYTES_LARGE];
        Arrays.fill(large, (byte) 5);
        byte[] larger = Arrays.copyOf(large, 2 * KEY_BYTES_LARGE);
        index.write(new KvBatch().put(bytes(5), bytes(1)).put(large, bytes(2)).put(larger, large));
        List<String> all = List.of(hex(bytes(5)), hex(large), hex(larger));
        assertEquals(all, scanned(LOWEST, BEHIND_ALL, 99));
        assertEquals(all, keys(LOWEST, BEHIND_ALL, Direction.FORWARD, 99));
        assertEquals(
                directed(Direction.BACKWARD, all.toArray(new String[0])),
                keys(LOWEST, BEHIND_ALL, Direction.BACKWARD, 99));
        assertArrayEquals(large, index.get(larger).orElseThrow());
    }

    @Test
    public void anotherKeyIsReadDuringAWalk() {
        putKeys(1, 2, 3);
        index.keys(LOWEST, BEHIND_ALL, Direction.FORWARD, (bytes, length) -> {
            byte[] key = Arrays.copyOf(bytes, length);
            assertArrayEquals(key, index.get(key).orElseThrow());
            return true;
        });
    }

    @Test
    public void whatAVisitorThrowsEndsTheWalk() {
        putKeys(1, 2);
        PfsException thrown = new PfsException(ErrorCode.USAGE, "no more");
        assertEquals(
                thrown,
                assertThrows(
                        PfsException.class,
                        () -> index.scan(LOWEST, BEHIND_ALL, (key, value) -> {
                            throw thrown;
                        })));
        assertEquals(List.of("01", "02"), scanned(LOWEST, BEHIND_ALL, 99));
    }

    @Test
    public void anEstimateIsNeverNegative() {
        assertEquals(0, index.estimate(LOWEST, LOWEST));
        assertTrue(index.estimate(LOWEST, BEHIND_ALL) >= 0);
        for (int first = 0; first < 200; first++) {
            index.write(new KvBatch().put(bytes(first, 1), bytes(1)).put(bytes(first, 2), bytes(1)));
        }
        index.write(new KvBatch().deleteRange(bytes(20), bytes(90)));
        index.force();
        for (int first = 0; first < 200; first += 7) {
            assertTrue(index.estimate(bytes(first), bytes(first + 50)) >= 0);
        }
    }

    @Test
    public void anyCallsGiveWhatAnOrderedMapGives() {
        Seeds.each(getClass().getSimpleName(), 20, seed -> {
            Random random = new Random(seed);
            index.write(new KvBatch().deleteRange(LOWEST, BEHIND_ALL));
            NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
            for (int round = 0; round < 30; round++) {
                index.write(draw(random, model));
                byte[] from = key(random);
                byte[] to = key(random);
                for (Direction direction : Direction.values()) {
                    assertEquals(expected(model, from, to, direction), keys(from, to, direction, 9999));
                }
                assertEquals(
                        Optional.ofNullable(model.get(from)).map(KvIndexContract::hex),
                        index.get(from).map(KvIndexContract::hex));
                if (random.nextInt(5) == 0) {
                    index.force();
                }
            }
        });
    }

    private static KvBatch draw(Random random, NavigableMap<byte[], byte[]> model) {
        KvBatch batch = new KvBatch();
        for (int effects = random.nextInt(20); effects > 0; effects--) {
            byte[] key = key(random);
            byte[] other = key(random);
            int dice = random.nextInt(10);
            if (dice == 0 && Arrays.compareUnsigned(key, other) <= 0) {
                batch.deleteRange(key, other);
                model.subMap(key, other).clear();
            } else if (dice < 3) {
                batch.delete(key);
                model.remove(key);
            } else {
                batch.put(key, other);
                model.put(key, other);
            }
        }
        return batch;
    }

    private static byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(3)];
        random.nextBytes(key);
        return key;
    }

    private static List<String> expected(
            NavigableMap<byte[], byte[]> model, byte[] from, byte[] to, Direction direction) {
        if (Arrays.compareUnsigned(from, to) > 0) {
            return List.of();
        }
        String[] keys = model.subMap(from, to).keySet().stream()
                .map(KvIndexContract::hex)
                .toArray(String[]::new);
        return directed(direction, keys);
    }

    @Test
    public void aClosedIndexRefuses() {
        index.close();
        index.close();
        refusesAsClosed(() -> index.get(bytes(1)));
        refusesAsClosed(() -> index.write(new KvBatch().put(bytes(1), bytes(1))));
        refusesAsClosed(() -> index.force());
        refusesAsClosed(() -> index.scan(LOWEST, BEHIND_ALL, (key, value) -> true));
        refusesAsClosed(() -> index.keys(LOWEST, BEHIND_ALL, Direction.BACKWARD, (bytes, length) -> true));
        refusesAsClosed(() -> index.estimate(LOWEST, BEHIND_ALL));
    }

    private static void refusesAsClosed(Executable call) {
        assertEquals(ErrorCode.CLOSED, assertThrows(PfsException.class, call).code());
    }

    private void putKeys(int... keys) {
        KvBatch batch = new KvBatch();
        for (int key : keys) {
            batch.put(bytes(key), bytes(key));
        }
        index.write(batch);
    }

    private List<String> scanned(byte[] from, byte[] to, int most) {
        List<String> keys = new ArrayList<>();
        index.scan(from, to, (key, value) -> {
            keys.add(hex(key));
            return keys.size() < most;
        });
        return keys;
    }

    private List<String> keys(byte[] from, byte[] to, Direction direction, int most) {
        List<String> keys = new ArrayList<>();
        index.keys(from, to, direction, (bytes, length) -> {
            keys.add(HexFormat.of().formatHex(bytes, 0, length));
            return keys.size() < most;
        });
        return keys;
    }

    private static List<String> directed(Direction direction, String... keys) {
        List<String> directed = new ArrayList<>(List.of(keys));
        if (direction == Direction.BACKWARD) {
            Collections.reverse(directed);
        }
        return directed;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
