package io.pfs.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every index does. */
public abstract class KvIndexContract {
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
    }

    @Test
    public void aRangeIsWalkedInTheOrderOfUnsignedBytes() {
        KvBatch batch = new KvBatch();
        for (int key : new int[] {0xff, 0x00, 0x80, 0x7f, 0x10}) {
            batch.put(bytes(key), bytes(key));
        }
        batch.put(bytes(0x10, 0x00), bytes(1));
        index.write(batch);
        assertEquals(List.of("10", "1000", "7f", "80"), keys(bytes(0x10), bytes(0xff), 99));
        assertEquals(List.of("10", "1000"), keys(bytes(0x10), bytes(0xff), 2), "the visitor ends it");
        assertEquals(List.of(), keys(bytes(0x11), bytes(0x11), 99));
    }

    @Test
    public void aClosedIndexRefuses() {
        index.close();
        PfsException refusal = assertThrows(PfsException.class, () -> index.get(bytes(1)));
        assertEquals(ErrorCode.CLOSED, refusal.code());
        assertThrows(PfsException.class, () -> index.write(new KvBatch().put(bytes(1), bytes(1))));
    }

    private List<String> keys(byte[] from, byte[] to, int most) {
        List<String> keys = new ArrayList<>();
        index.scan(from, to, (key, value) -> {
            keys.add(java.util.HexFormat.of().formatHex(key));
            return keys.size() < most;
        });
        return keys;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
