package io.pfs.hadoop.spark.source;

import io.pfs.RowName;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.unsafe.types.UTF8String;

/** Rows with tags of all types, few values of each, so that many rows agree; and what Spark might ask of them. */
final class TaggedTable {
    static final int ROWS = 400;
    static final List<Field.Tag> TAGS = List.of(
            new Field.Tag("stars", TagType.LONG),
            new Field.Tag("score", TagType.DOUBLE),
            new Field.Tag("camera", TagType.STRING),
            new Field.Tag("taken", TagType.TIMESTAMP),
            new Field.Tag("hash", TagType.BYTES),
            new Field.Tag("kept", TagType.BOOLEAN));
    private static final List<String> TEXTS = List.of("", "a", "ab", "b", "it's", "\ud83d\ude00", "\uff5e", "\u0000");
    private static final List<Double> DOUBLES =
            List.of(Double.NaN, -0.0, 0.0, 1.0, 2.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 9e15);
    private static final List<Long> MILLIS = List.of(0L, -1L, 1_600_000_000_000L, 1_600_000_000_001L, Long.MIN_VALUE);

    private final Random random;

    TaggedTable(Random random) {
        this.random = random;
    }

    /** Fills it; a row in four has no tags, and a tag in five is of another type than its name says. */
    void fill(Table table) {
        List<RowEditor> edits = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            RowEditor edit = table.edit(name(i))
                    .modified(Instant.ofEpochMilli(random.nextInt(5)))
                    .put("content", new byte[random.nextInt(4)]);
            for (Field.Tag tag : TAGS) {
                if (random.nextInt(4) > 0) {
                    edit.tag(tag.tag(), value(random.nextInt(5) > 0 ? tag.tagType() : anyType()));
                }
            }
            edits.add(edit);
        }
        table.applyAll(edits);
    }

    /** Some are not UTF-8. */
    private static RowName name(int i) {
        byte[] bytes = ("r" + i).getBytes(StandardCharsets.UTF_8);
        bytes[0] = i % 7 == 0 ? (byte) 0xff : i % 11 == 0 ? (byte) 0x80 : bytes[0];
        return RowName.of(bytes, 0, bytes.length);
    }

    /** Until searches use them. */
    static void index(Table table, String... fields) {
        table.addIndexes(fields);
        while (!table.indexProgress().stream().allMatch(IndexProgress::isComplete)) {
            Thread.onSpinWait();
        }
    }

    private TagType anyType() {
        return one(List.of(TagType.values()));
    }

    private <T> T one(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    TagValue value(TagType type) {
        return switch (type) {
            case LONG -> new TagValue.OfLong(random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(4));
            case DOUBLE -> new TagValue.OfDouble(one(DOUBLES));
            case STRING -> new TagValue.OfString(one(TEXTS));
            case TIMESTAMP -> new TagValue.OfTimestamp(one(MILLIS));
            case BYTES -> new TagValue.OfBytes(new byte[random.nextInt(3)]);
            case BOOLEAN -> new TagValue.OfBoolean(random.nextBoolean());
        };
    }

    /** One that Spark can be asked for, sometimes none that a row can have. */
    private Object sparkValue(TagType type) {
        if (type == TagType.TIMESTAMP) {
            return one(List.of(0L, 1L, 999L, 1000L, 1_600_000_000_000_000L, 1_600_000_000_000_500L));
        } else if (type == TagType.STRING && random.nextInt(10) == 0) {
            return UTF8String.fromBytes(new byte[] {(byte) 0xfe});
        }
        Object value = type.sparkValue(value(type));
        return value == null ? 0L : value;
    }

    Field field() {
        List<Field> fields = new ArrayList<>(TAGS);
        Collections.addAll(fields, Field.OfRow.values());
        fields.add(new Field.Length("content"));
        return one(fields);
    }

    private static TagType typeOf(Field field) {
        return ServerQuery.Told.of(field).orElseThrow().type();
    }

    Filter filter(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            List<Filter> parts = List.of(filter(depth - 1), filter(depth - 1));
            return random.nextBoolean() ? new Filter.All(parts) : new Filter.Any(parts);
        }
        Field field = field();
        TagType type = typeOf(field);
        boolean isNegated = random.nextBoolean();
        return switch (random.nextInt(4)) {
            case 0 -> new Filter.IsNull(field, isNegated);
            case 1 -> new Filter.In(field, List.of(sparkValue(type), sparkValue(type)), isNegated);
            default ->
                type == TagType.STRING && random.nextBoolean()
                        ? new Filter.HasText(field, one(List.of(Filter.Within.values())), part(), isNegated)
                        : new Filter.Compare(field, one(List.of(Filter.Order.values())), sparkValue(type), isNegated);
        };
    }

    private UTF8String part() {
        return (UTF8String) sparkValue(TagType.STRING);
    }

    /** As Spark keeps it. */
    static Object of(Field field, RowView row) {
        if (field instanceof Field.Tag tag) {
            return tag.of(row.tags());
        }
        return field instanceof Field.OfRow known ? known.of(row) : (Object) row.size();
    }
}
