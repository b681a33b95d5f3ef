package io.pfs.server.exchange;

import io.pfs.RowName;

/** Which row of which table. */
public record RowKey(TablePath table, RowName name) {
    @Override
    public String toString() {
        return table.names().isEmpty() ? "/" + name : table + "/" + name;
    }
}
