package io.pfs.client.table;

/**
 * A row that a query asked for.
 *
 * @param table the path of its table
 */
public record Hit(String table, RowView row) {
    /** The path of the row. */
    public String path() {
        return (table.equals("/") ? "" : table) + "/" + row.name();
    }
}
