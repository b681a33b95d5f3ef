package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a delta: what changed since the part before it, the first since the image.
 *
 * @param changes rows, removed names and replies in it
 * @param payload a reader of all of it
 */
record DeltaPart(int changes, ByteReader payload) {
    /** Who reads the slice reads all of them, each with what it costs to begin one. */
    static final int PARTS_MAX = 256;

    /** Appends a part with this payload. */
    static void encode(ByteWriter payload, int changes, ByteWriter out) {
        out.varint(changes).varint(payload.length());
        out.bytes(payload.array(), 0, payload.length());
    }

    /** The parts that stand from here to the end, of which there is one at least, and {@link #PARTS_MAX} at most. */
    static List<DeltaPart> decode(ByteReader in) {
        List<DeltaPart> parts = new ArrayList<>();
        do {
            in.inRange("parts of a delta", parts.size() + 1L, 1, PARTS_MAX);
            int changes = (int) in.varint("changes in a part of a delta", 0, SliceContent.CHANGES_MAX);
            int length = (int) in.varint("length of a part of a delta", 0, in.remaining());
            long offset = in.offset();
            int from = in.skip("part of a delta", length);
            parts.add(new DeltaPart(changes, in.of(offset, in.array(), from, from + length)));
        } while (in.remaining() > 0);
        return parts;
    }
}
