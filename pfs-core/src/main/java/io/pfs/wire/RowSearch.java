package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Limits;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is sought among the rows of a table.
 *
 * @param id of the search, which all its requests bear and no other: what was found out for one may serve the next
 * @param query in the language of {@code io.pfs.query}; who looks parses it
 * @param path of the table, which queries may ask for
 * @param forms the columns whose sizes the query asks for
 */
public record RowSearch(long id, String query, String path, List<Form> forms) {
    /** A column, by its name in the query. Its cells stand in the rows themselves. */
    public record Form(String name, ColumnId column) {
        public Form {
            Check.inRange(
                    "number of column '" + name + "' in a query", column.value(), 0, Limits.DIRECT_COLUMNS_MAX - 1);
        }
    }

    public RowSearch {
        Check.inRange("bytes of a query", bytesOf(query), 0, Limits.QUERY_BYTES_MAX);
        Check.inRange("bytes of the path of a table", bytesOf(path), 1, Limits.QUERY_BYTES_MAX);
        Check.inRange("columns in a query", forms.size(), 0, Limits.DIRECT_COLUMNS_MAX);
        forms = List.copyOf(forms);
    }

    private static int bytesOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
