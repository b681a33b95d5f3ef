package io.pfs.bench.output;

import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Tally;
import io.pfs.bench.api.Windows;
import java.util.List;

/** Figures for programs. docs/BENCHMARKS.md explains the columns. */
public final class FigureLines {
    static final List<String> OF_PHASES = List.of(
            "load",
            "target",
            "mode",
            "clients",
            "in_flight",
            "files",
            "seed",
            "phase",
            "operation",
            "count",
            "seconds",
            "per_second",
            "bytes_read",
            "bytes_written",
            "p50_us",
            "p90_us",
            "p99_us",
            "p99_9_us",
            "max_us",
            "echo_per_second",
            "force_per_second");

    static final List<String> OF_WINDOWS = List.of(
            "load",
            "target",
            "mode",
            "clients",
            "in_flight",
            "files",
            "seed",
            "phase",
            "window",
            "from_s",
            "length_s",
            "count",
            "per_second",
            "full",
            "echo_per_second");

    private FigureLines() {}

    /** A line for each phase; of one with several operations, then one for each of these. */
    public static String phases(Measured measured) {
        Csv lines = new Csv(OF_PHASES);
        for (PhaseResult phase : measured.phases()) {
            boolean isOne = phase.tallies().size() == 1;
            String operation = isOne ? phase.tallies().firstKey().word() : "all";
            add(lines, measured, phase, operation, phase.count(), phase.all());
            if (!isOne) {
                phase.tallies().forEach((each, tally) -> add(lines, measured, phase, each.word(), tally.rows(), tally));
            }
        }
        return lines.toString();
    }

    private static void add(
            Csv lines, Measured measured, PhaseResult phase, String operation, long count, Tally tally) {
        lines.add(
                measured.load(),
                measured.target().orElse(""),
                measured.mode(),
                measured.shape().clients(),
                measured.shape().inFlight(),
                measured.shape().files(),
                measured.shape().seed(),
                phase.name(),
                operation,
                count,
                phase.seconds(),
                count / phase.seconds(),
                tally.bytesRead(),
                tally.bytesWritten(),
                tally.micros(50),
                tally.micros(90),
                tally.micros(99),
                tally.micros(99.9),
                tally.maxMicros(),
                measured.echoesPerSecond(),
                measured.forcesPerSecond().orElse(Double.NaN));
    }

    /** A line for each window of each phase. */
    public static String windows(Measured measured) {
        Csv lines = new Csv(OF_WINDOWS);
        for (PhaseResult phase : measured.phases()) {
            Windows windows = phase.windows();
            for (int i = 0; i < windows.counts().size(); i++) {
                lines.add(
                        measured.load(),
                        measured.target().orElse(""),
                        measured.mode(),
                        measured.shape().clients(),
                        measured.shape().inFlight(),
                        measured.shape().files(),
                        measured.shape().seed(),
                        phase.name(),
                        i,
                        windows.fromSeconds(i),
                        windows.lengthSeconds(i),
                        windows.counts().get(i),
                        windows.perSecond(i),
                        windows.isFull(i) ? 1 : 0,
                        measured.echoesPerSecond());
            }
        }
        return lines.toString();
    }
}
