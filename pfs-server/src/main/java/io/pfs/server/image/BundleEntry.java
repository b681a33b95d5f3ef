package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.Position;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.server.image.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What the directory of a bundle says of one slice in it: as much as the header of a record of its own would.
 *
 * @param record as such a header would say it; its place and its payload are the bundle's
 * @param at where its payload begins among those of the bundle
 * @param length bytes of its payload
 */
public record BundleEntry(SliceRecord record, int at, int length) {
    private static final int IS_DELTA = 1;

    /** Writes a directory; entries are written by what differs from the one before. */
    static void encode(List<BundleEntry> entries, ByteWriter out) {
        long table = 0;
        long sequence = 0;
        for (BundleEntry entry : entries) {
            SliceRecord record = entry.record;
            boolean isDelta = record.kind() == Kind.DELTA;
            out.zigzag(record.key().table().value() - table)
                    .varint(record.key().slice().value());
            out.u8(record.depth() << 1 | (isDelta ? IS_DELTA : 0));
            out.zigzag(record.newest().sequence() - sequence);
            if (isDelta) {
                out.varint(record.newest().sequence() - record.imageSequence());
            }
            out.varint(record.rowCount()).varint(entry.length);
            table = record.key().table().value();
            sequence = record.newest().sequence();
        }
    }

    /** Whether these bytes are the directory of a bundle. */
    public static boolean isDirectoryOf(SliceRecord bundle, byte[] bytes, int at, int length) {
        return length == bundle.directoryLength() && Checksum.CRC32C.matches(bytes, at, length, bundle.directoryCrc());
    }

    /** Reads the directory of a bundle, which must end where the reader does. */
    public static List<BundleEntry> decode(ByteReader in, SliceRecord bundle) {
        int count = bundle.rowCount();
        in.inRange("slices of a bundle", count, 1, in.remaining());
        List<BundleEntry> entries = new ArrayList<>(count);
        long table = 0;
        long sequence = 0;
        int at = 0;
        int rawMax = bundle.payload().raw() - bundle.directoryLength();
        for (int i = 0; i < count; i++) {
            table += in.zigzag("table");
            int slice = (int) in.varint("slice", 0, Limits.SLICES_MAX - 1);
            int form = in.u8("depth and kind of a slice");
            int depth = (int) in.inRange("slice depth", form >> 1, 0, Limits.SLICE_DEPTH_MAX);
            in.inRange("slice", slice, 0, (1L << depth) - 1);
            sequence = in.inRange(
                    "sequence",
                    sequence + in.zigzag("sequence"),
                    0,
                    bundle.newest().sequence());
            boolean isDelta = (form & IS_DELTA) != 0;
            long image = isDelta ? sequence - in.varint("image sequence", 0, sequence) : sequence;
            int rows = (int) in.varint("rows", 0, Integer.MAX_VALUE);
            int length = (int) in.varint("length of a slice in a bundle", 0, rawMax - at);
            SliceRecord record = bundle.ofSlice(
                    isDelta ? Kind.DELTA : Kind.IMAGE,
                    new SliceKey(new TableId(table), new SliceId(slice)),
                    depth,
                    new Position(bundle.newest().epoch(), sequence),
                    image,
                    rows);
            entries.add(new BundleEntry(record, at, length));
            at += length;
        }
        in.expectEnd("directory of a bundle");
        in.inRange("bytes of a bundle", at, rawMax, rawMax);
        return entries;
    }
}
