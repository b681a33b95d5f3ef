package io.pfs.hadoop.spark.source;

import io.pfs.Check;
import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Takes over what can be done without reading cells that are not wanted. */
final class PfsScanBuilder
        implements SupportsPushDownRequiredColumns,
                SupportsPushDownV2Filters,
                SupportsPushDownLimit,
                SupportsPushDownTopN,
                SupportsPushDownAggregates {
    private static final String PARTITIONS = "partitions";

    private final Place place;
    private final Map<String, Field> byName = new HashMap<>();
    private final OptionalInt partitions;
    private List<Field> fields;
    private List<Predicate> pushed = List.of();
    private Filter filter = Filter.none();
    private int limit = ReadSpec.NO_LIMIT;
    private Optional<FirstRows> first = Optional.empty();
    private boolean isCount;

    PfsScanBuilder(Place place, List<Field> fields, CaseInsensitiveStringMap options) {
        this.place = place;
        this.fields = fields;
        this.fields.forEach(field -> byName.put(field.sparkName(), field));
        this.partitions = partitions(options);
    }

    private static OptionalInt partitions(CaseInsensitiveStringMap options) {
        if (!options.containsKey(PARTITIONS)) {
            return OptionalInt.empty();
        }
        int count = options.getInt(PARTITIONS, 0);
        if (count < 1) {
            throw new IllegalArgumentException(
                    "option '" + PARTITIONS + "' is how many tasks read a table, 1 or more, not " + count);
        }
        return OptionalInt.of(count);
    }

    @Override
    public void pruneColumns(StructType required) {
        if (!isCount) {
            fields = Arrays.stream(required.fieldNames())
                    .map(name ->
                            Check.present(byName.get(name), "a column that Spark wants is one that it was told of"))
                    .toList();
        }
    }

    /** Returns those that Spark has to look at itself. */
    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        Predicates translator = new Predicates(byName);
        List<Predicate> taken = new ArrayList<>();
        List<Predicate> left = new ArrayList<>();
        List<Filter> filters = new ArrayList<>();
        for (Predicate predicate : predicates) {
            Optional<Filter> its = translator.filter(predicate);
            its.ifPresent(filters::add);
            (its.isPresent() ? taken : left).add(predicate);
        }
        pushed = taken;
        filter = filters.isEmpty() ? Filter.none() : new Filter.All(filters);
        return left.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    /** Each part reads no more; how many parts that takes Spark finds out. */
    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    /** Each task reads at least the first of its rows, and Spark finds out which are the first of all. */
    @Override
    public boolean pushTopN(SortOrder[] orders, int rows) {
        boolean isKnown = filter.lengths().stream().allMatch(Column.CONTENT_NAME::equals);
        first = isKnown ? FirstRows.of(orders, rows, byName, filter) : Optional.empty();
        return first.isPresent();
    }

    @Override
    public boolean isPartiallyPushed() {
        return true;
    }

    /** How many rows there are, of each part; Spark adds them up. */
    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        boolean isCountOfAll = aggregation.groupByExpressions().length == 0
                && aggregation.aggregateExpressions().length == 1
                && aggregation.aggregateExpressions()[0] instanceof CountStar;
        isCount = isCountOfAll;
        return isCountOfAll;
    }

    @Override
    public Scan build() {
        String query = ServerQuery.search(filter).orElse("");
        ReadSpec spec = new ReadSpec(place, fields, filter, query, limit, isCount);
        return new PfsScan(spec, pushed.stream().map(Predicate::toString).toList(), first, partitions);
    }
}
