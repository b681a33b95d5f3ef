package io.pfs.server.tag;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.index.IndexedField;
import io.pfs.query.range.FieldRanges;
import io.pfs.query.range.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what indexes tell of a condition. */
final class ConditionPlanner {
    /** So many keys cost about what one row costs that is looked up. */
    private static final int KEYS_PER_ROW = 4;
    /** Fewer rows are looked up at once, without other indexes. */
    private static final int FEW_ROWS = 64;

    private final FieldIndexes indexes;
    private final RangeCounter counter;

    ConditionPlanner(FieldIndexes indexes, RangeCounter counter) {
        this.indexes = indexes;
        this.counter = counter;
    }

    /** Nothing, if rows with no value that an index knows may fulfil it. */
    Optional<Narrowing> plan(Condition condition) {
        if (condition.equals(Condition.Constant.NEVER)) {
            return Optional.of(new Narrowing.NoRow());
        }
        List<Narrowing> parts = new ArrayList<>();
        for (Field field : fieldsOf(condition)) {
            indexes.of(field).flatMap(index -> ofField(index, condition, field)).ifPresent(parts::add);
        }
        if (condition instanceof Condition.And and) {
            and.parts().stream()
                    .filter(or -> or instanceof Condition.Or && fieldsOf(or).size() > 1)
                    .forEach(or -> plan(or).ifPresent(parts::add));
        } else if (condition instanceof Condition.Or or && parts.isEmpty()) {
            return anyOf(or);
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(allOf(parts));
    }

    private Optional<Narrowing> ofField(IndexedField index, Condition condition, Field field) {
        FieldRanges ranges = FieldRanges.of(condition, field);
        if (ranges.isEmpty()) {
            return Optional.of(new Narrowing.NoRow());
        } else if (ranges.values().hasNull()) {
            return Optional.empty();
        }
        List<KeyRange> these = ranges.values().ranges();
        return Optional.of(new Narrowing.OneIndex(index, field, these, counter.count(index, these)));
    }

    private Optional<Narrowing> anyOf(Condition.Or or) {
        List<Narrowing> parts = new ArrayList<>();
        for (Condition each : or.parts()) {
            Optional<Narrowing> planned = plan(each);
            if (planned.isEmpty()) {
                return Optional.empty();
            }
            planned.filter(some -> !(some instanceof Narrowing.NoRow)).ifPresent(parts::add);
        }
        return Optional.of(parts.isEmpty() ? new Narrowing.NoRow() : new Narrowing.AnyOf(parts));
    }

    /** The fewest first, and of the others those that cost less to read than what they spare. */
    private static Narrowing allOf(List<Narrowing> parts) {
        List<Narrowing> ascending = parts.stream()
                .sorted(Comparator.comparingLong(some -> some.estimate().keys()))
                .toList();
        Narrowing first = ascending.get(0);
        long rows = first.estimate().keys();
        List<Narrowing> helpful = rows <= FEW_ROWS
                ? List.of(first)
                : ascending.stream()
                        .filter(some -> some == first || some.estimate().keys() <= rows * KEYS_PER_ROW)
                        .toList();
        return helpful.size() == 1 ? first : new Narrowing.AllOf(helpful);
    }

    private static Set<Field> fieldsOf(Condition condition) {
        Set<Field> fields = new LinkedHashSet<>();
        addFields(condition, fields);
        return fields;
    }

    private static void addFields(Condition condition, Set<Field> fields) {
        if (condition instanceof Condition.Term term) {
            fields.add(term.field());
        }
        condition.parts().forEach(each -> addFields(each, fields));
    }
}
