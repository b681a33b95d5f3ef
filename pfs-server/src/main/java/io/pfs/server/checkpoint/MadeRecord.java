package io.pfs.server.checkpoint;

import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.UnplacedRecord;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.metadata.RecordPlace;
import java.util.List;

/** A record that only has to be given its place, and the slices in it. */
record MadeRecord(UnplacedRecord record, List<Written> slices) {
    /** Has it wait in the writer, and tells the slices where they are. */
    void append(MetadataWriter writer) {
        writer.begin();
        long offset = writer.length();
        record.append(new SliceRecord.Place(writer.fileId(), offset), writer.begin());
        RecordPlace place = writer.end(offset, slices.size());
        slices.forEach(slice -> slice.placedAt(place));
    }
}
