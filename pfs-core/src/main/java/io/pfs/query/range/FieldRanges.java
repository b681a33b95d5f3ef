package io.pfs.query.range;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import java.util.List;

/**
 * Where to look in an index of one field for the rows that fulfil a condition.
 *
 * @param values nothing else can be the field's value in such a row
 * @param residual what must be decided for a row whose value is one of these; always, if nothing
 */
public record FieldRanges(Field field, ValueSet values, Condition residual) {
    public static FieldRanges of(Condition condition, Field field) {
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        List<Condition> open = parts.stream()
                .filter(part -> !Possible.of(part, field).isExact())
                .toList();
        return new FieldRanges(field, Possible.of(condition, field).whenTrue(), Condition.and(open));
    }

    /** Whether the ranges alone decide. */
    public boolean isExact() {
        return residual.equals(Condition.Constant.ALWAYS);
    }

    /** Whether no row at all can fulfil the condition. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Whether the index is of no use: rows with any value, and without, may fulfil the condition. */
    public boolean isUnbounded() {
        return values.equals(ValueSet.EVERYTHING);
    }
}
