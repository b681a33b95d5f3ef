package io.pfs.server.state;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SlicePart;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/** One reading on a worker of what a slice has on storage: what it brings, or why not. */
abstract class StorageReading {
    private final StoredAt at;
    /** Whose slice it is. What is laid over it is the loop's, and goes on. */
    private final Slice shape;

    private Optional<PfsException> failure = Optional.empty();
    private int records;

    StorageReading(HeldSlice held) {
        this.at = held.storedOrFail();
        this.shape = held.overlay();
    }

    final void run(MetadataReader reader, SliceDecoder decoder) {
        try {
            read(reader, decoder);
        } catch (PfsException e) {
            failure = Optional.of(e);
        }
    }

    abstract void read(MetadataReader reader, SliceDecoder decoder);

    final SlicePart image(MetadataReader reader) {
        return part(reader, at.image());
    }

    final Optional<SlicePart> delta(MetadataReader reader) {
        return at.delta().map(place -> part(reader, place));
    }

    private SlicePart part(MetadataReader reader, RecordPlace place) {
        records++;
        byte[] bytes = reader.read(place);
        ByteReader in = new ByteReader(MetadataFiles.name(place.fileId()), place.offset(), bytes, 0, bytes.length);
        return SliceDecoder.part(in, place.fileId(), shape.key());
    }

    /** What messages call the file of the delta. */
    final String deltaFile() {
        return MetadataFiles.name(at.last().fileId());
    }

    final StoredAt at() {
        return at;
    }

    final Slice shape() {
        return shape;
    }

    final Limits limits() {
        return shape.limits();
    }

    /** How many records were read. */
    final int records() {
        return records;
    }

    final Optional<PfsException> failure() {
        return failure;
    }
}
