package io.pfs.table;

/** A column to be added; its id is given when it is. */
public record NewColumn(String name, String group, boolean compressed) {
    public NewColumn {
        Column.requireValid(name, group);
    }

    /** A column of its own, as writing to it makes it. */
    public static NewColumn named(String name) {
        return new NewColumn(name, "", false);
    }
}
