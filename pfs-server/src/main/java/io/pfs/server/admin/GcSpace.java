package io.pfs.server.admin;

import io.pfs.server.cli.Json;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.store.LocalStore;
import java.util.Locale;

/**
 * What the segments of a file system take at one moment.
 *
 * @param cellBytes that rows point to or once pointed to, as if none were squeezed
 * @param neededBytes of these, to which rows point
 * @param due segments that a collection would take up
 */
record GcSpace(long segments, long fileBytes, long cellBytes, long neededBytes, long due) {
    static GcSpace of(LocalStore store, GcGoal goal) {
        SegmentCollection collection = store.group().collection();
        return new GcSpace(
                collection.segmentFiles(),
                collection.fileBytes(),
                collection.countedBytes(),
                collection.liveBytes(),
                collection.due(goal).size());
    }

    Json toJson() {
        return Json.object()
                .with("segments", segments)
                .with("fileBytes", fileBytes)
                .with("cellBytes", cellBytes)
                .with("neededBytes", neededBytes)
                .with("due", due);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d segments of %,d bytes; of %,d bytes of cells %,d are needed; %,d segments are worth a collection",
                segments,
                fileBytes,
                cellBytes,
                neededBytes,
                due);
    }
}
