package io.pfs.server.form;

import io.pfs.RowName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All patterns of an import or export. What they make of a name they make back into the same row and column. */
public final class FormPatterns {
    /** The column that is a file's content for whoever sees files. */
    public static final String CONTENT = "content";

    private final List<FormPattern> patterns;
    private final boolean plain;

    private FormPatterns(List<FormPattern> patterns, boolean plain) {
        // sorting keeps the order of those that say as much
        this.patterns = patterns.stream()
                .sorted(Comparator.comparingInt(FormPattern::textBytes).reversed())
                .toList();
        this.plain = plain;
    }

    /** Every file is the row of its name, and its content that column. */
    public static FormPatterns plain() {
        return new FormPatterns(List.of(FormPattern.parse("{row}=" + CONTENT)), true);
    }

    public static FormPatterns of(List<String> patterns) {
        return new FormPatterns(patterns.stream().map(FormPattern::parse).toList(), false);
    }

    /** As WebDataset has it: the row is the name up to its first dot, the column what is behind that. */
    public static FormPatterns webDataset() {
        return of(List.of("{row}.{column}"));
    }

    /** Whether folders and links are what they are, and not only names on the way to a form. */
    public boolean isPlain() {
        return plain;
    }

    /** Where a file belongs: by the pattern that says most of its name, and the first of these. */
    public Optional<FormPlace> place(List<RowName> path) {
        for (FormPattern pattern : patterns) {
            Optional<FormPlace> placement = pattern.match(path);
            if (placement.isPresent()) {
                return placement;
            }
        }
        return Optional.empty();
    }

    /**
     * The names of the file of this cell, below the folder of its table; nothing if no pattern is about the column, or
     * if the file would be taken for another cell when it is imported again. So no two cells get the same file.
     */
    public Optional<List<RowName>> names(RowName row, String column) {
        for (FormPattern pattern : patterns) {
            Optional<List<RowName>> names = pattern.names(row, column);
            if (names.isPresent() && place(names.get()).equals(Optional.of(new FormPlace(List.of(), row, column)))) {
                return names;
            }
        }
        return Optional.empty();
    }

    /** The columns that patterns name; those that a name of a file tells are not among them. */
    public Set<String> columns() {
        return patterns.stream()
                .flatMap(pattern -> pattern.column().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a file of this column can be written at all, whatever its row. */
    public boolean isAbout(String column) {
        return patterns.stream().anyMatch(pattern -> pattern.isAbout(column));
    }

    /** As they were given, for messages. */
    @Override
    public String toString() {
        return patterns.stream().map(FormPattern::toString).collect(Collectors.joining(", "));
    }
}
