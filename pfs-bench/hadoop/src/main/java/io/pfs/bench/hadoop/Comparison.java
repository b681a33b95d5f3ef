package io.pfs.bench.hadoop;

import java.util.Locale;
import java.util.Optional;

/** The figures as people read them: what the first store does, what each other does, and whether that is what is wanted. */
final class Comparison {
    private static final String HEAD = "%-24s %7s %12s %10s  %s%n";
    private static final String BESIDE = "%-24s %7s %12s %10s  %-8s %12s %8s %8s  %s%n";

    private final Figures figures;
    private final String first;
    private final StringBuilder text = new StringBuilder();

    /**
     * @param first which store is shown beside the others
     */
    Comparison(Figures figures, String first) {
        this.figures = figures;
        this.first = first;
    }

    String text() {
        add(BESIDE, "a second", "threads", first, "wanted", "beside", "", "times", "wanted", "");
        figures.keys().forEach(this::add);
        return text.toString();
    }

    private void add(Figures.Key key) {
        double ours = figures.of(key, first);
        Optional<Double> wanted = isOurs() ? Wanted.perSecond(key) : Optional.empty();
        String least = wanted.map(Comparison::grouped).orElse("");
        String verdict = verdict(ours, wanted);
        add(HEAD, key.what(), key.threads(), grouped(ours), least, verdict);
        for (String other : Systems.BESIDE) {
            double its = figures.of(key, other);
            if (!Double.isNaN(its) && !other.equals(first)) {
                addBeside(key, other, its, ours / its);
            }
        }
    }

    private void addBeside(Figures.Key key, String other, double its, double times) {
        Optional<Double> wanted = isOurs() ? Wanted.times(key, other) : Optional.empty();
        String least = wanted.map(Comparison::times).orElse("");
        String verdict = isLessElsewhere(key, other) ? "or" : verdict(times, wanted);
        add(BESIDE, "", "", "", "", other, grouped(its), times(times), least, verdict);
    }

    /** Beside HDFS, or most of what the disk takes: where both are there the lower of them is wanted. */
    private boolean isLessElsewhere(Figures.Key key, String other) {
        return switch (other) {
            case Systems.HDFS -> limit(key, Systems.APPENDS) < limit(key, other);
            case Systems.APPENDS -> limit(key, Systems.HDFS) <= limit(key, other);
            default -> false;
        };
    }

    private double limit(Figures.Key key, String other) {
        return Wanted.times(key, other)
                .map(times -> times * figures.of(key, other))
                .orElse(Double.NaN);
    }

    private boolean isOurs() {
        return first.equals(Systems.PFS);
    }

    private static String verdict(double is, Optional<Double> wanted) {
        return wanted.map(least -> is >= least ? "met" : "NOT met").orElse("");
    }

    private static String grouped(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String times(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
