package io.pfs.query.answer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.Ordering;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.text.QueryText;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TopRowsTest {
    /** A row to be sorted. */
    private record Some(String table, RowName name, Map<Field, TagValue> values) {
        String place() {
            return table + " " + name;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void offer(Some row, RowOrder order, TopRows rows) {
        ByteWriter key = new ByteWriter(16);
        order.begin(RandomRows.values(row.values()), key);
        order.end(row.table(), row.name(), key);
        rows.offer(key, () -> utf8(row.place()));
    }

    private static List<String> places(TopRows rows) {
        List<String> places = new ArrayList<>();
        rows.forEach((key, row) -> places.add(new String(row, StandardCharsets.UTF_8)));
        return places;
    }

    private static Map<Field, TagValue> tags(TagValue a, Optional<TagValue> b) {
        Map<Field, TagValue> tags = new HashMap<>();
        tags.put(Field.ofTag("a"), a);
        b.ifPresent(value -> tags.put(Field.ofTag("b"), value));
        return tags;
    }

    private static TopRows golden() {
        RowOrder order = new RowOrder(QueryText.parse("order by a, b desc").orderBy());
        TopRows rows = new TopRows(3);
        offer(new Some("/t", RowName.of("z"), tags(new OfLong(1), Optional.of(new OfString("x")))), order, rows);
        offer(new Some("/t", RowName.of("y"), tags(new OfLong(1), Optional.empty())), order, rows);
        offer(new Some("/t", RowName.of("x"), tags(new OfDouble(1), Optional.of(new OfString("xy")))), order, rows);
        offer(new Some("/t", RowName.of("w"), tags(new OfLong(2), Optional.empty())), order, rows);
        return rows;
    }

    @Test
    void goldenBytes() {
        assertEquals(List.of("/t x", "/t z", "/t y"), places(golden()));
        ByteWriter out = new ByteWriter(16);
        golden().encode(out);
        Golden.check(TopRowsTest.class, "top-rows-v1", out.toBytes());
        assertEquals(places(golden()), places(decode(3, out.toBytes())));
    }

    private static TopRows decode(int limit, byte[] bytes) {
        ByteReader in = new ByteReader("an answer", bytes);
        TopRows rows = TopRows.decode(limit, in);
        in.expectEnd("rows");
        return rows;
    }

    private static List<Some> rows(Random random) {
        List<Some> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(new Some(random.nextBoolean() ? "/t" : "/t/u", RowName.of("r" + i), RandomRows.row(random)));
        }
        return rows;
    }

    /** Says the same in another way: class by class, value by value, those without last. */
    private static Comparator<Some> naiveOrder(List<Ordering> orderings) {
        Comparator<Some> order = Comparator.comparing(Some::table).thenComparing(Some::name);
        for (int i = orderings.size() - 1; i >= 0; i--) {
            order = naiveOrder(orderings.get(i)).thenComparing(order);
        }
        return order;
    }

    private static Comparator<Some> naiveOrder(Ordering ordering) {
        return (one, two) -> naiveOrder(
                Optional.ofNullable(one.values().get(ordering.key())),
                Optional.ofNullable(two.values().get(ordering.key())),
                ordering.descends());
    }

    private static int naiveOrder(Optional<TagValue> one, Optional<TagValue> two, boolean descends) {
        if (one.isEmpty() || two.isEmpty()) {
            return Boolean.compare(one.isEmpty(), two.isEmpty());
        }
        TagValue left = one.orElseThrow();
        TagValue right = two.orElseThrow();
        int byClass =
                Integer.compare(ValueType.of(left).rank(), ValueType.of(right).rank());
        int order = Naive.compare(left, right).orElse(byClass);
        return descends ? -order : order;
    }

    @Test
    void theFirstRowsAreKeptWhoeverBringsThem() {
        Seeds.each("TopRowsTest#theFirstRowsAreKeptWhoeverBringsThem", 2000, seed -> {
            Random random = new Random(seed);
            List<Some> rows = rows(random);
            List<Ordering> orderings = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                orderings.add(new Ordering(new RandomQueries(random, RandomRows.FIELDS).field(), random.nextBoolean()));
            }
            int limit = random.nextInt(12);
            List<String> expected = rows.stream()
                    .sorted(naiveOrder(orderings))
                    .limit(limit)
                    .map(Some::place)
                    .toList();
            Collections.shuffle(rows, random);
            RowOrder order = new RowOrder(orderings);
            TopRows all = new TopRows(limit);
            TopRows others = new TopRows(limit);
            for (Some row : rows) {
                offer(row, order, random.nextBoolean() ? all : others);
                offer(row, order, others);
            }
            ByteWriter sent = new ByteWriter(16);
            others.encode(sent);
            all.addAll(decode(limit, sent.toBytes()));
            assertEquals(expected, places(all));
            assertEquals(expected.size(), all.size());
        });
    }

    @Test
    void memoryIsBounded() {
        assertEquals(
                ErrorCode.OUT_OF_RANGE,
                assertThrows(PfsException.class, () -> new TopRows(TopRows.ROWS_MAX + 1))
                        .code());
        TopRows rows = new TopRows(70);
        byte[] large = new byte[1 << 20];
        PfsException refused = assertThrows(PfsException.class, () -> {
            for (int i = 0; i < 70; i++) {
                rows.offer(new ByteWriter(8).u8(i), () -> large);
            }
        });
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.detail().contains("the first 64 rows, of 70 to sort"), refused.getMessage());
        TopRows few = new TopRows(3);
        for (int i = 0; i < 1000; i++) {
            few.offer(new ByteWriter(8).u16(i), () -> large);
        }
        assertEquals(3, few.size(), "what is dropped takes no room");
        assertFalse(few.wants(new byte[] {9, 9}, 2));
        assertFalse(new TopRows(0).wants(new byte[] {}, 0));
    }

    @Test
    void damagedBytesAreRefusedOrOtherRows() {
        ByteWriter out = new ByteWriter(16);
        golden().encode(out);
        int[] refused = {0};
        Seeds.each("TopRowsTest#damagedBytesAreRefusedOrOtherRows", 500, seed -> {
            Random random = new Random(seed);
            byte[] bytes = out.toBytes();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            refused[0] += isReadAndCanonical(bytes) ? 0 : 1;
        });
        assertTrue(refused[0] > 20 || System.getProperty("pfs.seed") != null, "counts, lengths, order: " + refused[0]);
        ByteWriter turned = new ByteWriter(16)
                .varint(2)
                .varint(1)
                .u8(5)
                .varint(0)
                .varint(1)
                .u8(5)
                .varint(0);
        assertThrows(PfsException.class, () -> decode(3, turned.toBytes()));
    }

    /** Whether bytes are rows; if so, they are those of the rows. */
    static boolean isReadAndCanonical(byte[] bytes) {
        TopRows read;
        try {
            read = decode(3, bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        ByteWriter again = new ByteWriter(16);
        read.encode(again);
        assertArrayEquals(bytes, again.toBytes());
        return true;
    }
}
