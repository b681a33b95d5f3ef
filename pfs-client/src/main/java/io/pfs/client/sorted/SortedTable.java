package io.pfs.client.sorted;

import java.util.List;
import java.util.Optional;

/**
 * A table of a sorted file.
 *
 * @param path empty if the table is gone
 * @param id by which one that is gone can be taken out
 * @param fields that are chosen of its rows, as they are written in queries
 */
public record SortedTable(Optional<String> path, String id, List<String> fields) {
    public SortedTable {
        fields = List.copyOf(fields);
    }
}
