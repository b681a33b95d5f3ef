package io.pfs.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SoughtTest {
    private static final int SEEDS = 200;

    private static boolean isIn(String part, String whole) {
        return new Sought(ValueCell.of(new TagValue.OfString(part))).isIn(ValueCell.of(new TagValue.OfString(whole)));
    }

    @Test
    void itIsFoundWhereverItStands() {
        assertTrue(isIn("", ""));
        assertTrue(isIn("", "a"));
        assertFalse(isIn("a", ""));
        assertTrue(isIn("ab", "ab"));
        assertTrue(isIn("ab", "xxab"));
        assertTrue(isIn("aab", "aaab"), "what began too early is begun again");
        assertFalse(isIn("abc", "ababab"));
    }

    private static long looks(String part, String whole) {
        Sought sought = new Sought(ValueCell.of(new TagValue.OfString(part)));
        boolean unused = sought.isIn(ValueCell.of(new TagValue.OfString(whole)));
        return sought.looks();
    }

    @Test
    void whatItTakesIsCounted() {
        assertEquals(0, looks("", "abc"));
        assertEquals(100, looks("b", "a".repeat(100)));
        assertEquals(3, looks("b", "aab" + "a".repeat(100)), "up to where it was found");
        assertEquals(100 + 98, looks("aab", "a".repeat(100)), "begun again at all but the first two");
    }

    /** Few letters, so that much of what is looked for is nearly there. */
    @Test
    void itSaysWhatALookAtEachPlaceSays() {
        Seeds.each("SoughtTest#itSaysWhatALookAtEachPlaceSays", SEEDS, seed -> {
            Random random = new Random(seed);
            for (int round = 0; round < 200; round++) {
                String part = text(random, 6);
                String whole = text(random, 40);
                assertEquals(whole.contains(part), isIn(part, whole), () -> part + " in " + whole);
            }
        });
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            text.append(random.nextInt(4) == 0 ? 'b' : 'a');
        }
        return text.toString();
    }
}
