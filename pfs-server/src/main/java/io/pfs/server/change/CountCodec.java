package io.pfs.server.change;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.change.Change.Mark;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The bytes of the changes that count what is needed of segments. Layout: see the package. */
final class CountCodec {
    static final int SEGMENTS_COUNTED = 20;

    private static final int CELLS_COUNTED = 16;
    private static final int INDIRECT_LEFT = 17;
    private static final int INDIRECT_SETTLED = 18;
    private static final int SEGMENTS_DROPPED = 19;

    private CountCodec() {}

    static void encode(Change change, ByteWriter out) {
        if (change instanceof CellsCounted counted) {
            out.u8(CELLS_COUNTED).varint(counted.counts().size());
            counted.counts()
                    .forEach(count ->
                            out.varint(count.segment()).varint(count.added()).varint(count.dropped()));
        } else if (change instanceof IndirectLeft left) {
            out.u8(INDIRECT_LEFT);
            left(left, out);
        } else if (change instanceof IndirectSettled settled) {
            out.u8(INDIRECT_SETTLED);
            ChangeCodec.location(settled.record(), out);
        } else if (change instanceof SegmentsDropped dropped) {
            out.u8(SEGMENTS_DROPPED).varint(dropped.segments().size());
            dropped.segments().forEach(out::varint);
        } else if (change instanceof SegmentsCounted counted) {
            segments(counted, out);
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a change of no known kind: " + change);
        }
    }

    private static void segments(SegmentsCounted counted, ByteWriter out) {
        out.u8(SEGMENTS_COUNTED).varint(counted.part()).varint(counted.parts()).varint(counted.highest());
        out.varint(counted.upTo().size());
        counted.upTo().forEach(mark -> out.varint(mark.shard().value()).varint(mark.sequence()));
        out.varint(counted.totals().size());
        counted.totals()
                .forEach(total ->
                        out.varint(total.segment()).varint(total.counted()).varint(total.live()));
        out.varint(counted.left().size());
        counted.left().forEach(left -> left(left, out));
    }

    private static void left(IndirectLeft left, ByteWriter out) {
        out.varint(left.fileId().value());
        ChangeCodec.location(left.record(), out);
    }

    static Change decode(int type, ByteReader in) {
        return switch (type) {
            case CELLS_COUNTED ->
                new CellsCounted(list(in, "segments in a count", 1, Change.COUNTS_MAX, CountCodec::count));
            case INDIRECT_LEFT -> left(in);
            case INDIRECT_SETTLED -> new IndirectSettled(ChangeCodec.location(in));
            case SEGMENTS_DROPPED ->
                new SegmentsDropped(list(in, "dropped segments", 1, Change.DROPPED_MAX, CountCodec::segment));
            case SEGMENTS_COUNTED -> segments(in);
            default -> throw in.refuse("type of change", "1 to 8 or 16 to 20", Integer.toString(type));
        };
    }

    private static SegmentsCounted segments(ByteReader in) {
        int part = (int) in.varint("part of a count", 0, Change.PARTS_MAX - 1);
        int parts = (int) in.varint("parts of a count", part + 1L, Change.PARTS_MAX);
        return new SegmentsCounted(
                part,
                parts,
                in.varint("highest segment", 0, CellLocation.SEGMENT_MAX),
                list(in, "shards in a count", 0, Integer.MAX_VALUE, CountCodec::mark),
                list(in, "segments in a count", 0, Integer.MAX_VALUE, CountCodec::total),
                list(in, "indirect records that were left", 0, Integer.MAX_VALUE, CountCodec::left));
    }

    private static <T> List<T> list(ByteReader in, String what, int min, int max, Function<ByteReader, T> element) {
        int count = (int) in.varint(what, min, Math.max(min, Math.min(max, in.remaining())));
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.apply(in));
        }
        return list;
    }

    private static long segment(ByteReader in) {
        return in.varint("segment", 1, CellLocation.SEGMENT_MAX);
    }

    private static Count count(ByteReader in) {
        long segment = segment(in);
        long added = in.varint("bytes of cells", 0, Long.MAX_VALUE);
        return new Count(segment, added, in.varint("bytes of cells", 0, Long.MAX_VALUE));
    }

    private static IndirectLeft left(ByteReader in) {
        FileId fileId = new FileId(in.varint("file id", 0, Long.MAX_VALUE));
        return new IndirectLeft(fileId, ChangeCodec.location(in));
    }

    private static Mark mark(ByteReader in) {
        ShardId shard = new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
        return new Mark(shard, in.varint("sequence", 0, Long.MAX_VALUE));
    }

    private static Total total(ByteReader in) {
        long segment = segment(in);
        long counted = in.varint("bytes of cells", 0, Long.MAX_VALUE);
        return new Total(segment, counted, in.varint("bytes of cells", 0, Long.MAX_VALUE));
    }
}
