package io.pfs.server.exchange;

import io.pfs.env.Clock;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows progress to people: on a terminal one line that changes, elsewhere a line every few seconds. */
public final class ProgressBar implements Progress {
    private static final long TERMINAL_PERIOD_NS = 200_000_000;
    private static final long LINE_PERIOD_NS = 5_000_000_000L;
    /** A first estimate is worth nothing. */
    private static final long ETA_FROM_NS = 2_000_000_000;

    private static final int BAR_CELLS = 10;
    private static final int LINE_LENGTH = 79;

    /** What is done one by one. */
    public enum Counted {
        /** Of which the bytes matter, too. */
        FILES,
        ROWS
    }

    private final PrintWriter out;
    private final Clock clock;
    private final boolean terminal;
    private final Counted counted;
    private final long startNs;
    private long lastNs;
    private boolean shown;

    public ProgressBar(PrintWriter out, Clock clock, boolean terminal) {
        this(out, clock, terminal, Counted.FILES);
    }

    public ProgressBar(PrintWriter out, Clock clock, boolean terminal, Counted counted) {
        this.counted = counted;
        this.out = out;
        this.clock = clock;
        this.terminal = terminal;
        this.startNs = clock.monotonicNs();
        this.lastNs = startNs;
    }

    @Override
    public void at(long done, long all, long files, long bytes) {
        long nowNs = clock.monotonicNs();
        if (nowNs - lastNs < (terminal ? TERMINAL_PERIOD_NS : LINE_PERIOD_NS)) {
            return;
        }
        lastNs = nowNs;
        String line = line(done, all, files, bytes, nowNs - startNs);
        if (terminal) {
            // padded, so that nothing is left of a longer line before
            out.print("\r" + String.format(Locale.ROOT, "%-" + LINE_LENGTH + "s", line));
        } else {
            out.println(line);
        }
        out.flush();
        shown = true;
    }

    private String line(long done, long all, long files, long bytes, long elapsedNs) {
        double seconds = elapsedNs / 1e9;
        StringBuilder line = new StringBuilder();
        if (all > 0) {
            double part = Math.min(1, (double) done / all);
            int full = (int) (part * BAR_CELLS);
            line.append('[')
                    .append("#".repeat(full))
                    .append(".".repeat(BAR_CELLS - full))
                    .append("] ");
            line.append(String.format(Locale.ROOT, "%3.0f %%  ", Math.floor(100 * part)));
        }
        line.append(
                counted == Counted.FILES
                        ? String.format(Locale.ROOT, "%,d files  %s  ", files, size(bytes))
                        : String.format(Locale.ROOT, "%,d rows  ", files));
        line.append(String.format(Locale.ROOT, "%,.0f/s", files / seconds));
        if (counted == Counted.FILES) {
            line.append("  ").append(size((long) (bytes / seconds))).append("/s");
        }
        if (all > 0 && done > 0 && elapsedNs >= ETA_FROM_NS) {
            line.append("  ")
                    .append(duration((long) (seconds * (all - Math.min(done, all)) / done)))
                    .append(" left");
        }
        return line.length() <= LINE_LENGTH ? line.toString() : line.substring(0, LINE_LENGTH);
    }

    /** A count of bytes as people read it. */
    public static String size(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }

    private static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d h", seconds / 3600, seconds / 60 % 60);
    }

    /** Leaves the terminal's line to what comes next. */
    @Override
    public void end() {
        if (terminal && shown) {
            out.print("\r" + " ".repeat(LINE_LENGTH) + "\r");
            out.flush();
        }
    }
}
