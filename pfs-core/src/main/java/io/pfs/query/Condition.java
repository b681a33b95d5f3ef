package io.pfs.query;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What rows must fulfil. For a row it is true, false or unknown; those are found for which it is true. */
public sealed interface Condition {
    /** The same for all rows. */
    enum Constant implements Condition {
        ALWAYS(true),
        NEVER(false);

        private final boolean value;

        Constant(boolean value) {
            this.value = value;
        }

        public static Constant of(boolean value) {
            return value ? ALWAYS : NEVER;
        }

        public boolean value() {
            return value;
        }
    }

    /** All of them; none is one of these itself. */
    record And(List<Condition> parts) implements Condition {
        public And {
            parts = List.copyOf(parts);
            requireFlat(parts, And.class::isInstance);
        }
    }

    /** One of them at least; none is one of these itself. */
    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = List.copyOf(parts);
            requireFlat(parts, Or.class::isInstance);
        }
    }

    /** What is not so. Unknown stays unknown. */
    record Not(Condition part) implements Condition {}

    /** A condition on one field. */
    sealed interface Term extends Condition {
        Field field();
    }

    /** Unknown if there is no value, or one of another class. */
    record Compare(Field field, Comparison comparison, TagValue value) implements Term {
        public Compare {
            requireText(value);
        }
    }

    /** Equal to one of them, which are in their order and differ: as if compared with each, and an 'or' between. */
    record In(Field field, List<TagValue> values) implements Term {
        public In {
            QueryLimits.requireAtMost("members of 'in'", values.size(), QueryLimits.IN_MEMBERS_MAX);
            values.forEach(Condition::requireText);
            values = values.stream().sorted(OrderedValue::compare).distinct().toList();
            if (values.isEmpty()) {
                throw new PfsException(ErrorCode.USAGE, "'in' has no members");
            }
        }
    }

    /** Text or bytes that begin so; unknown for values of another type. */
    record Prefix(Field field, TagValue value) implements Term {
        public Prefix {
            requireRun("'prefix'", value);
        }
    }

    /** Text or bytes that have this in them; unknown for values of another type. */
    record Contains(Field field, TagValue value) implements Term {
        public Contains {
            requireRun("'contains'", value);
        }
    }

    /** Whether there is no value; never unknown. */
    record IsNull(Field field) implements Term {}

    /** All of these. Of none: always. */
    static Condition and(List<Condition> parts) {
        List<Condition> flat = new ArrayList<>();
        parts.forEach(part -> flat.addAll(part instanceof And and ? and.parts() : List.of(part)));
        return flat.isEmpty() ? Constant.ALWAYS : flat.size() == 1 ? flat.get(0) : new And(flat);
    }

    /** One of these at least. Of none: never. */
    static Condition or(List<Condition> parts) {
        List<Condition> flat = new ArrayList<>();
        parts.forEach(part -> flat.addAll(part instanceof Or or ? or.parts() : List.of(part)));
        return flat.isEmpty() ? Constant.NEVER : flat.size() == 1 ? flat.get(0) : new Or(flat);
    }

    /** From the one to the other, both of them too. */
    static Condition between(Field field, TagValue least, TagValue greatest) {
        return and(List.of(
                new Compare(field, Comparison.AT_LEAST, least), new Compare(field, Comparison.AT_MOST, greatest)));
    }

    /** The same of rows of another alias. */
    default Condition of(String alias) {
        if (this instanceof And and) {
            return new And(and.parts().stream().map(part -> part.of(alias)).toList());
        } else if (this instanceof Or or) {
            return new Or(or.parts().stream().map(part -> part.of(alias)).toList());
        } else if (this instanceof Not not) {
            return new Not(not.part().of(alias));
        } else if (this instanceof Compare of) {
            return new Compare(of.field().of(alias), of.comparison(), of.value());
        } else if (this instanceof In of) {
            return new In(of.field().of(alias), of.values());
        } else if (this instanceof Prefix of) {
            return new Prefix(of.field().of(alias), of.value());
        } else if (this instanceof Contains of) {
            return new Contains(of.field().of(alias), of.value());
        } else if (this instanceof IsNull of) {
            return new IsNull(of.field().of(alias));
        }
        return this;
    }

    /** What it consists of, if that are conditions. */
    default List<Condition> parts() {
        return this instanceof Not not ? List.of(not.part()) : List.of();
    }

    /** How many parentheses and nots stand one in the other when it is written. */
    default int nesting() {
        int most = 0;
        for (Condition part : parts()) {
            boolean hasParentheses =
                    this instanceof Not ? !part.parts().isEmpty() && !(part instanceof Not) : part instanceof Or;
            most = Math.max(most, part.nesting() + (hasParentheses ? 1 : 0));
        }
        return this instanceof Not ? most + 1 : most;
    }

    /** Terms in it. */
    default int terms() {
        return parts().isEmpty()
                ? 1
                : parts().stream().mapToInt(Condition::terms).sum();
    }

    private static void requireFlat(List<Condition> parts, Predicate<Condition> isSame) {
        if (parts.size() < 2 || parts.stream().anyMatch(isSame)) {
            throw new PfsException(
                    ErrorCode.INVARIANT_BROKEN, "'and' and 'or' have two parts at least, and none like themselves");
        }
    }

    private static void requireText(TagValue value) {
        if (value instanceof TagValue.OfString text) {
            Field.requireText("text of a query", text.value());
        }
    }

    private static void requireRun(String what, TagValue value) {
        requireText(value);
        ValueType type = ValueType.of(value);
        if (!type.isRun()) {
            throw new PfsException(ErrorCode.USAGE, what + " takes text or bytes, but this is a " + type.words());
        }
    }
}
