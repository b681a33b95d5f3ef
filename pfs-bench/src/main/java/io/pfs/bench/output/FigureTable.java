package io.pfs.bench.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of figures that all have the same columns: for people, or for programs. */
public final class FigureTable {
    private final List<String> columns;
    private final List<List<Object>> lines = new ArrayList<>();

    public FigureTable(String... columns) {
        this.columns = List.of(columns);
    }

    /** A line of texts, whole numbers and others, in the order of the columns. */
    public void add(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        lines.add(List.of(values));
    }

    public List<List<Object>> lines() {
        return List.copyOf(lines);
    }

    /** For programs. docs/BENCHMARKS.md explains the columns. */
    public String csv() {
        Csv csv = new Csv(columns);
        lines.forEach(line -> csv.add(line.toArray()));
        return csv.toString();
    }

    /** For people: columns as wide as what is in them. */
    public String text() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(column -> column.replace('_', ' ')).toList());
        lines.forEach(line -> cells.add(line.stream().map(FigureTable::shown).toList()));
        StringBuilder text = new StringBuilder();
        for (List<String> line : cells) {
            for (int i = 0; i < columns.size(); i++) {
                int column = i;
                int width = cells.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElse(0);
                boolean isText = !lines.isEmpty() && lines.get(0).get(i) instanceof String;
                text.append(i == 0 ? "" : "  ")
                        .append(String.format(Locale.ROOT, "%" + (isText ? "-" : "") + width + "s", line.get(i)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String shown(Object value) {
        if (value instanceof Double number) {
            return LoadReport.format(Math.abs(number) < 100 ? "%.2f" : "%,.0f", number);
        }
        return value instanceof Number number ? LoadReport.format("%,d", number.longValue()) : value.toString();
    }
}
