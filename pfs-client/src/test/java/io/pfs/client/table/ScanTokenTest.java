package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.testing.Damage;
import io.pfs.wire.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ScanTokenTest {
    private static final TableId TABLE = new TableId(0x0102030405060708L);
    private static final Cursor PLACE = new Cursor(0x1112131415161718L, RowName.of("a.jpg"));
    /** Tokens are kept by people: what was once given out must be understood for ever. */
    private static final String VERSION_1 = "AQgHBgUEAwIBGBcWFRQTEhEFYS5qcGeeCZzZ";

    @Test
    void theTextIsWhatItAlwaysWas() {
        assertEquals(VERSION_1, ScanToken.encode(TABLE, PLACE));
        assertEquals(Optional.of(PLACE), ScanToken.decode(TABLE, VERSION_1));
        assertEquals(Optional.empty(), ScanToken.decode(TABLE, ScanToken.START));
    }

    @Test
    void theLongestNameFits() {
        Cursor place = new Cursor(-1, RowName.of("\u00e9".repeat(127) + "x"));
        assertEquals(Optional.of(place), ScanToken.decode(TABLE, ScanToken.encode(TABLE, place)));
    }

    @Test
    void aPlaceInAnotherTableIsRefused() {
        PfsException refused = assertThrows(PfsException.class, () -> ScanToken.decode(new TableId(9), VERSION_1));
        assertEquals(ErrorCode.OUT_OF_RANGE, refused.code());
        assertTrue(refused.getMessage().contains("table-9"), refused.getMessage());
    }

    @Test
    void damageIsRefused() {
        byte[] bytes = Base64.getUrlDecoder().decode(VERSION_1);
        Damage.eachBitFlip(bytes, (damaged, what) -> assertFalse(isReadAndCanonical(text(damaged)), what));
        Damage.eachPrefix(bytes, (prefix, what) -> assertEquals(prefix.length == 0, isReadAndCanonical(text(prefix))));
        assertFalse(isReadAndCanonical("what ever"));
        PfsException refused = assertThrows(PfsException.class, () -> ScanToken.decode(TABLE, "zzz\t"));
        assertTrue(refused.detail().startsWith("'zzz?' is no place in this table;"), refused.detail());
        assertFalse(isReadAndCanonical("A".repeat(1_000_000)));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether text is understood; if so, it is what the place is written as. */
    static boolean isReadAndCanonical(String token) {
        Optional<Cursor> place;
        try {
            place = ScanToken.decode(TABLE, token);
        } catch (PfsException e) {
            assertEquals(ErrorCode.OUT_OF_RANGE, e.code(), e.getMessage());
            return false;
        }
        String again = place.map(found -> ScanToken.encode(TABLE, found)).orElse(ScanToken.START);
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        assertEquals(again, text(bytes), new String(bytes, StandardCharsets.ISO_8859_1));
        return true;
    }
}
