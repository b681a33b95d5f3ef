package io.pfs.server.admin;

import io.pfs.server.cli.Json;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import java.util.Locale;

/**
 * What the segments and objects of a file system take at one moment.
 *
 * @param segments files of both
 * @param objects those that hold one large cell each
 * @param fileBytes of both
 * @param cellBytes that rows point to or once pointed to, as if none were squeezed
 * @param neededBytes of these, to which rows point
 * @param due segments and objects that a collection would take up
 */
record GcSpace(long segments, long objects, long fileBytes, long cellBytes, long neededBytes, long due) {
    static final GcSpace NONE = new GcSpace(0, 0, 0, 0, 0, 0);

    /** Of what one loop has. Blocks. */
    static GcSpace of(SegmentCollection collection, GcGoal goal) {
        return new GcSpace(
                collection.segmentFiles(),
                collection.objectFiles(),
                collection.fileBytes(),
                collection.countedBytes(),
                collection.liveBytes(),
                collection.due(goal).size());
    }

    GcSpace with(GcSpace other) {
        return new GcSpace(
                segments + other.segments,
                objects + other.objects,
                fileBytes + other.fileBytes,
                cellBytes + other.cellBytes,
                neededBytes + other.neededBytes,
                due + other.due);
    }

    Json toJson() {
        return Json.object()
                .with("segments", segments)
                .with("objects", objects)
                .with("fileBytes", fileBytes)
                .with("cellBytes", cellBytes)
                .with("neededBytes", neededBytes)
                .with("due", due);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d segments and %,d objects of %,d bytes; of %,d bytes of cells %,d are needed; %,d of the files are worth a collection",
                segments - objects,
                objects,
                fileBytes,
                cellBytes,
                neededBytes,
                due);
    }
}
