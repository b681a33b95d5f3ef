package io.pfs.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TagTextTest {
    private static void isText(String text) {
        assertEquals(new TagValue.OfString(text), TagText.parse(text));
    }

    private static void isLong(long value, String text) {
        assertEquals(new TagValue.OfLong(value), TagText.parse(text));
    }

    private static void isDouble(double value, String text) {
        assertEquals(new TagValue.OfDouble(value), TagText.parse(text));
    }

    private static void isBytes(byte[] value, String text) {
        assertEquals(new TagValue.OfBytes(value), TagText.parse(text));
    }

    private static void isMoment(long millis, String text) {
        assertEquals(new TagValue.OfTimestamp(millis), TagText.parse(text));
    }

    private static void refused(ErrorCode code, String text, String why) {
        PfsException refused = assertThrows(PfsException.class, () -> TagText.parse(text), text);
        assertEquals(code, refused.code(), text);
        assertTrue(refused.detail().contains(why), refused.detail());
    }

    @Test
    void aValueIsOfTheTypeThatItLooksLike() {
        isLong(5, "5");
        isLong(0, "-0");
        isLong(Long.MIN_VALUE, "-9223372036854775808");
        isDouble(1.5, "1.50");
        isDouble(-1e30, "-1.0E30");
        isDouble(Double.NaN, "double 'NaN'");
        isDouble(Double.NEGATIVE_INFINITY, "DOUBLE '-infinity'");
        assertEquals(new TagValue.OfBoolean(true), TagText.parse("true"));
        assertEquals(new TagValue.OfBoolean(false), TagText.parse("false"));
        isBytes(new byte[] {10, -1}, "0x0aFF");
        isBytes(new byte[] {10, -1}, "x'0aff'");
        isBytes(new byte[0], "0x");
        isMoment(1_793_491_200_000L, "date '2026-11-01'");
        isMoment(1_793_534_400_001L, "timestamp '2026-11-01T13:00:00.001+01:00'");
    }

    @Test
    void anythingElseIsText() {
        for (String text : new String[] {
            "", " ", "5 ", "007", "+49", "1e5", ".5", "5.", "NaN", "True", "it's", "0xyz", "2026-11-01", "a=b", "ü"
        }) {
            isText(text);
        }
    }

    @Test
    void quotesMakeText() {
        assertEquals(new TagValue.OfString("5"), TagText.parse("'5'"));
        assertEquals(new TagValue.OfString("true"), TagText.parse("\"true\""));
        assertEquals(new TagValue.OfString("it's"), TagText.parse("'it''s'"));
        assertEquals(new TagValue.OfString("a''b"), TagText.parse("\"a''b\""));
        assertEquals(new TagValue.OfString(""), TagText.parse("''"));
        assertEquals(new TagValue.OfString("'"), TagText.parse("''''"));
    }

    @Test
    void whatIsNoValueIsRefused() {
        refused(ErrorCode.OUT_OF_RANGE, "9223372036854775808", "9223372036854775807; in quotes it is text");
        refused(ErrorCode.OUT_OF_RANGE, "1.0e999", "more than a double holds");
        refused(ErrorCode.USAGE, "0x0af", "pairs of hexadecimal digits");
        refused(ErrorCode.USAGE, "x'zz'", "pairs of hexadecimal digits, such as 0x0aff, not 'zz'");
        refused(ErrorCode.USAGE, "date '2026-13-01'", "'2026-13-01' is not a date");
        refused(ErrorCode.USAGE, "timestamp '2026-11-01T00:00:00.0001'", "whole milliseconds");
        refused(ErrorCode.USAGE, "double '1'", "not '1'");
        for (String text : new String[] {"'", "\"", "'''", "'a", "'a'b'", "'a' ", "\"a'"}) {
            refused(ErrorCode.USAGE, text, "has to end with it");
        }
    }

    @Test
    void whatIsPrintedIsReadAsTheSame() {
        Seeds.each("TagTextTest#whatIsPrintedIsReadAsTheSame", 2_000, seed -> {
            TagValue value = value(new Random(seed));
            String text = TagText.print(value);
            assertEquals(value, TagText.parse(text), text);
        });
    }

    private static TagValue value(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> new TagValue.OfLong(random.nextLong() >> random.nextInt(64));
            case 1 -> new TagValue.OfDouble(Double.longBitsToDouble(random.nextLong()));
            case 2 -> new TagValue.OfDouble(random.nextInt(1000) / 8.0);
            case 3 -> new TagValue.OfTimestamp(random.nextLong() >> random.nextInt(64));
            case 4 -> new TagValue.OfBoolean(random.nextBoolean());
            case 5 -> new TagValue.OfBytes(text(random).getBytes(StandardCharsets.UTF_8));
            default -> new TagValue.OfString(text(random));
        };
    }

    /** Of pieces that mean something. */
    private static String text(Random random) {
        String[] pieces = {"'", "\"", "0x", "x'", "1", "0", ".", "e", "-", "true", "date ", "double '", "NaN'", " ", "ü"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
