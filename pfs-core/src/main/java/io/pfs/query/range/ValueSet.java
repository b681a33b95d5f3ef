package io.pfs.query.range;

import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A set of values, as ranges, and perhaps that there is none.
 *
 * @param ranges in their order, none of which touches another
 * @param hasNull whether a field without a value is in it
 */
public record ValueSet(List<KeyRange> ranges, boolean hasNull) {
    static final ValueSet NOTHING = new ValueSet(List.of(), false);
    static final ValueSet ALL_VALUES = ofRange(Border.FIRST, Border.LAST);
    static final ValueSet EVERYTHING = new ValueSet(ALL_VALUES.ranges, true);
    static final ValueSet NULL = new ValueSet(List.of(), true);

    public ValueSet {
        ranges = List.copyOf(ranges);
    }

    static ValueSet ofRange(Border from, Border to) {
        return from.compareTo(to) < 0 ? new ValueSet(List.of(new KeyRange(from, to)), false) : NOTHING;
    }

    /** All that can be compared with one of this type. */
    static ValueSet ofClass(ValueType type) {
        return ofRange(Border.beforeClass(type), Border.behindClass(type));
    }

    public boolean isEmpty() {
        return ranges.isEmpty() && !hasNull;
    }

    /** Whether it has this value, or none. */
    public boolean contains(Optional<TagValue> value) {
        return value.isEmpty()
                ? hasNull
                : value.map(OrderedValue::toBytes)
                        .filter(key -> ranges.stream().anyMatch(range -> range.contains(key)))
                        .isPresent();
    }

    ValueSet and(ValueSet other) {
        List<KeyRange> both = new ArrayList<>();
        int left = 0;
        int right = 0;
        while (left < ranges.size() && right < other.ranges.size()) {
            KeyRange one = ranges.get(left);
            KeyRange two = other.ranges.get(right);
            Border from = one.from().compareTo(two.from()) < 0 ? two.from() : one.from();
            boolean endsFirst = one.to().compareTo(two.to()) < 0;
            Border to = endsFirst ? one.to() : two.to();
            both.addAll(ofRange(from, to).ranges);
            left += endsFirst ? 1 : 0;
            right += endsFirst ? 0 : 1;
        }
        return new ValueSet(both, hasNull && other.hasNull);
    }

    ValueSet or(ValueSet other) {
        List<KeyRange> merged = new ArrayList<>(ranges.size() + other.ranges.size());
        int left = 0;
        int right = 0;
        while (left < ranges.size() || right < other.ranges.size()) {
            boolean takesLeft = right == other.ranges.size()
                    || (left < ranges.size()
                            && ranges.get(left)
                                            .from()
                                            .compareTo(other.ranges.get(right).from())
                                    <= 0);
            append(takesLeft ? ranges.get(left++) : other.ranges.get(right++), merged);
        }
        return new ValueSet(merged, hasNull || other.hasNull);
    }

    /** Ranges come by their begins; what overlaps or touches the last becomes one with it. */
    private static void append(KeyRange range, List<KeyRange> merged) {
        int last = merged.size() - 1;
        if (last < 0 || merged.get(last).to().compareTo(range.from()) < 0) {
            merged.add(range);
        } else if (merged.get(last).to().compareTo(range.to()) < 0) {
            merged.set(last, new KeyRange(merged.get(last).from(), range.to()));
        }
    }

    /** The values that it has not; of null it is not asked. */
    private ValueSet otherValues() {
        List<KeyRange> others = new ArrayList<>();
        Border from = Border.FIRST;
        for (KeyRange range : ranges) {
            others.addAll(ofRange(from, range.from()).ranges);
            from = range.to();
        }
        others.addAll(ofRange(from, Border.LAST).ranges);
        return new ValueSet(others, false);
    }

    /** Those of these values that the other has not. */
    ValueSet without(ValueSet other) {
        return and(other.otherValues());
    }

    /** The union of many, in the order of their begins. */
    static ValueSet ofOrdered(List<KeyRange> ordered) {
        List<KeyRange> merged = new ArrayList<>();
        ordered.forEach(range -> append(range, merged));
        return new ValueSet(merged, false);
    }
}
