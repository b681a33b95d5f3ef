package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TablePointer;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Reply.TableMade;

/**
 * The bytes of replies that a repeated request gets again; on their way they are the same as where they are kept. Only what
 * changed something is kept. Layout: see the package.
 */
public final class KeptReplyCodec {
    /** No other reply has a type up to this one. */
    static final int TYPE_MAX = 31;

    private static final int ROW_CHANGED = 1;
    private static final int ROW_GONE = 2;
    private static final int TABLE_MADE = 3;
    private static final int TABLE_ALTERED = 4;
    private static final int ROW_RENAMED = 5;
    private static final int TABLE_GONE = 6;
    private static final int ROWS_CHANGED = 7;

    private KeptReplyCodec() {}

    public static byte[] encode(Kept reply) {
        ByteWriter out = new ByteWriter(16);
        encode(reply, out);
        return out.toBytes();
    }

    public static void encode(Kept reply, ByteWriter out) {
        if (reply instanceof RowChanged changed) {
            row(changed, out.u8(ROW_CHANGED));
        } else if (reply instanceof RowsChanged changed) {
            out.u8(ROWS_CHANGED).varint(changed.rows().size());
            for (RowChanged row : changed.rows()) {
                row(row, out);
            }
        } else if (reply instanceof RowGone gone) {
            out.u8(ROW_GONE).varint(gone.fileId().value());
        } else if (reply instanceof TableMade made) {
            made.pointer().encode(out.u8(TABLE_MADE));
        } else if (reply instanceof TableAltered altered) {
            out.u8(TABLE_ALTERED).varint(altered.column().value());
        } else if (reply instanceof RowRenamed renamed) {
            out.u8(ROW_RENAMED).varint(renamed.fileId().value());
        } else if (reply instanceof TableGone gone) {
            out.u8(TABLE_GONE).u64(gone.table().value());
        }
    }

    private static void row(RowChanged row, ByteWriter out) {
        out.varint(row.fileId().value()).varint(row.version());
    }

    /** The reply that these bytes are, all of them. */
    public static Kept decode(byte[] bytes) {
        ByteReader in = new ByteReader("kept reply", bytes);
        Kept reply = decode(in);
        in.expectEnd("kept reply");
        return reply;
    }

    public static Kept decode(ByteReader in) {
        return decode(in.u8("type of a kept reply"), in);
    }

    /** What follows the type. */
    static Kept decode(int type, ByteReader in) {
        return switch (type) {
            case ROW_CHANGED -> rowChanged(in);
            case ROW_GONE -> new RowGone(Fields.fileId(in));
            case TABLE_MADE -> new TableMade(TablePointer.decode(in));
            case TABLE_ALTERED -> new TableAltered(Fields.column(in));
            case ROW_RENAMED -> new RowRenamed(Fields.fileId(in));
            case TABLE_GONE -> new TableGone(Fields.table(in));
            case ROWS_CHANGED ->
                new RowsChanged(Fields.list(
                        in, "rows that were changed", 1, Limits.ROWS_PER_CHANGE_MAX, 2, KeptReplyCodec::rowChanged));
            default -> throw in.refuse("type of a kept reply", "1 to 7", Integer.toString(type));
        };
    }

    private static RowChanged rowChanged(ByteReader in) {
        return new RowChanged(Fields.fileId(in), in.varint("version", 0, Long.MAX_VALUE));
    }
}
