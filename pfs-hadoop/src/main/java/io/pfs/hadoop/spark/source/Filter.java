package io.pfs.hadoop.spark.source;

import io.pfs.client.table.RowView;
import io.pfs.hadoop.rows.Condition;
import io.pfs.table.Column;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A condition on what is known of a row without its cells. It holds, or it does not: what Spark calls unknown does not, and a
 * negation is that of the comparison itself, which does not hold for nothing either.
 */
sealed interface Filter extends Condition, Serializable {
    /** One that holds for all rows. */
    static Filter none() {
        return new All(List.of());
    }

    /** Whether it is such a one. */
    default boolean isNone() {
        return this instanceof All all && all.parts().isEmpty();
    }

    /** Whether it holds for no row without a value there. */
    default boolean needsValueOf(Field field) {
        if (this instanceof All all) {
            return all.parts().stream().anyMatch(part -> part.needsValueOf(field));
        } else if (this instanceof Any any) {
            return any.parts().stream().allMatch(part -> part.needsValueOf(field));
        } else if (this instanceof IsNull isNull) {
            return isNull.isNegated() && isNull.field().equals(field);
        }
        return ((OfField) this).field().equals(field);
    }

    /** Whether it asks for what stands there. */
    default boolean names(Field field) {
        if (this instanceof All all) {
            return all.parts().stream().anyMatch(part -> part.names(field));
        } else if (this instanceof Any any) {
            return any.parts().stream().anyMatch(part -> part.names(field));
        } else if (this instanceof IsNull isNull) {
            return isNull.field().equals(field);
        }
        return ((OfField) this).field().equals(field);
    }

    /** The forms whose lengths it asks for. */
    default Set<String> lengths() {
        return Set.of();
    }

    /** Whether all of these hold. */
    record All(List<Filter> parts) implements Filter {
        @Override
        public boolean holds(RowView row, Map<String, Column> schema) {
            return parts.stream().allMatch(part -> part.holds(row, schema));
        }

        @Override
        public Set<String> lengths() {
            return lengthsOf(parts);
        }
    }

    /** Whether one of these holds. */
    record Any(List<Filter> parts) implements Filter {
        @Override
        public boolean holds(RowView row, Map<String, Column> schema) {
            return parts.stream().anyMatch(part -> part.holds(row, schema));
        }

        @Override
        public Set<String> lengths() {
            return lengthsOf(parts);
        }
    }

    private static Set<String> lengthsOf(List<Filter> parts) {
        Set<String> all = new LinkedHashSet<>();
        parts.forEach(part -> all.addAll(part.lengths()));
        return all;
    }

    /** What is said of one column. */
    sealed interface OfField extends Filter {
        Field field();

        boolean isNegated();

        /** What it says of a value, before it is negated. */
        boolean accepts(Object value);

        @Override
        default boolean holds(RowView row, Map<String, Column> schema) {
            Object value = value(field(), row, schema);
            return value != null && accepts(value) != isNegated();
        }

        @Override
        default Set<String> lengths() {
            return lengthsOf(field());
        }
    }

    private static Set<String> lengthsOf(Field field) {
        return field instanceof Field.Length length ? Set.of(length.form()) : Set.of();
    }

    private static @Nullable Object value(Field field, RowView row, Map<String, Column> schema) {
        if (field instanceof Field.OfRow known) {
            return known.of(row);
        } else if (field instanceof Field.Tag tag) {
            return tag.of(row.tags());
        }
        return field instanceof Field.Length length ? length.of(row, schema) : null;
    }

    /** How two values are compared. */
    enum Order {
        EQUAL {
            @Override
            boolean accepts(int comparison) {
                return comparison == 0;
            }
        },
        LESS {
            @Override
            boolean accepts(int comparison) {
                return comparison < 0;
            }
        },
        LESS_OR_EQUAL {
            @Override
            boolean accepts(int comparison) {
                return comparison <= 0;
            }
        };

        abstract boolean accepts(int comparison);
    }

    /** Compares with a value of the type of the field, as Spark orders these. */
    record Compare(Field field, Order order, Object value, boolean isNegated) implements OfField {
        @Override
        public boolean accepts(Object found) {
            return order.accepts(SparkOrder.compare(found, value));
        }
    }

    /**
     * Whether it is one of these.
     *
     * @param values in their order
     */
    record In(Field field, List<Object> values, boolean isNegated) implements OfField {
        public In {
            values = new ArrayList<>(values);
            values.sort(SparkOrder::compare);
        }

        @Override
        public boolean accepts(Object found) {
            return Collections.binarySearch(values, found, SparkOrder::compare) >= 0;
        }
    }

    /** What a text may have in it. */
    enum Within {
        START {
            @Override
            boolean accepts(UTF8String text, UTF8String part) {
                return text.startsWith(part);
            }
        },
        END {
            @Override
            boolean accepts(UTF8String text, UTF8String part) {
                return text.endsWith(part);
            }
        },
        ANYWHERE {
            @Override
            boolean accepts(UTF8String text, UTF8String part) {
                return text.contains(part);
            }
        };

        abstract boolean accepts(UTF8String text, UTF8String part);
    }

    /** Looks for a part of a text. */
    record HasText(Field field, Within where, UTF8String part, boolean isNegated) implements OfField {
        @Override
        public boolean accepts(Object found) {
            return where.accepts((UTF8String) found, part);
        }
    }

    /** Whether there is nothing. */
    record IsNull(Field field, boolean isNegated) implements Filter {
        @Override
        public boolean holds(RowView row, Map<String, Column> schema) {
            return (value(field, row, schema) == null) != isNegated;
        }

        @Override
        public Set<String> lengths() {
            return lengthsOf(field);
        }
    }
}
