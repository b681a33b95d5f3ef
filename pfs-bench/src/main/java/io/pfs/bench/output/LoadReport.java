package io.pfs.bench.output;

import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Tally;
import io.pfs.bench.api.Windows;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What came of a load, for people. */
public final class LoadReport {
    private static final String HEAD = "%-16s %11s %8s %12s %8s %9s %9s %9s %9s %9s";
    private static final String LINE = "%-16s %,11d %8.2f %,12.0f %6.1f %% %,9.0f %,9.0f %,9.0f %,9.0f %,9.0f";
    private static final int WINDOWS_MIN = 2;
    private static final double MEGABYTE = 1e6;

    private final StringBuilder text = new StringBuilder();
    private final Measured measured;

    private LoadReport(Measured measured) {
        this.measured = measured;
    }

    public static String of(Measured measured) {
        LoadReport report = new LoadReport(measured);
        report.all();
        return report.text.toString();
    }

    static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    private void line(String form, Object... values) {
        text.append(format(form, values)).append('\n');
    }

    private void all() {
        line("load         %s: %s", measured.load(), measured.conditions());
        line(
                "loop         closed: a caller asks again when it was answered, so while a server stalls less is asked of it,");
        line(
                "             and percentiles hide what clients that come on their own would have waited; see max, and windows");
        line("");
        boolean hasBytes = measured.phases().stream().anyMatch(phase -> phase.bytesRead() + phase.bytesWritten() > 0);
        String bytesHead = hasBytes ? format(" %9s %9s", "read MB/s", "writ. MB/s") : "";
        line(
                HEAD + "%s",
                "phase",
                "count",
                "seconds",
                "a second",
                "of echo",
                "p50 us",
                "p90 us",
                "p99 us",
                "p99.9 us",
                "max us",
                bytesHead);
        measured.phases().forEach(phase -> addPhase(phase, hasBytes));
        addCeilings();
        addBatched();
        addWindows();
    }

    private void addPhase(PhaseResult phase, boolean hasBytes) {
        addLine(phase.name(), phase.count(), phase.seconds(), phase.all(), hasBytes);
        if (phase.tallies().size() > 1) {
            phase.tallies()
                    .forEach((operation, tally) ->
                            addLine("  " + operation.word(), tally.rows(), phase.seconds(), tally, hasBytes));
        }
    }

    private void addLine(String name, long count, double seconds, Tally tally, boolean hasBytes) {
        double perSecond = count / seconds;
        String bytes = hasBytes
                ? format(
                        " %,9.1f %,10.1f",
                        tally.bytesRead() / seconds / MEGABYTE, tally.bytesWritten() / seconds / MEGABYTE)
                : "";
        line(
                LINE + "%s",
                name,
                count,
                seconds,
                perSecond,
                100 * perSecond / measured.echoesPerSecond(),
                tally.micros(50),
                tally.micros(90),
                tally.micros(99),
                tally.micros(99.9),
                tally.maxMicros(),
                bytes);
    }

    private void addCeilings() {
        line("");
        line(
                "ceiling      echo of 64-byte frames over sockets of this machine, %d x %d in flight: %,.0f a second",
                measured.shape().clients(), measured.shape().inFlight(), measured.echoesPerSecond());
        measured.forcesPerSecond()
                .ifPresent(forces -> line(
                        "ceiling      bare writes with a force each, one after the other: %,.0f a second, %.2f %% of the echo",
                        forces, 100 * forces / measured.echoesPerSecond()));
    }

    /** Requests for many beside those for one, if there are both. */
    private void addBatched() {
        Optional<PhaseResult> one = phase("create");
        measured.phases().stream()
                .filter(phase -> phase.name().startsWith("create-"))
                .forEach(many -> one.ifPresent(single -> line(
                        "batches      %s beside one a request: %.2f times the rate",
                        many.name(), many.perSecond() / single.perSecond())));
    }

    private Optional<PhaseResult> phase(String name) {
        return measured.phases().stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst();
    }

    private void addWindows() {
        String length = Double.toString(measured.phases().get(0).windows().windowNs() / 1e9);
        List<PhaseResult> longOnes = measured.phases().stream()
                .filter(phase -> phase.windows().full() >= WINDOWS_MIN)
                .toList();
        line(
                "windows      of %s s, those in which all callers were at work; operations%s",
                length, longOnes.isEmpty() ? "; but each phase was too short" : "");
        for (PhaseResult phase : longOnes) {
            Windows windows = phase.windows();
            line(
                    "  %-16s %,4d of them, least %,.0f a second, mean %,.0f, least/mean %.2f",
                    phase.name(), windows.full(), windows.least(), windows.mean(), windows.least() / windows.mean());
        }
    }
}
