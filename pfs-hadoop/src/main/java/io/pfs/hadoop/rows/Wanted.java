package io.pfs.hadoop.rows;

import io.pfs.client.table.RowView;
import io.pfs.table.Column;
import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * What is wanted of each file of a table.
 *
 * @param forms columns whose cells are read
 * @param lengths columns of whose cells it is only to be known how long they are
 */
public record Wanted(List<String> forms, List<String> lengths) implements Serializable {
    public Wanted {
        forms = List.copyOf(forms);
        lengths = List.copyOf(lengths);
    }

    /** What has to be asked for to know the lengths. */
    String[] forLengths(Map<String, Column> schema) {
        return lengths.stream().filter(name -> !isInRow(name, schema)).toArray(String[]::new);
    }

    /** What has to be asked for to know all of it. */
    String[] forAll(Map<String, Column> schema) {
        Collection<String> all = new LinkedHashSet<>(forms);
        all.addAll(List.of(forLengths(schema)));
        return all.toArray(String[]::new);
    }

    /** Whether it is known of a row how many bytes this brings. */
    boolean areLengthsInRow(Map<String, Column> schema) {
        return forms.stream().allMatch(name -> isInRow(name, schema)) && forLengths(schema).length == 0;
    }

    /** A column that is not there is asked for, so that it is refused where that is known. */
    private static boolean isInRow(String name, Map<String, Column> schema) {
        Column column = schema.get(name);
        return column != null && RowView.isLengthInRow(column);
    }
}
