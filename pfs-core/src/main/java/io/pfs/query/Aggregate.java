package io.pfs.query;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Locale;
import java.util.Optional;

/**
 * One of what is asked for of many rows.
 *
 * @param field what it is of; empty: of rows, which can be counted
 */
public record Aggregate(Function function, Optional<Field> field) implements SortKey {
    public static final Aggregate COUNT = new Aggregate(Function.COUNT, Optional.empty());

    /** What is made of the values of all rows. Rows without a value count for none of them. */
    public enum Function {
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX;

        /** As it is written in a query. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Aggregate {
        if (field.isEmpty() && function != Function.COUNT) {
            throw new PfsException(ErrorCode.USAGE, function.word() + " is of a field; * can only be counted");
        }
    }

    public static Aggregate of(Function function, Field field) {
        return new Aggregate(function, Optional.of(field));
    }
}
