package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.Reply.GivenReply;
import io.pfs.wire.Reply.GivenRow;
import io.pfs.wire.Reply.SlicePart;
import java.util.List;
import java.util.OptionalInt;

/** The bytes of a part of a slice that is given away. Layout: see the package. */
final class SlicePartCodec {
    private static final int ROW_BYTES_MIN = 54;
    private static final int REPLY_BYTES_MIN = 33;

    private SlicePartCodec() {}

    static void encode(SlicePart part, ByteWriter out) {
        out.bytes(part.facts()).u8(part.depth()).varint(part.rows().size());
        for (GivenRow row : part.rows()) {
            Fields.name(row.name(), out);
            out.bytes(row.row());
        }
        out.varint(part.replies().size());
        for (GivenReply reply : part.replies()) {
            RequestId request = reply.request();
            out.u64(request.clientHigh()).u64(request.clientLow()).varint(request.sequence());
            out.varint(reply.lowestOpen()).u64(reply.nameHash()).u48(reply.wallMillis());
            Fields.bytes(reply.reply(), out);
        }
        out.u8(part.next().isPresent() ? 1 : 0);
        if (part.next().isPresent()) {
            out.varint(part.next().getAsInt());
        }
    }

    static SlicePart decode(ByteReader in) {
        byte[] facts = Fields.row(in);
        int depth = Fields.depth("slice depth", in);
        List<GivenRow> rows =
                Fields.list(in, "rows of a slice", 0, Integer.MAX_VALUE, ROW_BYTES_MIN, SlicePartCodec::row);
        List<GivenReply> replies =
                Fields.list(in, "replies of a slice", 0, Integer.MAX_VALUE, REPLY_BYTES_MIN, SlicePartCodec::reply);
        return new SlicePart(facts, depth, rows, replies, next(in));
    }

    private static GivenRow row(ByteReader in) {
        return new GivenRow(Fields.name(in), Fields.row(in));
    }

    private static GivenReply reply(ByteReader in) {
        long high = in.u64("client");
        long low = in.u64("client");
        RequestId request = new RequestId(high, low, in.varint("request sequence", 0, Long.MAX_VALUE));
        long lowestOpen = in.varint("lowest open request", 0, Long.MAX_VALUE);
        long nameHash = in.u64("name hash");
        long wallMillis = in.u48("time of reply");
        return new GivenReply(
                request, lowestOpen, nameHash, wallMillis, Fields.bytes("reply", Limits.REPLY_BYTES_MAX, in));
    }

    private static OptionalInt next(ByteReader in) {
        boolean isPresent = Fields.flag("presence of a next part", in);
        return isPresent
                ? OptionalInt.of((int) in.varint("next part of a slice", 0, Integer.MAX_VALUE))
                : OptionalInt.empty();
    }
}
