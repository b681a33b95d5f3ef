package io.pfs.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.charset.StandardCharsets;

/**
 * One form of the files of a table.
 *
 * @param group of columns that are stored together; empty for none
 * @param compressed whether cells are stored by LZ4 where that makes them smaller
 */
public record Column(ColumnId id, String name, String group, boolean compressed) {
    public static final String CONTENT_NAME = "content";
    /** What a plain file system client reads and writes. */
    public static final Column CONTENT = new Column(new ColumnId(0), CONTENT_NAME, "", false);

    static final int NAME_BYTES_MAX = 255;

    public Column {
        requireValid(name, group);
    }

    /** Refuses names that no column can have. */
    public static void requireValid(String name, String group) {
        requireName("name of a column", name);
        if (!group.isEmpty()) {
            requireName("group of column '" + name + "'", group);
        }
    }

    /** Columns are also seen as folders, so their names are held to what a folder may be called. */
    private static void requireName(String what, String name) {
        boolean isText = StandardCharsets.UTF_8.newEncoder().canEncode(name);
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        boolean isPath = name.equals(".") || name.equals("..") || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0;
        if (!isText || isPath || bytes == 0 || bytes > NAME_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID,
                    what + " must be 1 to " + NAME_BYTES_MAX + " bytes of text without '/' and NUL, but is '"
                            + (bytes > NAME_BYTES_MAX
                                    ? name.substring(0, 40) + "...' of " + bytes + " bytes"
                                    : name + "'"));
        }
    }
}
