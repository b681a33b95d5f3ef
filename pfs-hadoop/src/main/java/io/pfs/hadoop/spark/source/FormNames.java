package io.pfs.hadoop.spark.source;

import io.pfs.table.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which forms the columns are that are written. For Spark a name is the same in capitals and in small letters, for a table it is
 * not: so a column is the form that is there, whatever letters it is called by, and a new form is made only if the table can be read
 * with it.
 *
 * @param table for messages
 * @param there the forms that it has
 */
record FormNames(String table, List<String> there) {
    FormNames {
        there = List.copyOf(there);
    }

    /** The form that a column is, in its own letters. */
    String of(String column) {
        if (there.contains(column)) {
            return column;
        }
        List<String> meant =
                there.stream().filter(form -> form.equalsIgnoreCase(column)).toList();
        if (meant.size() > 1) {
            throw refused(column, "it may be any of forms " + meant + ", so call it as the one that is meant");
        }
        if (!meant.isEmpty()) {
            return meant.get(0);
        }
        Column.requireValid(column, "");
        return column;
    }

    /** Refuses what one form would be written by twice, and new forms by which two columns would have the same name for Spark. */
    void requireReadable(List<String> written) {
        Map<String, String> seen = new HashMap<>();
        for (String form : written) {
            String other = seen.put(form.toLowerCase(Locale.ROOT), form);
            if (other != null && (other.equals(form) || !there.containsAll(List.of(other, form)))) {
                throw refused(form, "another column of what is written is called '" + other + "'");
            }
        }
        for (String form : written) {
            if (!there.contains(form)) {
                requireReadableWith(form, written);
            }
        }
    }

    private void requireReadableWith(String made, List<String> written) {
        if (Field.OfRow.isOne(made)) {
            throw clash(made, "would have the name of what rows say of themselves");
        }
        Stream.concat(there.stream(), written.stream()).forEach(other -> {
            if (made.equalsIgnoreCase(other + Field.LENGTH_SUFFIX)) {
                throw clash(made, "would have the name that the length of form '" + other + "' has");
            } else if (other.equalsIgnoreCase(made + Field.LENGTH_SUFFIX)) {
                throw clash(made, "would have a length of the name that form '" + other + "' has");
            }
        });
    }

    private IllegalArgumentException clash(String made, String how) {
        return refused(
                made,
                "the form that it would be " + how + ", so the table could not be read; call it otherwise"
                        + " (AS ...)");
    }

    private IllegalArgumentException refused(String column, String why) {
        return new IllegalArgumentException(
                "column '" + column + "' can't be written to table '" + table + "': " + why);
    }
}
