package io.pfs.client.table;

import io.pfs.RowName;
import java.nio.charset.StandardCharsets;

/** One cell of a column that is loaded in bulk. */
public record LoadedCell(RowName rowName, byte[] bytes) {
    /** The name of its row as text. */
    public String name() {
        return new String(rowName.toBytes(), StandardCharsets.UTF_8);
    }
}
