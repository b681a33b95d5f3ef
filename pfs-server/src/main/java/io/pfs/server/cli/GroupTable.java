package io.pfs.server.cli;

import io.pfs.query.answer.GroupRow;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Groups as a table with a header, or as JSON objects. */
final class GroupTable {
    /** Where there is no value. */
    private static final String NOTHING = "-";

    private final boolean hasGroups;
    private final List<String> header = new ArrayList<>();
    private final List<List<Optional<TagValue>>> rows = new ArrayList<>();

    /** By which field they are told apart, if by any, and what is asked for of each. */
    GroupTable(Optional<String> groupedBy, List<String> aggregates) {
        this.hasGroups = groupedBy.isPresent();
        groupedBy.ifPresent(header::add);
        header.addAll(aggregates);
    }

    void add(GroupRow group) {
        List<Optional<TagValue>> row = new ArrayList<>();
        if (hasGroups) {
            row.add(group.group());
        }
        row.addAll(group.values());
        rows.add(row);
    }

    int size() {
        return rows.size();
    }

    /** One object a group; what has no value is left out. */
    List<Json> json() {
        return rows.stream().map(this::json).toList();
    }

    private Json json(List<Optional<TagValue>> row) {
        Json json = Json.object();
        for (int i = 0; i < row.size(); i++) {
            String name = header.get(i);
            row.get(i).ifPresent(value -> Tagged.put(json, name, value));
        }
        return json;
    }

    /** Columns stand below each other, values at the right of theirs, since most are numbers. */
    List<String> lines() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(header.stream().map(word -> Shown.text(word).toString()).toList());
        for (List<Optional<TagValue>> row : rows) {
            cells.add(row.stream()
                    .map(value -> value.map(Tagged::text).orElse(NOTHING))
                    .toList());
        }
        int[] widths = new int[header.size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        return cells.stream().map(line -> line(line, widths)).toList();
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String blanks = " ".repeat(widths[i] - cells.get(i).length());
            boolean isLeft = i == 0 && hasGroups;
            line.append(i == 0 ? "" : "  ").append(isLeft ? cells.get(i) + blanks : blanks + cells.get(i));
        }
        return line.toString().stripTrailing();
    }
}
