package io.pfs.server.form;

import io.pfs.RowName;
import java.util.List;

/**
 * Where the content of a file belongs.
 *
 * @param folders the table, as folders from where the import begins
 */
public record FormPlace(List<RowName> folders, RowName row, String column) {
    public FormPlace {
        folders = List.copyOf(folders);
    }
}
