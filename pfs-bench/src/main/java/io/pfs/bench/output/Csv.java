package io.pfs.bench.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Comma-separated lines, all with the same columns. */
final class Csv {
    private final StringBuilder text = new StringBuilder();
    private final int columns;

    Csv(List<String> columns) {
        this.columns = columns.size();
        line(columns);
    }

    /** A line of texts, whole numbers and others, in the order of the columns. */
    void add(Object... values) {
        if (values.length != columns) {
            throw new IllegalArgumentException(values.length + " values for " + columns + " columns");
        }
        List<String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(value instanceof Double number ? decimal(number) : value.toString());
        }
        line(cells);
    }

    private static String decimal(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "";
    }

    private void line(List<String> cells) {
        text.append(String.join(",", cells.stream().map(Csv::quoted).toList())).append('\n');
    }

    private static String quoted(String cell) {
        boolean isPlain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
