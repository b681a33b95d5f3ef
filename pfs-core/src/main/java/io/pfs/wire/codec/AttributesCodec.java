package io.pfs.wire.codec;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.RowEdit.Attributes;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The bytes of attributes that are set, of a row or of a table. Layout: see the package. */
final class AttributesCodec {
    private static final int MODE = 1;
    private static final int OWNER = 1 << 1;
    private static final int GROUP = 1 << 2;
    private static final int MTIME = 1 << 3;
    private static final int ATIME = 1 << 4;
    private static final int ALL_ATTRIBUTES = (1 << 5) - 1;

    private AttributesCodec() {}

    /** A bit for each one that is set. */
    static int present(Attributes attributes) {
        return (attributes.mode().isPresent() ? MODE : 0)
                | (attributes.owner().isPresent() ? OWNER : 0)
                | (attributes.group().isPresent() ? GROUP : 0)
                | (attributes.mtimeMillis().isPresent() ? MTIME : 0)
                | (attributes.atimeMillis().isPresent() ? ATIME : 0);
    }

    static void encode(Attributes attributes, ByteWriter out) {
        out.u8(present(attributes));
        if (attributes.mode().isPresent()) {
            out.u16(attributes.mode().getAsInt());
        }
        if (attributes.owner().isPresent()) {
            out.u32(attributes.owner().getAsInt());
        }
        if (attributes.group().isPresent()) {
            out.u32(attributes.group().getAsInt());
        }
        if (attributes.mtimeMillis().isPresent()) {
            out.u48(attributes.mtimeMillis().getAsLong());
        }
        if (attributes.atimeMillis().isPresent()) {
            out.u48(attributes.atimeMillis().getAsLong());
        }
    }

    /**
     * Attributes that are set.
     *
     * @param least 1 where there must be one
     */
    static Attributes decode(int least, ByteReader in) {
        int present = (int) in.inRange("attributes that are set", in.u8("attributes"), least, ALL_ATTRIBUTES);
        return new Attributes(
                (present & MODE) == 0 ? OptionalInt.empty() : OptionalInt.of(in.u16("mode")),
                (present & OWNER) == 0 ? OptionalInt.empty() : OptionalInt.of(in.u32("owner")),
                (present & GROUP) == 0 ? OptionalInt.empty() : OptionalInt.of(in.u32("group")),
                (present & MTIME) == 0 ? OptionalLong.empty() : OptionalLong.of(in.u48("mtime")),
                (present & ATIME) == 0 ? OptionalLong.empty() : OptionalLong.of(in.u48("atime")));
    }
}
