package io.pfs.hadoop.rows;

import io.pfs.client.table.Table;
import io.pfs.client.table.TableEstimate;
import io.pfs.client.table.TablePart;
import io.pfs.table.Column;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How a table is divided among tasks: evenly, by its slices.
 *
 * @param count of parts
 * @param rowsOfPage how many rows to ask for at a time
 * @param askedUntilNs until when it is asked which hosts have parts, of all parts together
 */
public record PartPlan(int count, int rowsOfPage, long askedUntilNs) {
    private static final long BYTES_OF_PART = 64 << 20;
    private static final long ROWS_OF_PART = 1 << 16;
    /** Fewer are not worth a task. */
    private static final long ROWS_OF_PART_MIN = 1 << 10;

    /** Of a cell whose length rows do not say; a file that is small, but no matter of a few bytes. */
    private static final long BYTES_OF_CELL_UNMEASURED = 16 << 10;

    private static final int ROWS_OF_PAGE_MAX = 1 << 13;

    private static final int PARTS_ASKED_MAX = 1 << 10;
    /** A job gains less by knowing more. */
    private static final long ASKED_NS = 10_000_000_000L;

    /**
     * So that no part is too large; and that all who work have one, if each is worth it.
     *
     * @param tasks that run at the same time
     * @param asked if the user says how many parts there shall be
     */
    public static PartPlan of(TableEstimate estimate, int tasks, OptionalInt asked) {
        double byBytes = Math.ceil(bytes(estimate) / BYTES_OF_PART);
        double byRows = Math.ceil(estimate.rows() / ROWS_OF_PART);
        double forAll = Math.min(tasks, Math.floor(estimate.rows() / ROWS_OF_PART_MIN));
        long wanted = asked.isPresent() ? asked.getAsInt() : (long) Math.max(byBytes, Math.max(byRows, forAll));
        int count = TablePart.countFor(wanted);
        return new PartPlan(count, estimate.rowsOfPage(count, ROWS_OF_PAGE_MAX), System.nanoTime() + ASKED_NS);
    }

    /** Of the whole table, with a guess where rows do not say it: better some tasks too many than one that has all of it. */
    public static double bytes(TableEstimate estimate) {
        return estimate.bytes() + estimate.rows() * estimate.columnsUnmeasured() * BYTES_OF_CELL_UNMEASURED;
    }

    /**
     * The hosts that are nearest to a part. Of very many parts, and of those for which no time is left, it is only where its server is, as it takes a request each to
     * know more.
     */
    public List<String> hostsOf(TablePart part, Table table, List<Column> columns) {
        return table.hostsOf(part, columns, asksFor(System.nanoTime()));
    }

    Duration asksFor(long nowNs) {
        return count <= PARTS_ASKED_MAX ? Duration.ofNanos(Math.max(0, askedUntilNs - nowNs)) : Duration.ZERO;
    }

    public List<TablePart> parts() {
        return IntStream.range(0, count).mapToObj(i -> new TablePart(i, count)).toList();
    }
}
