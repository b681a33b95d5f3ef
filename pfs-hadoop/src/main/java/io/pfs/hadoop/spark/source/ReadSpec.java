package io.pfs.hadoop.spark.source;

import io.pfs.hadoop.rows.Wanted;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is read of a table, as it was pushed down.
 *
 * @param fields of each row, in this order; none for a count, of which Spark says no columns
 * @param query what servers are asked of each part, at least for rows that the filter holds for; empty for all
 * @param limit how many rows are enough of each part; below 0 for all
 * @param isCount only how many there are
 */
record ReadSpec(Place place, List<Field> fields, Filter filter, String query, int limit, boolean isCount)
        implements Serializable {
    static final int NO_LIMIT = -1;

    ReadSpec {
        fields = new ArrayList<>(isCount ? List.of() : fields);
    }

    /** What has to be known of rows for it. */
    Wanted wanted() {
        Set<String> forms = new LinkedHashSet<>();
        Set<String> lengths = new LinkedHashSet<>(filter.lengths());
        for (Field field : fields) {
            if (field instanceof Field.Form form) {
                forms.add(form.form());
            } else if (field instanceof Field.Length length) {
                lengths.add(length.form());
            }
        }
        return new Wanted(List.copyOf(forms), List.copyOf(lengths));
    }

    OptionalInt limitOfRows() {
        return limit == NO_LIMIT ? OptionalInt.empty() : OptionalInt.of(limit);
    }
}
