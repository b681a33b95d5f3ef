package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.route.PfsPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A path through the folder of the columns of a directory.
 *
 * @param whole as it was given
 * @param directory whose columns these are
 * @param column empty for the folder of all of them
 * @param row empty for a column
 */
record FormPath(PfsPath whole, PfsPath directory, Optional<String> column, Optional<RowName> row) {

    /** Refused with {@code NOT_A_DIRECTORY} if it goes on behind a cell. */
    static FormPath parse(PfsPath path) {
        List<RowName> names = path.names();
        int folder = names.indexOf(RowName.FORMS);
        if (folder < 0) {
            throw new PfsException(ErrorCode.USAGE, "'" + path + "' does not lead through a folder of columns");
        }
        List<RowName> behind = names.subList(folder + 1, names.size());
        if (behind.size() > 2) {
            throw new PfsException(
                    ErrorCode.NOT_A_DIRECTORY, "'" + path.prefix(folder + 3) + "' is a cell, and nothing is below it");
        }
        return new FormPath(
                path,
                path.prefix(folder),
                behind.stream().findFirst().map(name -> new String(name.toBytes(), StandardCharsets.UTF_8)),
                behind.stream().skip(1).findFirst());
    }

    /** The row, as the file that it is. */
    RowName name() {
        return row.orElseThrow(
                () -> new PfsException(ErrorCode.IS_A_DIRECTORY, "'" + whole + "' is a folder of columns, not a file"));
    }

    /** What the cells of a column are kept in mind by. */
    String key() {
        return directory + "/" + PfsForms.FOLDER + "/" + column.orElse("");
    }
}
