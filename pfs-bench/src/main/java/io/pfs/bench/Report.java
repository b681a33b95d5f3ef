package io.pfs.bench;

import java.util.List;
import java.util.Locale;

/** The table that people read. */
public final class Report {
    private static final String LINE = "%-34s %-7s %14s %14s %7s %8s  %s%n";

    private Report() {}

    static String text(Machine machine, boolean quick, List<Result> results) {
        StringBuilder text = new StringBuilder();
        text.append(text(machine));
        add(text, "rounds       %s%n%n", quick ? "quick: rough figures" : "full");
        add(text, LINE, "operations/s", "mode", "PFS", "ceiling", "ratio", "wanted", "");
        results.stream().filter(result -> !result.isBound()).forEach(result -> addRatio(text, result));
        if (results.stream().anyMatch(Result::isBound)) {
            add(text, "%n" + LINE, "sizes", "unit", "PFS", "at most", "", "", "");
            results.stream().filter(Result::isBound).forEach(result -> addBound(text, result));
        }
        return text.toString();
    }

    /** Some lines, each with its end. */
    public static String text(Machine machine) {
        StringBuilder text = new StringBuilder();
        add(text, "machine      %d cores, %s, memory %s%n", machine.cores(), machine.cpu(), machine.memory());
        add(text, "java         %s%n", machine.jdk());
        machine.disk()
                .ifPresent(disk -> add(
                        text,
                        "disk         %s at %s, a write with force takes %.0f us%n",
                        disk.fileSystem(),
                        disk.folder(),
                        disk.forceMicros()));
        return text.toString();
    }

    private static void addRatio(StringBuilder text, Result result) {
        add(
                text,
                LINE,
                result.name(),
                result.mode(),
                grouped(result.figure()),
                grouped(result.ceiling()),
                percent(result.ratio()),
                result.isTold() ? "" : percent(result.wanted()),
                verdict(result));
    }

    private static void addBound(StringBuilder text, Result result) {
        String figure = String.format(Locale.ROOT, "%.1f", result.figure());
        String most = result.isTold() ? "" : String.format(Locale.ROOT, "%.1f", result.ceiling());
        add(text, LINE, result.name(), result.mode(), figure, most, "", "", verdict(result));
    }

    private static String verdict(Result result) {
        if (result.isTold()) {
            return "";
        }
        return result.isMet() ? "met" : "NOT met";
    }

    private static String grouped(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
