package io.pfs.hadoop.spark.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** Turns what Spark asks of rows into what can be decided before their cells are read. */
final class Predicates {
    private final Map<String, Field> fields;

    /** By the names of columns. */
    Predicates(Map<String, Field> fields) {
        this.fields = fields;
    }

    /** Empty if it has to be left to Spark. */
    Optional<Filter> filter(Expression predicate) {
        return filter(predicate, false);
    }

    private Optional<Filter> filter(Expression expression, boolean isNegated) {
        if (!(expression instanceof Predicate predicate)) {
            return Optional.empty();
        }
        Expression[] parts = predicate.children();
        return switch (predicate.name()) {
            case "AND" -> both(parts, isNegated, !isNegated);
            case "OR" -> both(parts, isNegated, isNegated);
            case "NOT" -> filter(parts[0], !isNegated);
            case "ALWAYS_TRUE" -> Optional.of(isNegated ? new Filter.Any(List.of()) : Filter.none());
            case "ALWAYS_FALSE" -> Optional.of(isNegated ? Filter.none() : new Filter.Any(List.of()));
            case "IS_NULL" -> present(parts[0]).map(field -> new Filter.IsNull(field, isNegated));
            case "IS_NOT_NULL" -> present(parts[0]).map(field -> new Filter.IsNull(field, !isNegated));
            case "IN" -> in(parts, isNegated);
            case "STARTS_WITH" -> text(parts, Filter.Within.START, isNegated);
            case "ENDS_WITH" -> text(parts, Filter.Within.END, isNegated);
            case "CONTAINS" -> text(parts, Filter.Within.ANYWHERE, isNegated);
            default -> comparison(predicate.name(), parts, isNegated);
        };
    }

    private Optional<Filter> both(Expression[] parts, boolean isNegated, boolean isAll) {
        Optional<Filter> left = filter(parts[0], isNegated);
        Optional<Filter> right = filter(parts[1], isNegated);
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        List<Filter> two = List.of(left.get(), right.get());
        return Optional.of(isAll ? new Filter.All(two) : new Filter.Any(two));
    }

    private Optional<Field> field(Expression expression) {
        return expression instanceof NamedReference reference && reference.fieldNames().length == 1
                ? Optional.ofNullable(fields.get(reference.fieldNames()[0]))
                : Optional.empty();
    }

    /** What a row says without its cells. */
    private Optional<Field> known(Expression expression) {
        return field(expression).filter(field -> !(field instanceof Field.Form));
    }

    /** The same where it is only asked whether there is anything: a form is there if it has a length. */
    private Optional<Field> present(Expression expression) {
        return field(expression).map(field -> field instanceof Field.Form form ? new Field.Length(form.form()) : field);
    }

    /** A value that can be compared with what a field has. */
    private static Optional<Object> value(Expression expression, Field field) {
        if (!(expression instanceof Literal<?> literal)
                || literal.value() == null
                || !literal.dataType().equals(field.type())) {
            return Optional.empty();
        }
        return Optional.of(literal.value()).filter(Predicates::isOrdered);
    }

    private static boolean isOrdered(Object value) {
        return value instanceof Long
                || value instanceof Double
                || value instanceof UTF8String
                || value instanceof byte[]
                || value instanceof Boolean;
    }

    private Optional<Filter> comparison(String sign, Expression[] parts, boolean isNegated) {
        if (parts.length != 2) {
            return Optional.empty();
        }
        return known(parts[0]).isPresent()
                ? comparison(parts[0], sign, parts[1], isNegated)
                : comparison(parts[1], turned(sign), parts[0], isNegated);
    }

    /** What a comparison becomes when its sides change places. */
    private static String turned(String sign) {
        return switch (sign) {
            case "<" -> ">";
            case ">" -> "<";
            case "<=" -> ">=";
            case ">=" -> "<=";
            default -> sign;
        };
    }

    private Optional<Filter> comparison(Expression left, String sign, Expression right, boolean isNegated) {
        Optional<Field> field = known(left);
        Optional<Object> value = field.flatMap(its -> value(right, its));
        if (field.isEmpty() || value.isEmpty()) {
            return Optional.empty();
        }
        return switch (sign) {
            case "=" -> compare(field.get(), Filter.Order.EQUAL, value.get(), isNegated);
            case "<=>" -> equal(field.get(), value.get(), isNegated);
            case "<>" -> compare(field.get(), Filter.Order.EQUAL, value.get(), !isNegated);
            case "<" -> compare(field.get(), Filter.Order.LESS, value.get(), isNegated);
            case "<=" -> compare(field.get(), Filter.Order.LESS_OR_EQUAL, value.get(), isNegated);
            case ">" -> compare(field.get(), Filter.Order.LESS_OR_EQUAL, value.get(), !isNegated);
            case ">=" -> compare(field.get(), Filter.Order.LESS, value.get(), !isNegated);
            default -> Optional.empty();
        };
    }

    /** Nothing does not equal a value, and that is certain. */
    private static Optional<Filter> equal(Field field, Object value, boolean isNegated) {
        Optional<Filter> compared = compare(field, Filter.Order.EQUAL, value, isNegated);
        return isNegated
                ? compared.map(filter -> new Filter.Any(List.of(filter, new Filter.IsNull(field, false))))
                : compared;
    }

    private static Optional<Filter> compare(Field field, Filter.Order order, Object value, boolean isNegated) {
        return Optional.of(new Filter.Compare(field, order, value, isNegated));
    }

    private Optional<Filter> in(Expression[] parts, boolean isNegated) {
        Optional<Field> field = known(parts[0]);
        if (field.isEmpty()) {
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (Expression each : Arrays.asList(parts).subList(1, parts.length)) {
            Optional<Object> value = value(each, field.get());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(new Filter.In(field.get(), values, isNegated));
    }

    private Optional<Filter> text(Expression[] parts, Filter.Within where, boolean isNegated) {
        Optional<Field> field = known(parts[0]).filter(its -> its.type().equals(DataTypes.StringType));
        return field.flatMap(its -> value(parts[1], its))
                .map(value -> new Filter.HasText(field.get(), where, (UTF8String) value, isNegated));
    }

    /** The names that a row can only have if this holds; empty if it may have any. */
    static Optional<Set<UTF8String>> names(Filter filter) {
        if (filter instanceof Filter.All all) {
            return all.parts().stream()
                    .map(Predicates::names)
                    .flatMap(Optional::stream)
                    .findFirst();
        } else if (filter instanceof Filter.Compare compare
                && compare.value() instanceof UTF8String name
                && compare.field() == Field.OfRow.NAME
                && compare.order() == Filter.Order.EQUAL
                && !compare.isNegated()) {
            return Optional.of(Set.of(name));
        } else if (filter instanceof Filter.In in && in.field() == Field.OfRow.NAME && !in.isNegated()) {
            return Optional.of(in.values().stream()
                    .flatMap(value -> value instanceof UTF8String name ? Stream.of(name) : Stream.empty())
                    .collect(Collectors.toSet()));
        }
        return Optional.empty();
    }
}
