package io.pfs.query;

import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfBoolean;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.row.TagValue.OfTimestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;

/** Random values, conditions and queries: few different ones, so that they meet, and the odd ones among them. */
public final class RandomQueries {
    private static final long[] LONGS = {
        0,
        1,
        2,
        -1,
        3,
        10,
        1L << 53,
        (1L << 53) + 1,
        (1L << 53) - 1,
        -(1L << 53) - 1,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE - 1023,
        Long.MAX_VALUE - 1024,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        (1L << 60) + 3
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        1.5,
        -1.0,
        0x1p53,
        0x1p53 + 2,
        0x1p63,
        -0x1p63,
        -0x1.0000000000001p63,
        0x1p64,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        2.25,
        1e300
    };
    private static final String[] TEXTS = {
        "",
        "a",
        "ab",
        "abc",
        "b",
        "\0",
        "a\0",
        "a\0b",
        "a\1",
        "\1",
        "'",
        "`\"",
        "\uffff",
        "\ud83d\ude00",
        "a\ud83d\ude00",
        "\u00e9",
        "10",
        "IMG_1"
    };
    private static final String[] NAMES = {
        "k1", "k2", "exif.iso", "size", "and", "odd `name`", "\u00e9", "date", "a..b", "1x", "exif.join"
    };

    private final Random random;
    private final List<Field> fields;

    /** With tags and attributes of all kinds. */
    public RandomQueries(Random random) {
        this.random = random;
        this.fields = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            fields.add(anyField());
        }
    }

    /** With these fields alone. */
    public RandomQueries(Random random, List<Field> fields) {
        this.random = random;
        this.fields = fields;
    }

    private Field anyField() {
        return switch (random.nextInt(6)) {
            case 0 -> Field.of(pick(Attribute.values()));
            case 1 -> Field.ofCell(pick(NAMES));
            default -> Field.ofTag(pick(NAMES));
        };
    }

    public <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    public Field field() {
        return fields.get(random.nextInt(fields.size()));
    }

    public TagValue value() {
        return switch (random.nextInt(9)) {
            case 0, 1 -> new OfLong(LONGS[random.nextInt(LONGS.length)]);
            case 2, 3 -> new OfDouble(DOUBLES[random.nextInt(DOUBLES.length)]);
            case 4 -> new OfTimestamp(LONGS[random.nextInt(LONGS.length)]);
            case 5 -> new OfBoolean(random.nextBoolean());
            case 6 -> bytes();
            default -> text();
        };
    }

    private TagValue text() {
        return new OfString(random.nextInt(3) == 0 ? pick(TEXTS) + pick(TEXTS) : pick(TEXTS));
    }

    private TagValue bytes() {
        byte[] bytes = new byte[random.nextInt(4)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(4) - 2);
        }
        return new OfBytes(bytes);
    }

    /** A value of {@code values}, or none. */
    public Optional<TagValue> valueOrNone() {
        return random.nextInt(5) == 0 ? Optional.empty() : Optional.of(value());
    }

    public Condition condition(int depth) {
        return switch (depth == 0 ? 9 : random.nextInt(10)) {
            case 0, 1, 2 -> Condition.and(several(() -> condition(depth - 1)));
            case 3, 4, 5 -> Condition.or(several(() -> condition(depth - 1)));
            case 6, 7 -> new Condition.Not(condition(depth - 1));
            default -> term();
        };
    }

    private <T> List<T> several(Supplier<T> one) {
        List<T> values = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            values.add(one.get());
        }
        return values;
    }

    private Condition term() {
        Field field = field();
        return switch (random.nextInt(12)) {
            case 0 -> Condition.Constant.of(random.nextBoolean());
            case 1 -> new Condition.IsNull(field);
            case 2 -> new Condition.In(field, several(this::value));
            case 3 -> new Condition.Prefix(field, random.nextBoolean() ? text() : bytes());
            case 4 -> new Condition.Contains(field, random.nextBoolean() ? text() : bytes());
            case 5 -> Condition.between(field, value(), value());
            default -> new Condition.Compare(field, pick(Comparison.values()), value());
        };
    }

    public Query query() {
        Condition where = random.nextInt(6) == 0 ? Condition.Constant.ALWAYS : condition(random.nextInt(5));
        List<Aggregate> aggregates = random.nextBoolean() ? List.of() : several(this::aggregate);
        Optional<Field> groupBy =
                aggregates.isEmpty() || random.nextBoolean() ? Optional.empty() : Optional.of(field());
        List<SortKey> keys = new ArrayList<>(aggregates);
        groupBy.ifPresent(keys::add);
        keys.addAll(aggregates.isEmpty() ? fields : List.of());
        List<Ordering> orderBy = random.nextBoolean()
                ? List.of()
                : several(() -> new Ordering(keys.get(random.nextInt(keys.size())), random.nextBoolean()));
        List<String> tables = random.nextBoolean() ? List.of() : several(this::table);
        OptionalLong limit = random.nextBoolean() ? OptionalLong.of(random.nextInt(100)) : OptionalLong.empty();
        return new Query(aggregates, tables, Optional.empty(), where, groupBy, orderBy, limit);
    }

    private String table() {
        return random.nextInt(4) == 0 ? "/" : "/" + pick(NAMES) + "/a 'b'\u00e9";
    }

    private Aggregate aggregate() {
        return random.nextInt(3) == 0 ? Aggregate.COUNT : Aggregate.of(pick(Aggregate.Function.values()), field());
    }
}
