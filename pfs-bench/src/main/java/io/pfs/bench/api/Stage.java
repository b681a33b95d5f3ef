package io.pfs.bench.api;

import io.pfs.client.table.TableOptions;

/**
 * Where a load runs.
 *
 * @param directory all that it makes is in there
 * @param isOwn whether the directory is its own, and goes with it; else others may use it at the same time
 * @param tag in the names of files, so that those of loads that run at the same time differ
 * @param directories how directories are made
 * @param windowNs rates are counted by windows of this length
 */
public record Stage(
        Clients clients,
        Shape shape,
        String directory,
        boolean isOwn,
        String tag,
        TableOptions directories,
        long windowNs,
        Progress progress) {
    /** A smaller one beside it, for a run that is not counted. */
    public Stage warmUp() {
        String beside = directory + "-warm-" + tag;
        return new Stage(clients, shape.warmUp(), beside, true, tag, directories, windowNs, Progress.NONE);
    }
}
