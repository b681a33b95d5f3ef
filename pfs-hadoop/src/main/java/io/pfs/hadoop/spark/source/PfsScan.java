package io.pfs.hadoop.spark.source;

import io.pfs.client.table.Table;
import io.pfs.client.table.TableEstimate;
import io.pfs.client.table.TablePart;
import io.pfs.hadoop.fs.Errors;
import io.pfs.hadoop.rows.PartPlan;
import io.pfs.hadoop.rows.Wanted;
import io.pfs.table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a table: it plans which task reads what. What the table has and how large it is, it asks once, however often
 * Spark plans with it.
 */
final class PfsScan implements Batch, SupportsReportStatistics {
    /** What Spark has of a row beside its cells. */
    private static final long ROW_BYTES = 100;
    /** More names than this are not looked up one by one. */
    private static final int NAMES_MAX = 10_000;

    private static final int NAMES_OF_TASK = 1000;

    private final ReadSpec spec;
    private final List<String> pushed;
    private final Optional<FirstRows> first;
    private final OptionalInt partitions;
    private @Nullable Seen seen;

    /**
     * What the plan goes by.
     *
     * @param columns those that are read
     */
    private record Seen(List<Column> columns, TableEstimate estimate) {}

    /**
     * One.
     *
     * @param pushed the filters as Spark writes them
     * @param first if only the first rows in an order are wanted
     * @param partitions as the user wants it
     */
    PfsScan(ReadSpec spec, List<String> pushed, Optional<FirstRows> first, OptionalInt partitions) {
        this.spec = spec;
        this.pushed = pushed;
        this.first = first;
        this.partitions = partitions;
    }

    @Override
    public StructType readSchema() {
        return spec.isCount()
                ? new StructType(
                        new StructField[] {new StructField("count(*)", DataTypes.LongType, false, Metadata.empty())})
                : Fields.schema(spec.fields());
    }

    @Override
    public String description() {
        Wanted wanted = spec.wanted();
        return "pfs " + spec.place().uri() + " Forms: " + wanted.forms() + ", PushedFilters: " + pushed
                + (spec.limit() == ReadSpec.NO_LIMIT ? "" : ", PushedLimit: " + spec.limit())
                + first.map(rows -> ", PushedTopN: " + rows.words()).orElse("")
                + (spec.isCount() ? ", PushedAggregates: [COUNT(*)]" : "")
                + (asked().isEmpty() ? "" : ", Queries: " + asked());
    }

    /** What servers are asked to look for, if they are. */
    private List<String> asked() {
        List<String> parts = spec.query().isEmpty() ? List.of() : List.of(spec.query());
        return first.map(rows -> rows.tasks().stream().map(Task.OfFirst::query).toList())
                .orElse(parts);
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new FilesOfPart.Factory(spec);
    }

    private synchronized Seen seen(Table table) throws IOException {
        Seen known = seen;
        if (known == null) {
            known = Errors.read(spec.place().uri(), () -> {
                List<Column> columns = columns(table);
                return new Seen(columns, table.estimate(columns));
            });
            seen = known;
        }
        return known;
    }

    private List<Column> columns(Table table) {
        List<String> forms = spec.wanted().forms();
        return table.columns().stream()
                .filter(column -> forms.contains(column.name()))
                .toList();
    }

    @Override
    public Statistics estimateStatistics() {
        TableEstimate found = Place.asked(() -> seen(spec.place().open()).estimate());
        return new Statistics() {
            /** A guess might have Spark send a huge table to all tasks; without a size it takes it for large. */
            @Override
            public OptionalLong sizeInBytes() {
                return found.columnsUnmeasured() > 0
                        ? OptionalLong.empty()
                        : OptionalLong.of((long) (found.bytes() + found.rows() * ROW_BYTES));
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.of((long) found.rows());
            }

            @Override
            public Map<NamedReference, ColumnStatistics> columnStats() {
                return Map.of();
            }
        };
    }

    @Override
    public InputPartition[] planInputPartitions() {
        Optional<Set<UTF8String>> names = Predicates.names(spec.filter()).filter(some -> some.size() <= NAMES_MAX);
        return names.map(PfsScan::byName)
                .or(() -> first.map(rows -> List.<InputPartition>copyOf(rows.tasks())))
                .orElseGet(() -> Place.asked(this::byPart))
                .toArray(InputPartition[]::new);
    }

    private static List<InputPartition> byName(Set<UTF8String> names) {
        List<UTF8String> sorted = List.copyOf(new TreeSet<>(names));
        List<InputPartition> tasks = new ArrayList<>();
        for (int from = 0; from < sorted.size(); from += NAMES_OF_TASK) {
            int to = Math.min(sorted.size(), from + NAMES_OF_TASK);
            tasks.add(Task.OfNames.of(sorted.subList(from, to)));
        }
        return tasks;
    }

    private List<InputPartition> byPart() throws IOException {
        Table table = spec.place().open();
        int cores = SparkContext.getOrCreate().defaultParallelism();
        Seen known = seen(table);
        PartPlan plan = PartPlan.of(known.estimate(), cores, partitions);
        List<InputPartition> tasks = new ArrayList<>();
        for (TablePart part : plan.parts()) {
            String[] hosts = Errors.read(spec.place().uri(), () -> plan.hostsOf(part, table, known.columns()))
                    .toArray(String[]::new);
            tasks.add(new Task.OfPart(part.index(), part.count(), plan.rowsOfPage(), hosts));
        }
        return tasks;
    }
}
