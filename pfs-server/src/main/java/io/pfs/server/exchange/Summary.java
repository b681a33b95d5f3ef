package io.pfs.server.exchange;

/**
 * What an import or export has done.
 *
 * @param rows rows that were written, or of which something was; an export counts those it met
 * @param cells cells, or files, that were written
 * @param bytes of these cells
 * @param unchanged cells, or files and links, that were there already
 * @param tables tables that were met
 * @param links symbolic links that were written
 */
public record Summary(
        long rows, long cells, long bytes, long unchanged, long tables, long links, LeftOut leftOut, long elapsedNs) {}
