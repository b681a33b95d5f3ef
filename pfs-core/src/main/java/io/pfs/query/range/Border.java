package io.pfs.query.range;

import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.util.Arrays;
import java.util.Optional;

/**
 * A place between values, which is one between keys too: before or behind all keys that begin with a value equal to some value,
 * or with any value of a class, or behind those of runs of bytes that begin so.
 *
 * @param key the least key behind the place; not copied, treat as immutable
 * @param value what it is before or behind, if that is not a class
 * @param isBehind whether what it is named after comes before it
 * @param isOfPrefix whether that are all runs that begin with the value
 */
public record Border(byte[] key, Optional<TagValue> value, boolean isBehind, boolean isOfPrefix)
        implements Comparable<Border> {
    /** Before all values. */
    static final Border FIRST = beforeClass(ValueType.BOOLEAN);
    /** Behind all values. */
    static final Border LAST = behindClass(ValueType.BYTES);

    static Border before(TagValue value) {
        return new Border(OrderedValue.from(ValueCell.of(value)), Optional.of(value), false, false);
    }

    static Border behind(TagValue value) {
        return new Border(OrderedValue.behind(ValueCell.of(value)), Optional.of(value), true, false);
    }

    static Border behindPrefix(TagValue prefix) {
        return new Border(OrderedValue.behindPrefix(ValueCell.of(prefix)), Optional.of(prefix), true, true);
    }

    static Border beforeClass(ValueType type) {
        return new Border(OrderedValue.fromClass(type), Optional.empty(), false, false);
    }

    static Border behindClass(ValueType type) {
        return new Border(OrderedValue.behindClass(type), Optional.empty(), true, false);
    }

    /** By their keys alone: the place behind a class is that before the next. */
    @Override
    public int compareTo(Border other) {
        return Arrays.compareUnsigned(key, other.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Border border && Arrays.equals(key, border.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }
}
