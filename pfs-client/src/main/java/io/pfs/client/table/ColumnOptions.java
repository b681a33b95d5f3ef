package io.pfs.client.table;

/**
 * How the cells of a column are kept.
 *
 * @param group of columns that are read together and so stored together; empty for none
 * @param compressed whether cells are compressed where that makes them smaller; alike in a group
 */
public record ColumnOptions(String group, boolean compressed) {
    public static final ColumnOptions DEFAULT = new ColumnOptions("", false);

    public ColumnOptions withGroup(String name) {
        return new ColumnOptions(name, compressed);
    }

    public ColumnOptions withCompression() {
        return new ColumnOptions(group, true);
    }
}
