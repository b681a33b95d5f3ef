package io.pfs.query.range;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says the same of rows with less: 'not' stands before single conditions alone, constants are gone, and what can't be true of any
 * row is {@link Condition.Constant#NEVER}. Of rows for which the condition is not true, it may be false where it was unknown, and the
 * other way round: it is for conditions that rows must fulfil, not for parts of others.
 */
public final class Simplifier {
    /** An 'or' is held against each field that must be something, so it must not be large. */
    private static final int LOOKED_INTO_TERMS_MAX = 64;

    private Simplifier() {}

    public static Condition simplify(Condition condition) {
        return positive(pushed(condition, false));
    }

    /** The condition, or its negation, with the nots at its terms. True, false and unknown stay where they are. */
    private static Condition pushed(Condition condition, boolean isNegated) {
        if (condition instanceof Condition.Not not) {
            return pushed(not.part(), !isNegated);
        } else if (condition instanceof Condition.Constant constant) {
            return Condition.Constant.of(constant.value() != isNegated);
        } else if (condition instanceof Condition.Term) {
            return isNegated ? negated(condition) : condition;
        }
        List<Condition> parts = new ArrayList<>();
        condition.parts().forEach(part -> parts.add(pushed(part, isNegated)));
        return condition instanceof Condition.And != isNegated ? Condition.and(parts) : Condition.or(parts);
    }

    private static Condition negated(Condition term) {
        return term instanceof Condition.Compare compare
                ? new Condition.Compare(compare.field(), compare.comparison().negated(), compare.value())
                : new Condition.Not(term);
    }

    /** Of what must be true, what can't be is dropped from each 'or', and makes an 'and' that. */
    private static Condition positive(Condition condition) {
        if (condition instanceof Condition.Or or) {
            List<Condition> parts = new ArrayList<>(new LinkedHashSet<>(simplified(or.parts())));
            parts.remove(Condition.Constant.NEVER);
            return parts.contains(Condition.Constant.ALWAYS) ? Condition.Constant.ALWAYS : Condition.or(parts);
        } else if (condition instanceof Condition.And and) {
            List<Condition> parts = new ArrayList<>(new LinkedHashSet<>(simplified(and.parts())));
            parts.remove(Condition.Constant.ALWAYS);
            boolean isNever = parts.contains(Condition.Constant.NEVER) || contradicts(Condition.and(parts));
            return isNever ? Condition.Constant.NEVER : Condition.and(parts);
        }
        return contradicts(condition) ? Condition.Constant.NEVER : condition;
    }

    private static List<Condition> simplified(List<Condition> parts) {
        return parts.stream().map(Simplifier::positive).toList();
    }

    /** Whether what is said of some field, by terms that must all be true and what else names it, can't be. */
    private static boolean contradicts(Condition condition) {
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        Map<Field, List<Condition>> byField = new LinkedHashMap<>();
        for (Condition part : parts) {
            Condition inside = part instanceof Condition.Not not ? not.part() : part;
            if (inside instanceof Condition.Term term) {
                byField.computeIfAbsent(term.field(), field -> new ArrayList<>())
                        .add(part);
            }
        }
        for (Condition part : parts) {
            if (part instanceof Condition.Or && part.terms() <= LOOKED_INTO_TERMS_MAX) {
                fieldsOf(part)
                        .forEach(field ->
                                byField.getOrDefault(field, new ArrayList<>()).add(part));
            }
        }
        return byField.entrySet().stream()
                .anyMatch(of -> Possible.of(Condition.and(of.getValue()), of.getKey())
                        .whenTrue()
                        .isEmpty());
    }

    private static Set<Field> fieldsOf(Condition condition) {
        Set<Field> fields = new LinkedHashSet<>();
        if (condition instanceof Condition.Term term) {
            fields.add(term.field());
        }
        condition.parts().forEach(part -> fields.addAll(fieldsOf(part)));
        return fields;
    }
}
