package io.pfs.wire.codec;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.wire.Cursor;
import io.pfs.wire.ObjectTicket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The fields that several requests and replies have. What is read is copied out of the reader's array. */
final class Fields {
    private static final int MODE_MAX = 0xffff;

    private Fields() {}

    /**
     * The refusal of bytes that were read and mean what no value can be: constructors refuse it as the fault of whoever asks,
     * but here it is one of the bytes.
     */
    static PfsException refusal(PfsException cause, String what, ByteReader in) {
        return cause.code().kind() == ErrorCode.Kind.DATA ? cause : in.refuse(what, "a valid one", cause.detail());
    }

    static void name(RowName name, ByteWriter out) {
        int at = out.u8(name.length()).gap(name.length());
        name.copyTo(out.array(), at);
    }

    static RowName name(ByteReader in) {
        int length = in.u8("name length");
        int at = in.skip("name", length);
        return RowName.of(in.array(), at, length);
    }

    static TableId table(ByteReader in) {
        return new TableId(in.u64("table"));
    }

    static ShardId shard(ByteReader in) {
        return new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
    }

    static FileId fileId(ByteReader in) {
        return new FileId(in.varint("file id", 0, Long.MAX_VALUE));
    }

    static ColumnId column(ByteReader in) {
        return new ColumnId((int) in.varint("column", 0, Limits.COLUMNS_MAX - 1));
    }

    static void columns(List<ColumnId> columns, ByteWriter out) {
        out.varint(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            out.varint(columns.get(i).value());
        }
    }

    static List<ColumnId> columns(int min, ByteReader in) {
        return list(in, "columns", min, Limits.CELLS_PER_ROW_MAX, 1, Fields::column);
    }

    static void location(CellLocation location, ByteWriter out) {
        out.varint(location.segment()).varint(location.offset()).varint(location.length());
    }

    static CellLocation location(ByteReader in) {
        long segment = in.varint("segment", CellLocation.IN_JOURNAL + 1, CellLocation.SEGMENT_MAX);
        long offset = in.varint("offset of a cell", 0, CellLocation.OFFSET_MAX);
        return new CellLocation(segment, offset, (int) in.varint("length of a cell", 0, Integer.MAX_VALUE));
    }

    static int depth(String what, ByteReader in) {
        return (int) in.inRange(what, in.u8(what), 0, Limits.SLICE_DEPTH_MAX);
    }

    static boolean flag(String what, ByteReader in) {
        return in.inRange(what, in.u8(what), 0, 1) == 1;
    }

    /** Mode, owner and group. Not every value checks its mode, and half of one must not travel. */
    static void owned(int mode, int owner, int group, ByteWriter out) {
        out.u16((int) Check.inRange("mode", mode, 0, MODE_MAX)).u32(owner).u32(group);
    }

    static void bytes(byte[] bytes, ByteWriter out) {
        out.varint(bytes.length).lend(bytes);
    }

    static byte[] bytes(String what, int max, ByteReader in) {
        return in.bytes(what, (int) in.varint(what, 0, Math.min(max, in.remaining())));
    }

    static void ticket(ObjectTicket ticket, ByteWriter out) {
        out.u64(ticket.high()).u64(ticket.low());
    }

    static ObjectTicket ticket(ByteReader in) {
        return new ObjectTicket(in.u64("ticket of an object"), in.u64("ticket of an object"));
    }

    /** Refuses text that has no bytes of its own: it would be another one when it is read. */
    static void text(String what, String text, ByteWriter out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw new PfsException(ErrorCode.NAME_INVALID, what + " is not well-formed Unicode");
        }
        bytes(bytes, out);
    }

    static String text(String what, ByteReader in) {
        return in.text(what, (int) in.varint(what, 0, in.remaining()));
    }

    /** A row as its bytes; they tell themselves where they end. */
    static byte[] row(ByteReader in) {
        int start = RowLayout.skip(in);
        return Arrays.copyOfRange(in.array(), start, in.index());
    }

    static void optionalRow(Optional<byte[]> row, ByteWriter out) {
        out.u8(row.isPresent() ? 1 : 0);
        if (row.isPresent()) {
            out.bytes(row.get());
        }
    }

    static Optional<byte[]> optionalRow(ByteReader in) {
        return flag("presence of a row", in) ? Optional.of(row(in)) : Optional.empty();
    }

    static void optionalCursor(Optional<Cursor> cursor, ByteWriter out) {
        out.u8(cursor.isPresent() ? 1 : 0);
        if (cursor.isPresent()) {
            name(cursor.get().name(), out.u64(cursor.get().hash()));
        }
    }

    static Optional<Cursor> optionalCursor(ByteReader in) {
        boolean isPresent = flag("presence of a cursor", in);
        return isPresent ? Optional.of(new Cursor(in.u64("hash of a cursor"), name(in))) : Optional.empty();
    }

    /**
     * A count and as many elements.
     *
     * @param bytesEach the least that an element takes: more than fit are refused before there is a list for them
     */
    static <T> List<T> list(
            ByteReader in, String what, int min, int max, int bytesEach, Function<ByteReader, T> element) {
        int count = count(in, what, min, max, bytesEach);
        if (count <= 1) {
            return count == 0 ? List.of() : List.of(element.apply(in));
        }
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.apply(in));
        }
        return list;
    }

    static int count(ByteReader in, String what, int min, int max, int bytesEach) {
        int fit = in.remaining() / bytesEach;
        return (int) in.varint(what, min, Math.max(min, Math.min(max, fit)));
    }
}
