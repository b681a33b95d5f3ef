package io.pfs.server.access;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.TableId;
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
import java.util.ArrayList;
import java.util.List;

/** The bytes kept to answer a repeated request. Only what changed something is kept. Layout: see the package. */
public final class KeptReply {
    private static final int ROW_CHANGED = 1;
    private static final int ROW_GONE = 2;
    private static final int TABLE_MADE = 3;
    private static final int TABLE_ALTERED = 4;
    private static final int ROW_RENAMED = 5;
    private static final int TABLE_GONE = 6;
    private static final int ROWS_CHANGED = 7;

    private KeptReply() {}

    public static byte[] encode(Kept reply) {
        ByteWriter out = new ByteWriter(16);
        if (reply instanceof RowChanged changed) {
            out.u8(ROW_CHANGED).varint(changed.fileId().value()).varint(changed.version());
        } else if (reply instanceof RowsChanged changed) {
            out.u8(ROWS_CHANGED).varint(changed.rows().size());
            changed.rows().forEach(row -> out.varint(row.fileId().value()).varint(row.version()));
        } else if (reply instanceof RowGone gone) {
            out.u8(ROW_GONE).varint(gone.fileId().value());
        } else if (reply instanceof TableMade made) {
            TablePointer pointer = made.pointer();
            out.u8(TABLE_MADE).u64(pointer.table().value());
            out.varint(pointer.base().value()).u8(pointer.spread()).u64(pointer.hashSeed());
        } else if (reply instanceof TableAltered altered) {
            out.u8(TABLE_ALTERED).varint(altered.column().value());
        } else if (reply instanceof RowRenamed renamed) {
            out.u8(ROW_RENAMED).varint(renamed.fileId().value());
        } else if (reply instanceof TableGone gone) {
            out.u8(TABLE_GONE).u64(gone.table().value());
        }
        return out.toBytes();
    }

    public static Kept decode(byte[] bytes) {
        ByteReader in = new ByteReader("kept reply", bytes);
        int type = in.u8("type of a kept reply");
        Kept reply = switch (type) {
            case ROW_CHANGED -> rowChanged(in);
            case ROW_GONE -> new RowGone(fileId(in));
            case TABLE_MADE -> new TableMade(pointer(in));
            case TABLE_ALTERED -> new TableAltered(new ColumnId((int) in.varint("column", 0, Limits.COLUMNS_MAX - 1)));
            case ROW_RENAMED -> new RowRenamed(fileId(in));
            case TABLE_GONE -> new TableGone(new TableId(in.u64("table")));
            case ROWS_CHANGED -> rowsChanged(in);
            default -> throw in.refuse("type of a kept reply", "1 to 7", Integer.toString(type));
        };
        in.expectEnd("kept reply");
        return reply;
    }

    private static RowChanged rowChanged(ByteReader in) {
        return new RowChanged(fileId(in), in.varint("version", 0, Long.MAX_VALUE));
    }

    private static RowsChanged rowsChanged(ByteReader in) {
        int count = (int) in.varint("rows that were changed", 1, Limits.ROWS_PER_CHANGE_MAX);
        List<RowChanged> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(rowChanged(in));
        }
        return new RowsChanged(rows);
    }

    private static FileId fileId(ByteReader in) {
        return new FileId(in.varint("file id", 0, Long.MAX_VALUE));
    }

    private static TablePointer pointer(ByteReader in) {
        TableId table = new TableId(in.u64("table"));
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        return new TablePointer(table, base, spread, in.u64("hash seed"));
    }
}
