package io.pfs.bench.elastic;

import io.pfs.bench.api.Operation;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.util.List;

/** What was seen over time: a line for each phase, one for each second of each phase, and a curve for the first round of each part. */
public final class ElasticDrawn {
    private static final double NS_PER_S = 1e9;
    private static final double MEDIAN = 50;
    private static final double LATE = 99;
    private static final double MILLIS_TO_MICROS = 1e3;

    private final FigureTable phases = new FigureTable(
            "part",
            "round",
            "phase",
            "servers",
            "seconds",
            "operations",
            "p50_ms",
            "p99_ms",
            "create_p99_ms",
            "lookup_p99_ms",
            "remove_p99_ms",
            "max_ms");
    private final FigureTable windows = new FigureTable(
            "part", "round", "phase", "servers", "window", "from_s", "operations", "p50_us", "p99_us", "max_us");
    private final Chart chart;
    private long lost;

    ElasticDrawn(ElasticShape shape) {
        chart = new Chart(
                "servers that come and go",
                shape.rate() + " operations due a second, " + shape.seats() + " seats, first round of each part",
                "seconds since the round began",
                "p99 of each second, ms");
    }

    /** A line for each phase. */
    public FigureTable phases() {
        return phases;
    }

    /** A line for each second of each phase. */
    public FigureTable windows() {
        return windows;
    }

    public Chart chart() {
        return chart;
    }

    /** How many operations failed and changes were lost. */
    public long lost() {
        return lost;
    }

    void lost(long more) {
        lost += more;
    }

    /** Takes down a round that is over. */
    void add(String part, int round, List<Phase> ofRound) {
        for (Phase phase : ofRound) {
            phases.add(
                    part,
                    round,
                    phase.name(),
                    phase.servers(),
                    phase.seconds(),
                    phase.all().count(),
                    phase.all().millis(MEDIAN),
                    phase.all().millis(LATE),
                    phase.of(Operation.CREATE).millis(LATE),
                    phase.of(Operation.STAT).millis(LATE),
                    phase.of(Operation.REMOVE).millis(LATE),
                    phase.all().maxMillis());
            addWindows(part, round, phase, (phase.fromNs() - ofRound.get(0).fromNs()) / NS_PER_S);
        }
    }

    private void addWindows(String part, int round, Phase phase, double fromSeconds) {
        int number = 0;
        for (Latencies window : phase.windows()) {
            double atSeconds = fromSeconds + number;
            windows.add(
                    part,
                    round,
                    phase.name(),
                    phase.servers(),
                    number++,
                    atSeconds,
                    window.count(),
                    window.millis(MEDIAN) * MILLIS_TO_MICROS,
                    window.millis(LATE) * MILLIS_TO_MICROS,
                    window.maxMillis() * MILLIS_TO_MICROS);
            if (round == 1) {
                chart.add(part, atSeconds, window.millis(LATE));
            }
        }
    }
}
