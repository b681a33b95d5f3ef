package io.pfs.query.answer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Aggregate;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.Query;
import io.pfs.query.RandomRows;
import io.pfs.query.text.QueryText;
import io.pfs.query.value.OrderedValue;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class GroupsTest {
    private static final Field A = Field.ofTag("a");
    private static final Field B = Field.ofTag("b");
    private static final Query ALL =
            QueryText.parse("select count(*), count(a), sum(a), avg(a), min(a), max(a) group by b");

    private static Map<Field, TagValue> row(Field field, TagValue value) {
        Map<Field, TagValue> row = new HashMap<>();
        row.put(field, value);
        return row;
    }

    private static Groups groups(Query query, List<Map<Field, TagValue>> rows) {
        Groups groups = new Groups(query);
        rows.forEach(row -> groups.add(RandomRows.values(row)));
        return groups;
    }

    private static GroupRow onlyOf(String select, TagValue... values) {
        Query query = QueryText.parse("select " + select);
        List<GroupRow> rows = groups(
                        query, Arrays.stream(values).map(value -> row(A, value)).toList())
                .rows(query);
        assertEquals(1, rows.size());
        return rows.get(0);
    }

    private static byte[] bytes(Groups groups) {
        ByteWriter out = new ByteWriter(16);
        groups.encode(out);
        return out.toBytes();
    }

    private static Groups decode(Query query, byte[] bytes) {
        ByteReader in = new ByteReader("an answer", bytes);
        Groups groups = Groups.decode(query, in);
        in.expectEnd("groups");
        return groups;
    }

    private static Groups golden() {
        List<Map<Field, TagValue>> rows = new ArrayList<>();
        for (TagValue value : List.of(new OfLong(5), new OfDouble(1.5), new OfDouble(-0.25), new OfString("x"))) {
            Map<Field, TagValue> row = row(A, value);
            row.put(B, new OfString("de"));
            rows.add(row);
        }
        rows.add(row(A, new OfLong(-3)));
        rows.add(row(B, new OfString("en")));
        return groups(ALL, rows);
    }

    @Test
    void goldenBytes() {
        Golden.check(GroupsTest.class, "groups-v1", bytes(golden()));
        assertEquals(golden().rows(ALL), decode(ALL, bytes(golden())).rows(ALL));
    }

    @Test
    void whatIsAskedForIsGathered() {
        GroupRow of = onlyOf("count(*), count(a), sum(a), avg(a), min(a), max(a)", new OfLong(5), new OfLong(2));
        assertEquals(List.of(some(2), some(2), some(7), Optional.of(new OfDouble(3.5)), some(2), some(5)), of.values());
        GroupRow none = onlyOf("count(*), count(a), sum(a), avg(a), min(a), max(a)");
        assertEquals(
                List.of(some(0), some(0), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                none.values());
        GroupRow mixed =
                onlyOf("sum(a), min(a), max(a), count(b)", new OfLong(1), new OfDouble(0.5), new OfString("x"));
        assertEquals(
                List.of(
                        Optional.of(new OfDouble(1.5)),
                        Optional.of(new OfDouble(0.5)),
                        Optional.of(new OfString("x")),
                        some(0)),
                mixed.values());
        for (List<TagValue> equal : List.of(
                List.<TagValue>of(new OfLong(1), new OfDouble(1)), List.<TagValue>of(new OfDouble(1), new OfLong(1)))) {
            assertEquals(
                    List.of(some(1), some(1)),
                    onlyOf("min(a), max(a)", equal.get(0), equal.get(1)).values());
        }
    }

    private static Optional<TagValue> some(long value) {
        return Optional.of(new OfLong(value));
    }

    @Test
    void sumsAreExact() {
        assertEquals(
                List.of(some(Long.MAX_VALUE)),
                onlyOf("sum(a)", new OfLong(Long.MAX_VALUE), new OfLong(1), new OfLong(-1))
                        .values());
        assertEquals(
                List.of(Optional.of(new OfDouble(1))),
                onlyOf("sum(a)", new OfDouble(1e300), new OfDouble(1), new OfDouble(-1e300))
                        .values());
        assertEquals(
                List.of(Optional.of(new OfDouble(Double.MAX_VALUE))),
                onlyOf(
                                "sum(a)",
                                new OfDouble(Double.MAX_VALUE),
                                new OfDouble(Double.MAX_VALUE),
                                new OfDouble(-Double.MAX_VALUE))
                        .values());
        assertEquals(
                List.of(Optional.of(new OfDouble(Double.POSITIVE_INFINITY))),
                onlyOf("sum(a)", new OfDouble(Double.MAX_VALUE), new OfDouble(Double.MAX_VALUE))
                        .values());
        assertEquals(
                List.of(Optional.of(new OfDouble(Double.NaN))),
                onlyOf("sum(a)", new OfDouble(Double.POSITIVE_INFINITY), new OfDouble(Double.NEGATIVE_INFINITY))
                        .values());
        assertEquals(
                List.of(Optional.of(new OfDouble(Double.MIN_VALUE * 3))),
                onlyOf("sum(a)", new OfDouble(Double.MIN_VALUE), new OfDouble(Double.MIN_VALUE * 2))
                        .values());
        PfsException refused =
                assertThrows(PfsException.class, () -> onlyOf("sum(a)", new OfLong(Long.MAX_VALUE), new OfLong(1)));
        assertEquals(ErrorCode.OUT_OF_RANGE, refused.code());
        assertTrue(
                refused.detail().startsWith("the sum of the tag 'a' is 9223372036854775808, but"),
                refused.getMessage());
        assertEquals(
                List.of(Optional.of(new OfDouble(0x1p63))),
                onlyOf("avg(a)", new OfLong(Long.MAX_VALUE), new OfLong(Long.MAX_VALUE))
                        .values());
    }

    @Test
    void doublesAreRoundedOnce() {
        Seeds.each("GroupsTest#doublesAreRoundedOnce", 2000, seed -> {
            Random random = new Random(seed);
            FixedPoint sum = new FixedPoint();
            FixedPoint other = new FixedPoint();
            BigDecimal expected = BigDecimal.ZERO;
            int scale = random.nextInt(2000) - 1074;
            for (int i = random.nextInt(40); i >= 0; i--) {
                double value = Math.scalb(random.nextGaussian(), scale + random.nextInt(120));
                if (random.nextInt(4) == 0) {
                    value = Double.longBitsToDouble(random.nextLong());
                }
                if (Double.isFinite(value)) {
                    (random.nextBoolean() ? sum : other).add(value);
                    expected = expected.add(new BigDecimal(value));
                }
            }
            ByteWriter out = new ByteWriter(16);
            other.encode(out);
            FixedPoint read = new FixedPoint();
            ByteReader in = new ByteReader("a sum", out.toBytes());
            read.decode(in);
            in.expectEnd("sum");
            sum.add(read);
            assertEquals(expected.doubleValue() + 0.0, FixedPoint.toDouble(sum.units()) + 0.0);
        });
        assertEquals(
                0x1p53, FixedPoint.toDouble(BigInteger.TWO.pow(1074).multiply(BigInteger.valueOf((1L << 53) + 1))));
    }

    /** Of each group, with lists and decimals. */
    private static List<Optional<TagValue>> naive(List<Map<Field, TagValue>> rows) {
        List<TagValue> values = rows.stream()
                .filter(row -> row.containsKey(A))
                .map(row -> row.get(A))
                .toList();
        List<TagValue> numbers = values.stream()
                .filter(value -> value instanceof OfLong || value instanceof OfDouble)
                .toList();
        boolean isFinite = numbers.stream()
                .allMatch(value -> !(value instanceof OfDouble number) || Double.isFinite(number.value()));
        BigDecimal sum = numbers.stream().map(Naive::decimal).reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean isWhole = numbers.stream().allMatch(OfLong.class::isInstance);
        List<Optional<TagValue>> found = new ArrayList<>(List.of(some(rows.size()), some(values.size())));
        if (numbers.isEmpty()) {
            found.addAll(List.of(Optional.empty(), Optional.empty()));
        } else if (isFinite) {
            double rounded = sum.round(new MathContext(800)).doubleValue() + 0.0;
            found.add(Optional.of(isWhole ? new OfLong(sum.longValueExact()) : new OfDouble(rounded)));
            found.add(Optional.of(new OfDouble(rounded / numbers.size())));
        } else {
            double infinite = numbers.stream()
                    .mapToDouble(value -> value instanceof OfDouble number ? number.value() : 0)
                    .filter(value -> !Double.isFinite(value))
                    .sum();
            found.addAll(List.of(Optional.of(new OfDouble(infinite)), Optional.of(new OfDouble(infinite))));
        }
        found.add(values.stream().min(OrderedValue::compare));
        found.add(values.stream().filter(value -> isGreatest(value, values)).min(OrderedValue::compare));
        return found;
    }

    private static boolean isGreatest(TagValue value, List<TagValue> values) {
        return values.stream()
                .allMatch(other -> Naive.compare(other, value).orElse(OrderedValue.compare(other, value)) <= 0);
    }

    private static boolean isSmall(Map<Field, TagValue> row) {
        return !(row.get(A) instanceof OfLong number) || Math.abs(number.value() >> 1) < (1L << 54);
    }

    /** However rows come and are divided. */
    @Test
    void groupsAreAsNaively() {
        Seeds.each("GroupsTest#groupsAreAsNaively", 2000, seed -> {
            Random random = new Random(seed);
            List<Map<Field, TagValue>> rows = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                Map<Field, TagValue> row = RandomRows.row(random);
                if (isSmall(row)) {
                    rows.add(row);
                }
            }
            Groups one = new Groups(ALL);
            Groups two = new Groups(ALL);
            rows.forEach(row -> (random.nextBoolean() ? one : two).add(RandomRows.values(row)));
            one.addAll(decode(ALL, bytes(two)));
            assertArrayEquals(bytes(groups(ALL, rows)), bytes(one), "the same bytes, whoever gathered");
            List<GroupRow> found = one.rows(ALL);
            assertEquals(
                    rows.size(), found.stream().mapToLong(GroupsTest::count).sum());
            for (GroupRow group : found) {
                List<Map<Field, TagValue>> its = rows.stream()
                        .filter(row -> isIn(Optional.ofNullable(row.get(B)), group.group()))
                        .toList();
                assertEquals(positiveZeros(naive(its)), positiveZeros(group.values()), () -> group + " of " + its);
            }
        });
    }

    private static boolean isIn(Optional<TagValue> value, Optional<TagValue> group) {
        boolean isNone = value.isEmpty() || group.isEmpty();
        return isNone
                ? value.equals(group)
                : Naive.compare(value.orElseThrow(), group.orElseThrow()).equals(Optional.of(0));
    }

    /** Which of the zeros something is, decimals can't say. */
    private static List<Optional<TagValue>> positiveZeros(List<Optional<TagValue>> values) {
        List<Optional<TagValue>> changed = new ArrayList<>(values);
        for (int i : new int[] {2, 3}) {
            changed.set(
                    i,
                    values.get(i)
                            .map(value ->
                                    value instanceof OfDouble number ? new OfDouble(number.value() + 0.0) : value));
        }
        return changed;
    }

    private static long count(GroupRow row) {
        return row.values().get(0).map(value -> ((OfLong) value).value()).orElseThrow();
    }

    @Test
    void groupsAreOrdered() {
        List<Map<Field, TagValue>> rows = new ArrayList<>(List.of(row(B, new OfLong(1)), row(A, new OfLong(9))));
        for (int i = 0; i < 3; i++) {
            rows.add(row(B, new OfLong(2)));
            rows.add(row(B, new OfLong(3)));
        }
        assertEquals("[1, 2, 3, -]", shown("select count(*) group by b", rows));
        assertEquals("[3, 2, 1, -]", shown("select count(*) group by b order by b desc", rows));
        assertEquals("[2, 3, 1, -]", shown("select count(*) group by b order by count(*) desc", rows));
        assertEquals("[-, 1]", shown("select max(a), count(*) group by b order by max(a), count(*) limit 2", rows));
        assertEquals("[]", shown("select count(*) group by b limit 0", rows));
    }

    private static String shown(String text, List<Map<Field, TagValue>> rows) {
        Query query = QueryText.parse(text);
        return groups(query, rows).rows(query).stream()
                .map(row ->
                        row.group().map(value -> "" + ((OfLong) value).value()).orElse("-"))
                .toList()
                .toString();
    }

    @Test
    void memoryIsBounded() {
        Groups few = new Groups(ALL, 10);
        PfsException refused = assertThrows(PfsException.class, () -> {
            for (int i = 0; i < 11; i++) {
                few.add(RandomRows.values(row(B, new OfLong(i))));
            }
        });
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.detail().startsWith("there are more than 10 groups by tag 'b'"), refused.getMessage());
        Query query = QueryText.parse("select max(b) group by b");
        Groups large = new Groups(query);
        String text = "x".repeat(1 << 20);
        refused = assertThrows(PfsException.class, () -> {
            for (int i = 0; i < 100; i++) {
                large.add(RandomRows.values(row(B, new OfString(i + text))));
            }
        });
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.detail().contains("bytes of memory"), refused.getMessage());
    }

    @Test
    void damagedBytesAreRefusedOrOtherGroups() {
        byte[] golden = bytes(golden());
        int[] refused = {0};
        Seeds.each("GroupsTest#damagedBytesAreRefusedOrOtherGroups", 1000, seed -> {
            Random random = new Random(seed);
            byte[] bytes = golden.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            refused[0] += isReadAndCanonical(bytes) ? 0 : 1;
        });
        assertTrue(refused[0] > 100 || System.getProperty("pfs.seed") != null, "counts, flags, order: " + refused[0]);
        Query one = QueryText.parse("select count(*)");
        assertThrows(
                PfsException.class,
                () -> decode(one, new ByteWriter(0).varint(0).toBytes()));
        assertThrows(
                PfsException.class,
                () -> decode(
                        one,
                        new ByteWriter(0).varint(1).u8(1).u8(0x10).varint(3).toBytes()));
        assertEquals(
                List.of(new GroupRow(Optional.empty(), List.of(some(3)))),
                decode(one, new ByteWriter(0).varint(1).u8(0).varint(3).toBytes())
                        .rows(one));
        assertEquals(List.of(Aggregate.COUNT), one.aggregates());
    }

    /** Whether bytes are groups of a query; if so, they are those of the groups. */
    static boolean isReadAndCanonical(byte[] bytes) {
        Groups read;
        try {
            read = decode(ALL, bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        assertArrayEquals(bytes, bytes(read));
        return true;
    }
}
