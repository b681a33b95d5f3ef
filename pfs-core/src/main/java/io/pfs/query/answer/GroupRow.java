package io.pfs.query.answer;

import io.pfs.row.TagValue;
import java.util.List;
import java.util.Optional;

/**
 * What is asked for of one group.
 *
 * @param group what its rows have in common; empty if they have no value in common, or all rows are one group
 * @param values one for each aggregate; empty where no row had a value for it
 */
public record GroupRow(Optional<TagValue> group, List<Optional<TagValue>> values) {
    public GroupRow {
        values = List.copyOf(values);
    }
}
