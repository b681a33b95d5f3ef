package io.pfs.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Attribute;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IndexedFieldsTest {
    private static final Indexed SIZE = new Indexed.OfAttribute(Attribute.SIZE);
    private static final Indexed HOT = new Indexed.OfTag("hot");
    private static final Indexed THUMB = new Indexed.OfCell(new ColumnId(2));

    @Test
    void goldenBytes() {
        Golden.check(IndexedFieldsTest.class, "indexed-fields-v1", bytes(golden()));
        assertEquals(golden(), decode(bytes(golden())));
        assertEquals(IndexedFields.NONE, decode(bytes(IndexedFields.NONE)));
    }

    private static IndexedFields golden() {
        return IndexedFields.NONE
                .with(List.of(SIZE, HOT, THUMB))
                .without(List.of(HOT))
                .with(List.of(HOT));
    }

    @Test
    void anIdIsNeverUsedAgain() {
        IndexedFields fields = golden();
        assertEquals(4, fields.nextId());
        assertEquals(0, fields.find(SIZE).orElseThrow().id());
        assertEquals(3, fields.find(HOT).orElseThrow().id());
        assertEquals(fields, fields.with(List.of(HOT)), "what has an index keeps it");
        assertTrue(fields.find(1).isEmpty());
        assertTrue(IndexedFields.NONE.isEmpty());
        assertFalse(fields.isEmpty());
    }

    @Test
    void refusalsNameTheLimit() {
        List<Indexed> many = new ArrayList<>();
        for (int i = 0; i <= IndexedFields.FIELDS_MAX; i++) {
            many.add(new Indexed.OfTag("tag" + i));
        }
        refused(ErrorCode.TOO_LARGE, "64", () -> IndexedFields.NONE.with(many));
        refused(ErrorCode.NOT_SUPPORTED, "'table'", () -> new Indexed.OfAttribute(Attribute.TABLE));
        refused(ErrorCode.OUT_OF_RANGE, "5", () -> new Indexed.OfCell(new ColumnId(5)));
        refused(ErrorCode.OUT_OF_RANGE, "tag", () -> new Indexed.OfTag(""));
    }

    @Test
    void attributesKeepTheirNumbers() {
        for (Attribute attribute : Attribute.values()) {
            assertEquals(attribute, Attribute.ofNumber(attribute.number()).orElseThrow());
        }
        assertTrue(Attribute.ofNumber(0).isEmpty());
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(bytes(golden()), (prefix, what) -> assertFalse(isReadAndCanonical(prefix), what));
    }

    @Test
    void everyFlippedBitIsRefusedOrMeansSomethingElse() {
        int[] refused = new int[1];
        Damage.eachBitFlip(bytes(golden()), (damaged, what) -> {
            if (isReadAndCanonical(damaged)) {
                assertNotEquals(golden(), decode(damaged), what);
            } else {
                refused[0]++;
            }
        });
        assertTrue(refused[0] > 40, "kinds, counts, order, names: " + refused[0]);
    }

    private static boolean isReadAndCanonical(byte[] bytes) {
        try {
            IndexedFields read = decode(bytes);
            assertEquals(bytes.length, bytes(read).length);
            return true;
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
    }

    private static byte[] bytes(IndexedFields fields) {
        ByteWriter out = new ByteWriter(64);
        fields.encode(out);
        return out.toBytes();
    }

    private static IndexedFields decode(byte[] bytes) {
        ByteReader in = new ByteReader("indexes", bytes);
        IndexedFields fields = IndexedFields.decode(in);
        in.expectEnd("indexes");
        return fields;
    }

    private static void refused(ErrorCode code, String what, Runnable body) {
        PfsException refusal = assertThrows(PfsException.class, body::run);
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(String.valueOf(refusal.getMessage()).contains(what), refusal.getMessage());
    }
}
