package io.pfs.query.range;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * For which values of one field a condition may be true, and for which false. For those in neither it is unknown.
 *
 * @param whenTrue nothing else is true
 * @param whenFalse nothing else is false
 * @param isExact whether the condition is true for all of the first, and false for all of the second
 */
record Possible(ValueSet whenTrue, ValueSet whenFalse, boolean isExact) {
    /** What depends on other fields. */
    private static final Possible ANYTHING = new Possible(ValueSet.EVERYTHING, ValueSet.EVERYTHING, false);

    static Possible of(Condition condition, Field field) {
        if (condition instanceof Condition.And and) {
            return and(and.parts(), field);
        } else if (condition instanceof Condition.Or or) {
            return or(or.parts(), field);
        } else if (condition instanceof Condition.Not not) {
            Possible part = of(not.part(), field);
            return new Possible(/* whenTrue= */ part.whenFalse, /* whenFalse= */ part.whenTrue, part.isExact);
        } else if (condition instanceof Condition.Term term) {
            return term.field().equals(field) ? ofTerm(term) : ANYTHING;
        }
        return condition.equals(Condition.Constant.ALWAYS)
                ? new Possible(ValueSet.EVERYTHING, ValueSet.NOTHING, true)
                : new Possible(ValueSet.NOTHING, ValueSet.EVERYTHING, true);
    }

    private static Possible and(List<Condition> parts, Field field) {
        return folded(parts, field, Possible::and);
    }

    private static Possible or(List<Condition> parts, Field field) {
        return folded(parts, field, Possible::or);
    }

    /** By halves, and halves of these: one after the other, each would copy the ranges of all before it. */
    private static Possible folded(List<Condition> parts, Field field, BinaryOperator<Possible> both) {
        int half = parts.size() / 2;
        return half == 0
                ? of(parts.get(0), field)
                : both.apply(
                        folded(parts.subList(0, half), field, both),
                        folded(parts.subList(half, parts.size()), field, both));
    }

    private Possible and(Possible other) {
        return new Possible(whenTrue.and(other.whenTrue), whenFalse.or(other.whenFalse), isExact && other.isExact);
    }

    private Possible or(Possible other) {
        return new Possible(whenTrue.or(other.whenTrue), whenFalse.and(other.whenFalse), isExact && other.isExact);
    }

    private static Possible ofTerm(Condition.Term term) {
        if (term instanceof Condition.Compare compare) {
            return exactly(compared(compare), ValueSet.ofClass(ValueType.of(compare.value())));
        } else if (term instanceof Condition.In in) {
            return in(in.values());
        } else if (term instanceof Condition.Prefix prefix) {
            TagValue value = prefix.value();
            ValueSet beginSo = ValueSet.ofRange(Border.before(value), Border.behindPrefix(value));
            return exactly(beginSo, ValueSet.ofClass(ValueType.of(value)));
        } else if (term instanceof Condition.Contains contains) {
            ValueSet comparable = ValueSet.ofClass(ValueType.of(contains.value()));
            return new Possible(comparable, comparable, false);
        }
        return new Possible(ValueSet.NULL, ValueSet.ALL_VALUES, true);
    }

    private static Possible exactly(ValueSet whenTrue, ValueSet comparable) {
        return new Possible(whenTrue, comparable.without(whenTrue), true);
    }

    private static ValueSet compared(Condition.Compare compare) {
        TagValue value = compare.value();
        Border first = Border.beforeClass(ValueType.of(value));
        Border last = Border.behindClass(ValueType.of(value));
        return switch (compare.comparison()) {
            case EQUAL -> ValueSet.ofRange(Border.before(value), Border.behind(value));
            case NOT_EQUAL ->
                ValueSet.ofRange(first, Border.before(value)).or(ValueSet.ofRange(Border.behind(value), last));
            case LESS -> ValueSet.ofRange(first, Border.before(value));
            case AT_MOST -> ValueSet.ofRange(first, Border.behind(value));
            case MORE -> ValueSet.ofRange(Border.behind(value), last);
            case AT_LEAST -> ValueSet.ofRange(Border.before(value), last);
        };
    }

    /** With members of more than one class, no value can be compared with all of them, so it is never false. */
    private static Possible in(List<TagValue> members) {
        ValueSet equal = ValueSet.ofOrdered(members.stream()
                .map(member -> new KeyRange(Border.before(member), Border.behind(member)))
                .toList());
        ValueType first = ValueType.of(members.get(0));
        boolean isOneClass = first.isComparableTo(ValueType.of(members.get(members.size() - 1)));
        return isOneClass ? exactly(equal, ValueSet.ofClass(first)) : new Possible(equal, ValueSet.NOTHING, true);
    }
}
