package io.pfs.server.image;

import io.pfs.format.ByteWriter;

/** A record of which all is known but where it will stand: it can be made while others are written. */
public final class UnplacedRecord {
    /** Stands in a stamp for a place that is not known yet. */
    public static final SliceRecord.Place NOWHERE = new SliceRecord.Place(0, 0);

    private final SliceRecord record;
    private final byte[] stored;

    /** @param stored its payload, nobody else's */
    UnplacedRecord(SliceRecord record, byte[] stored) {
        this.record = record;
        this.stored = stored;
    }

    /** Appends it as the record of this place. */
    public SliceRecord append(SliceRecord.Place place, ByteWriter out) {
        SliceRecord placed = record.at(place);
        placed.encode(stored, out);
        return placed;
    }
}
