package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept of a cell that stays small; what becomes an object is tested over servers. */
final class CellSpoolTest {
    private final CellSpool spool = new CellSpool(
            () -> {
                throw new AssertionError("a small cell needs no rows");
            },
            RowName.of("row"),
            new ColumnId(0),
            false);

    private static byte[] bytes(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void whatIsWrittenInAnyPartsIsThere() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            spool.drop();
            for (int part = random.nextInt(8); part > 0; part--) {
                byte[] some = new byte[random.nextInt(random.nextBoolean() ? 8 : 70_000) + 10];
                random.nextBytes(some);
                int from = random.nextInt(10);
                spool.write(some, from, some.length - 10);
                expected.write(some, from, some.length - 10);
            }
            assertEquals(expected.size(), spool.length(), () -> "seed " + seed);
            assertArrayEquals(expected.toByteArray(), spool.toBytes(), () -> "seed " + seed);
        }
    }

    /** What was asked for may be on its way yet. */
    @Test
    void whatWasTakenStaysAsItWas() {
        byte[] first = bytes(1000, 1);
        spool.write(first, 0, first.length);
        Arrays.fill(first, (byte) 9); // the writer's own
        byte[] taken = spool.toBytes();
        spool.write(bytes(5, 2), 0, 5);
        assertArrayEquals(bytes(1000, 1), taken);
        byte[] more = spool.toBytes();
        spool.drop();
        spool.write(bytes(700, 3), 0, 700);
        assertEquals(1005, more.length);
        assertEquals(2, more[1004]);
        assertArrayEquals(bytes(1000, 1), taken);
    }

    @Test
    void whatIsWrittenAtOnceIsCopiedOnce() {
        byte[] all = bytes(Limits.CELL_BYTES_MAX, 4);
        spool.write(all, 0, all.length);
        assertSame(spool.toBytes(), spool.toBytes());
        assertArrayEquals(all, spool.toBytes());
    }

    /** Or the rest would be zeros that nobody wrote. */
    @Test
    void whatIsNotInTheArrayIsRefused() {
        byte[] all = bytes(1000, 5);
        assertThrows(IndexOutOfBoundsException.class, () -> spool.write(all, 400, 700));
        assertThrows(IndexOutOfBoundsException.class, () -> spool.write(all, -1, 600));
        assertThrows(IndexOutOfBoundsException.class, () -> spool.write(all, 10, Integer.MAX_VALUE));
        assertThrows(IndexOutOfBoundsException.class, () -> spool.write(all, 10, -1));
        assertEquals(0, spool.length(), "nothing of it was taken");
        spool.write(all, 400, 600);
        assertArrayEquals(bytes(600, 5), spool.toBytes());
    }
}
