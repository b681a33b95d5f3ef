package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeptRowsTest {
    private static ByteBuffer key(int key) {
        return ByteBuffer.wrap(new byte[] {(byte) key});
    }

    @Test
    void rowsAreFoundByTheirKeys() {
        KeptRows kept = new KeptRows("/t");
        byte[] one = {1};
        byte[] two = {2};
        kept.add(key(1), one);
        kept.add(key(1), two);
        assertEquals(List.of(one, two), kept.matching(key(1)));
        assertEquals(List.of(), kept.matching(key(2)));
        assertEquals(2, kept.size());
    }

    @Test
    void tooManyAreRefused() {
        KeptRows few = new KeptRows("/t", 2);
        few.add(key(1), new byte[1]);
        few.add(key(2), new byte[1]);
        PfsException refused = assertThrows(PfsException.class, () -> few.add(key(1), new byte[1]));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.detail().contains("of table '/t' 3 rows"), refused.detail());
        KeptRows large = new KeptRows("/t");
        byte[] half = new byte[(int) (KeptRows.BYTES_MAX / 2)];
        large.add(key(1), half);
        assertEquals(
                ErrorCode.TOO_LARGE,
                assertThrows(PfsException.class, () -> large.add(key(2), half)).code());
    }
}
