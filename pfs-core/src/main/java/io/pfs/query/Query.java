package io.pfs.query;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What is asked of a sorted file. One that exists keeps the limits, and its fields are of rows that it is about; whether there
 * are such fields is not known here.
 *
 * @param aggregates what is asked for of the rows; empty: the rows themselves
 * @param tables paths of those of the file's tables whose rows are meant; empty: all, or those of the join
 * @param groupBy what rows have in common that are aggregated together; empty: they all are
 * @param limit how many rows or groups at most; empty: all
 */
public record Query(
        List<Aggregate> aggregates,
        List<String> tables,
        Optional<Join> join,
        Condition where,
        Optional<Field> groupBy,
        List<Ordering> orderBy,
        OptionalLong limit) {

    public Query {
        aggregates = List.copyOf(aggregates);
        tables = List.copyOf(tables);
        orderBy = List.copyOf(orderBy);
        QueryLimits.requireAtMost("things selected", aggregates.size(), QueryLimits.AGGREGATES_MAX);
        QueryLimits.requireAtMost("tables", tables.size(), QueryLimits.TABLES_MAX);
        QueryLimits.requireAtMost("keys of 'order by'", orderBy.size(), QueryLimits.ORDERINGS_MAX);
        QueryLimits.requireAtMost("conditions", where.terms(), QueryLimits.TERMS_MAX);
        QueryLimits.requireAtMost("parentheses and nots in each other", where.nesting(), QueryLimits.NESTING_MAX);
        tables.forEach(Query::requireTable);
        requireThat(join.isEmpty() || tables.isEmpty(), "the tables of a join are the only ones");
        requireThat(groupBy.isEmpty() || !aggregates.isEmpty(), "'group by' is for count, sum, avg, min and max");
        requireThat(limit.isEmpty() || limit.getAsLong() >= 0, "a limit is not less than 0");
        for (Ordering ordering : orderBy) {
            requireOrderable(ordering.key(), aggregates, groupBy);
        }
        for (Field field : fields(aggregates, where, groupBy, orderBy)) {
            requireAlias(field, join);
        }
    }

    /** All rows that fulfil a condition. */
    public static Query where(Condition condition) {
        return new Query(
                List.of(), List.of(), Optional.empty(), condition, Optional.empty(), List.of(), OptionalLong.empty());
    }

    /** The same with another condition. */
    public Query withWhere(Condition condition) {
        return new Query(aggregates, tables, join, condition, groupBy, orderBy, limit);
    }

    /** The path, unless it is not one of a table: from the root, without empty steps, dots, or a slash at its end. */
    public static String requireTable(String path) {
        Field.requireText("path of a table", path);
        QueryLimits.requireAtMost(
                "bytes of the path of a table",
                path.getBytes(StandardCharsets.UTF_8).length,
                QueryLimits.PATH_BYTES_MAX);
        boolean isPath = path.startsWith("/");
        for (String step : path.substring(Math.min(1, path.length())).split("/", -1)) {
            isPath &= !step.isEmpty() && !step.equals(".") && !step.equals("..") && step.indexOf(0) < 0;
        }
        if (!isPath && !path.equals("/")) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID, "'" + path + "' is not the path of a table, such as /photos/2026");
        }
        return path;
    }

    /** The fields that it names, but for those a join is on, each once. */
    public Set<Field> fields() {
        return fields(aggregates, where, groupBy, orderBy);
    }

    private static Set<Field> fields(
            List<Aggregate> aggregates, Condition where, Optional<Field> groupBy, List<Ordering> orderBy) {
        Set<Field> fields = new LinkedHashSet<>();
        aggregates.forEach(aggregate -> aggregate.field().ifPresent(fields::add));
        addFields(where, fields);
        groupBy.ifPresent(fields::add);
        for (Ordering ordering : orderBy) {
            if (ordering.key() instanceof Field field) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static void addFields(Condition condition, Set<Field> fields) {
        if (condition instanceof Condition.Term term) {
            fields.add(term.field());
        }
        condition.parts().forEach(part -> addFields(part, fields));
    }

    private static void requireOrderable(SortKey key, List<Aggregate> aggregates, Optional<Field> groupBy) {
        List<SortKey> known = new ArrayList<>(aggregates);
        groupBy.ifPresent(known::add);
        boolean isKnown = aggregates.isEmpty() ? key instanceof Field : known.contains(key);
        requireThat(
                isKnown,
                aggregates.isEmpty()
                        ? "rows are ordered by their fields; count, sum, avg, min and max are of groups"
                        : "groups are ordered by what they are grouped by, or by what is selected");
    }

    private static void requireAlias(Field field, Optional<Join> join) {
        boolean isKnown =
                join.isEmpty() ? field.alias().isEmpty() : join.orElseThrow().hasAlias(field.alias());
        requireThat(
                isKnown,
                join.isEmpty()
                        ? "the " + field.words() + " is of '" + field.alias() + "', but there is no join"
                        : "the " + field.words() + " must be of '"
                                + join.orElseThrow().left().alias() + "' or of '"
                                + join.orElseThrow().right().alias() + "'");
    }

    private static void requireThat(boolean holds, String rule) {
        if (!holds) {
            throw new PfsException(ErrorCode.USAGE, rule);
        }
    }
}
