package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.PfsException;
import io.pfs.RowName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class Xxh64Test {
    private static final long PUBLISHED_SEED = 2_654_435_761L;

    @ParameterizedTest
    @CsvSource({
        "'', ef46db3751d8e999",
        "a, d24ec4f1a98c6e5b",
        "abc, 44bc2cf5ad770999",
        "Nobody inspects the spammish repetition, fbcea83c8a378bf1"
    })
    void hashesPublishedTexts(String text, String expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(expected, Long.toHexString(Xxh64.hash(bytes, 0, bytes.length, 0)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, ef46db3751d8e999, ac75fda2929b17ef",
        "1, 4fce394cc88952d8, 739840cb819fa723",
        "14, cffa8db881bc3a3d, 5b9611585efcc9cb",
        "101, eab543384f878ad, caa65939306f1e21"
    })
    void hashesPublishedBuffer(int length, String unseeded, String seeded) {
        byte[] bytes = publishedBuffer();
        assertEquals(unseeded, Long.toHexString(Xxh64.hash(bytes, 0, length, 0)));
        assertEquals(seeded, Long.toHexString(Xxh64.hash(bytes, 0, length, PUBLISHED_SEED)));
    }

    /** The buffer that the published vectors are taken from: high bytes of a number squared again and again. */
    private static byte[] publishedBuffer() {
        byte[] bytes = new byte[101];
        int state = (int) PUBLISHED_SEED;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (state >>> 24);
            state *= state;
        }
        return bytes;
    }

    @Test
    void dependsOnNothingButTheBytes() {
        byte[] bytes = publishedBuffer();
        for (int length = 0; length <= 80; length++) {
            long expected = Xxh64.hash(Arrays.copyOfRange(bytes, 7, 7 + length), 0, length, 42);
            assertEquals(expected, Xxh64.hash(bytes, 7, length, 42), "length " + length);
        }
    }

    @Test
    void refusesWhatLiesOutsideTheArray() {
        byte[] bytes = new byte[10];
        assertThrows(PfsException.class, () -> Xxh64.hash(bytes, -1, 4, 0));
        assertThrows(PfsException.class, () -> Xxh64.hash(bytes, 7, 4, 0));
        assertThrows(PfsException.class, () -> Xxh64.hash(bytes, 11, 0, 0));
        assertThrows(PfsException.class, () -> Xxh64.hash(bytes, 1, Integer.MAX_VALUE, 0));
    }

    @Test
    void nameHashIsTheHashOfTheNamesBytes() {
        NameHash hash = new NameHash(PUBLISHED_SEED);
        RowName name = RowName.of("männlich.jpg");
        byte[] bytes = name.toBytes();
        assertEquals(Xxh64.hash(bytes, 0, bytes.length, PUBLISHED_SEED), hash.of(name));
        assertEquals(hash.of(name), hash.of(bytes, 0, bytes.length));
    }
}
