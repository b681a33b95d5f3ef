package io.pfs.server.exchange;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.server.form.FormPatterns;

/**
 * What an import shall do.
 *
 * @param target the table that the files of the source's root come to; it is made if it is missing
 * @param overwrite whether cells that are there and differ are replaced; else they are left, and reported
 * @param verify whether cells are read back and compared, and what seems to be there is compared byte by byte
 * @param batchRows how many rows are written at a time
 * @param batchBytes about how many bytes of cells are gathered before they are written
 * @param cellBytesMax up to this a cell is gathered with others of its row; a longer one is written as it is read
 */
public record ImportOptions(
        TablePath target,
        FormPatterns patterns,
        boolean overwrite,
        boolean verify,
        int batchRows,
        int batchBytes,
        int cellBytesMax) {
    private static final int BATCH_ROWS = 1_000;
    private static final int BATCH_BYTES = 8 << 20;

    public ImportOptions {
        Check.inRange("rows of a batch", batchRows, 1, 1 << 16);
        Check.inRange("bytes of a batch", batchBytes, 1, 1 << 30);
        Check.inRange("bytes of a cell", cellBytesMax, 0, Limits.CELL_BYTES_MAX);
    }

    public static ImportOptions of(TablePath target, FormPatterns patterns) {
        return new ImportOptions(target, patterns, false, false, BATCH_ROWS, BATCH_BYTES, Limits.CELL_BYTES_MAX);
    }

    public ImportOptions withOverwrite(boolean asked) {
        return new ImportOptions(target, patterns, asked, verify, batchRows, batchBytes, cellBytesMax);
    }

    public ImportOptions withVerify(boolean asked) {
        return new ImportOptions(target, patterns, overwrite, asked, batchRows, batchBytes, cellBytesMax);
    }

    /** Small ones let tests see many of them. */
    ImportOptions withBatches(int rows, int bytes, int cellBytes) {
        return new ImportOptions(target, patterns, overwrite, verify, rows, bytes, cellBytes);
    }
}
