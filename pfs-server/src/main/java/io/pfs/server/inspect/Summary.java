package io.pfs.server.inspect;

import java.util.List;

/**
 * What a check of a folder looked at.
 *
 * @param complete whether all could be looked at; else the findings say why not
 * @param tables the engine's own left out, as are their rows
 * @param cellBytes of the cells' own bytes
 */
public record Summary(
        boolean complete,
        long shards,
        long tables,
        long slices,
        long rows,
        long cells,
        long cellBytes,
        long journalRecords,
        long tornBytes,
        List<FileTally> files) {
    public Summary {
        files = List.copyOf(files);
    }
}
