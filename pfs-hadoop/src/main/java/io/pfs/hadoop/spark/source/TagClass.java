package io.pfs.hadoop.spark.source;

import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which rows have a tag with a value that Spark sees, and which have not, in the language of queries. That knows no types, but values of
 * one class are compared with others of it alone; so a class is all that is from its first value on. Numbers are one class: there it is
 * not to be told which of them are whole.
 */
final class TagClass {
    private TagClass() {}

    /** At least the rows in which Spark sees a value of this type; these alone if the type is no number. */
    static Condition has(Field field, TagType type) {
        return type == TagType.TIMESTAMP
                ? Condition.between(
                        field,
                        new TagValue.OfTimestamp(TagType.MILLIS_MIN),
                        new TagValue.OfTimestamp(TagType.MILLIS_MAX))
                : all(field, type);
    }

    /** At least the rows in which Spark sees none; these alone if the type is no number. */
    static Condition lacks(Field field, TagType type) {
        if (type.isNumber()) {
            return Condition.Constant.ALWAYS;
        }
        List<Condition> others = new ArrayList<>(List.of(new Condition.IsNull(field)));
        Arrays.stream(TagType.values())
                .filter(other -> other != type && other != TagType.LONG)
                .forEach(other -> others.add(all(field, other)));
        if (type == TagType.TIMESTAMP) {
            others.add(compare(field, Comparison.LESS, new TagValue.OfTimestamp(TagType.MILLIS_MIN)));
            others.add(compare(field, Comparison.MORE, new TagValue.OfTimestamp(TagType.MILLIS_MAX)));
        }
        return Condition.or(others);
    }

    /** Those with a value of the same class. */
    private static Condition all(Field field, TagType type) {
        return switch (type) {
            case LONG, DOUBLE -> compare(field, Comparison.AT_MOST, new TagValue.OfDouble(Double.NaN)); // the greatest
            case STRING -> compare(field, Comparison.AT_LEAST, new TagValue.OfString(""));
            case BYTES -> compare(field, Comparison.AT_LEAST, new TagValue.OfBytes(new byte[0]));
            case TIMESTAMP -> compare(field, Comparison.AT_LEAST, new TagValue.OfTimestamp(Long.MIN_VALUE));
            case BOOLEAN ->
                new Condition.In(field, List.of(new TagValue.OfBoolean(false), new TagValue.OfBoolean(true)));
        };
    }

    private static Condition compare(Field field, Comparison comparison, TagValue value) {
        return new Condition.Compare(field, comparison, value);
    }
}
