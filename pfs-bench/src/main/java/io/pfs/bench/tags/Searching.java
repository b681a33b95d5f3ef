package io.pfs.bench.tags;

import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import io.pfs.bench.whole.Desk;
import java.util.Random;

/** The same ranges of values searched in all ways, in turns. */
final class Searching {
    private static final int[] PERCENTS = {1, 5, 10, 34, 50};
    private static final double SCAN_WANTED_AT_ONE = 50;

    private final TagsShape shape;
    private final TagRows indexed;
    private final TagRows plain;
    private final Ways ways;
    private final Random random;
    private final FigureTable table = new FigureTable(
            "percent", "rows", "index_ms", "external_stats_ms", "external_batches_ms", "search_all_ms", "crawl_ms");
    private final Chart chart;

    Searching(Ground ground, Setting.Set set, TagsShape shape) {
        this.shape = shape;
        this.indexed = set.indexed();
        this.plain = set.plain().rows();
        this.ways = new Ways(ground, set.plain());
        this.random = new Random(shape.seed());
        this.chart = new Chart(
                "Rows found by a tag",
                shape.rows() + " rows, mode sync, the middle of " + shape.rounds() + " rounds",
                "percent of the rows that are found",
                "rows found a second");
    }

    /** Finds the rows with values from one on, and below another. */
    private interface Way {
        long find(long from, long below);
    }

    TagsDrawn measure(Desk desk) {
        crawlSeconds(1); // so that what counts runs compiled code
        for (int percent : PERCENTS) {
            measure(desk, percent);
        }
        return new TagsDrawn(table, chart);
    }

    private void measure(Desk desk, int percent) {
        double[][] seconds = new double[4][shape.rounds()];
        for (int round = 0; round < shape.rounds(); round++) {
            seconds[0][round] = seconds(percent, (from, below) -> Ways.found(indexed.table(), query(from, below)));
            seconds[1][round] = seconds(percent, ways::externalWithStats);
            seconds[2][round] = seconds(percent, ways::externalWithBatches);
            seconds[3][round] = seconds(percent, (from, below) -> Ways.found(plain.table(), query(from, below)));
        }
        double crawl = crawlSeconds(percent);
        double[] middles = new double[seconds.length];
        for (int i = 0; i < middles.length; i++) {
            middles[i] = Middle.of(seconds[i]);
        }
        tell(desk, percent, middles, crawl);
        draw(percent, middles, crawl);
    }

    private double crawlSeconds(int percent) {
        return seconds(percent, ways::crawl);
    }

    private static String query(long from, long below) {
        return TagRows.TAG + " >= " + from + " and " + TagRows.TAG + " < " + below;
    }

    private double seconds(int percent, Way way) {
        long rows = rows(percent);
        long from = random.nextLong(shape.rows() - rows + 1);
        return Middle.seconds(() -> {
            long found = way.find(from, from + rows);
            Middle.require(found == rows, found + " rows were found, and " + rows + " are there");
        });
    }

    private long rows(int percent) {
        return Math.max(1, (long) shape.rows() * percent / 100);
    }

    /** Rows found a second. */
    private void tell(Desk desk, int percent, double[] middles, double crawl) {
        double rows = rows(percent);
        double ours = rows / middles[0];
        String name = "search " + percent + " %, ";
        double ofScan = percent == 1 ? SCAN_WANTED_AT_ONE : 0;
        desk.ratio(name + "external, stats", "rows/s", ours, rows / middles[1], 1);
        desk.ratio(name + "external, batches", "rows/s", ours, rows / middles[2], 0);
        desk.ratio(name + "all rows", "rows/s", ours, rows / middles[3], ofScan);
        desk.ratio(name + "crawl", "rows/s", ours, rows / crawl, ofScan);
    }

    private void draw(int percent, double[] middles, double crawl) {
        table.add(
                percent,
                rows(percent),
                middles[0] * 1e3,
                middles[1] * 1e3,
                middles[2] * 1e3,
                middles[3] * 1e3,
                crawl * 1e3);
        double rows = rows(percent);
        chart.add("index of PFS", percent, rows / middles[0]);
        chart.add("external index, stats", percent, rows / middles[1]);
        chart.add("external, many stats", percent, rows / middles[2]);
        chart.add("PFS without an index", percent, rows / middles[3]);
        chart.add("crawl", percent, rows / crawl);
    }
}
