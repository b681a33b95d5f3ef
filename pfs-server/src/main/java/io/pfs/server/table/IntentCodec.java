package io.pfs.server.table;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.server.table.Intent.Arriving;
import io.pfs.server.table.Intent.Born;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import io.pfs.server.table.Intent.Locked;
import io.pfs.server.table.Intent.Reaping;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.Todo.AdoptTable;
import io.pfs.server.table.Todo.Copied;
import io.pfs.server.table.Todo.CopyAttributes;
import io.pfs.server.table.Todo.DetachTable;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.server.table.Todo.Reparent;
import io.pfs.server.table.Todo.SettleRow;
import io.pfs.server.table.Todo.ShareRights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Intents as rows. Layout: see the package. */
public final class IntentCodec {
    private static final int VERSION = 1;
    private static final int TODO_MAX = 16;

    private static final int KEPT = 1;
    private static final int SEALED = 2;
    private static final int LOCKED = 3;
    private static final int DECIDED = 4;
    private static final int REAPING = 5;
    private static final int BORN = 6;
    private static final int LEAVING = 7;
    private static final int ARRIVING = 8;
    private static final int LENDING = 9;
    private static final int BORROWING = 10;
    private static final int SPREADING = 11;

    private static final int OBJECT = 1;
    private static final int RETURNING = 2;

    private static final int SETTLE_ROW = 1;
    private static final int REPARENT = 2;
    private static final int DROP_TABLE = 3;
    private static final int DETACH_TABLE = 4;
    private static final int COPY_ATTRIBUTES = 5;
    private static final int ADOPT_TABLE = 6;
    private static final int SHARE_RIGHTS = 7;

    private IntentCodec() {}

    /** The row of an intent. */
    public static Row toRow(Intent intent, long nowMillis) {
        ByteWriter out = new ByteWriter(64);
        encode(intent, out);
        Row empty = Row.emptyFile(new FileId(0), 0, 0, 0, nowMillis);
        byte[] inline = Inline.ofFacts(out.toBytes()).toBytes();
        return new Row(empty.fileId(), 1, 0, empty.times(), 0, 0, 0, RowKind.FILE, empty.cells(), inline);
    }

    /** The intent in a row of the table of intents; a row that travels is none. */
    public static Optional<Intent> ofRow(RowName name, byte[] row) {
        String where = "intent '" + name + "'";
        Inline inline = Inline.decode(
                new ByteReader(where, Row.decode(new ByteReader(where, row)).inline()));
        boolean isTraveller = name.toString().startsWith("row-");
        return isTraveller || inline.facts().isEmpty()
                ? Optional.empty()
                : Optional.of(decode(new ByteReader(where, inline.facts().get())));
    }

    static void encode(Intent intent, ByteWriter out) {
        out.u8(VERSION);
        if (intent instanceof Kept kept) {
            procedure(kept.procedure(), out.u8(KEPT));
            name(kept.name(), out.u64(kept.table().value()).u64(kept.nameHash()));
        } else if (intent instanceof Sealed seal) {
            procedure(seal.procedure(), out.u8(SEALED));
            out.u64(seal.table().value());
        } else if (intent instanceof Locked locked) {
            procedure(locked.procedure(), out.u8(LOCKED));
        } else if (intent instanceof Decided decided) {
            procedure(decided.procedure(), out.u8(DECIDED));
            out.u8(decided.todo().size());
            decided.todo().forEach(todo -> encode(todo, out));
        } else if (intent instanceof Reaping reaping) {
            out.u8(REAPING).u64(reaping.table().value());
        } else if (intent instanceof Born born) {
            procedure(born.procedure(), out.u8(BORN));
            out.u64(born.table().value());
        } else if (intent instanceof Leaving leaving) {
            slice(leaving.slice(), out.u8(LEAVING));
        } else if (intent instanceof Arriving arriving) {
            slice(arriving.slice(), out.u8(ARRIVING));
        } else if (intent instanceof Spreading spreading) {
            out.u8(SPREADING).u64(spreading.table().value()).varint(spreading.below());
        } else if (intent instanceof Lending lending) {
            loan(
                    lending.loan(),
                    lending.nth(),
                    lending.borrower(),
                    lending.segments().size(),
                    out.u8(LENDING));
            lending.segments().forEach(lent -> out.varint(lent.segment()).varint(lent.bytes()));
        } else if (intent instanceof Borrowing borrowing) {
            loan(
                    borrowing.loan(),
                    borrowing.nth(),
                    borrowing.lender(),
                    borrowing.segments().size(),
                    out.u8(BORROWING));
            borrowing
                    .segments()
                    .forEach(borrowed -> out.varint(borrowed.segment())
                            .u8((borrowed.isObject() ? OBJECT : 0) | (borrowed.isReturning() ? RETURNING : 0)));
        }
    }

    private static void encode(Todo todo, ByteWriter out) {
        out.varint(todo.shard().value()).u64(todo.table().value());
        if (todo instanceof SettleRow settle) {
            name(settle.name(), out.u8(SETTLE_ROW));
        } else if (todo instanceof Reparent reparent) {
            reparent.parent().encode(out.u8(REPARENT));
        } else if (todo instanceof DropTable) {
            out.u8(DROP_TABLE);
        } else if (todo instanceof DetachTable) {
            out.u8(DETACH_TABLE);
        } else if (todo instanceof AdoptTable) {
            out.u8(ADOPT_TABLE);
        } else if (todo instanceof ShareRights) {
            out.u8(SHARE_RIGHTS);
        } else if (todo instanceof CopyAttributes copy) {
            name(copy.name(), out.u8(COPY_ATTRIBUTES));
            Copied copied = copy.copied();
            out.u64(copied.child().value()).u16(copied.mode());
            out.u32(copied.owner()).u32(copied.group()).u48(copied.ctimeMillis());
        }
    }

    private static void loan(LoanId loan, int nth, ShardId other, int segments, ByteWriter out) {
        out.u8(loan.isSlice() ? 1 : 0).u64(loan.high()).u64(loan.low());
        out.varint(nth).varint(other.value()).u8(segments);
    }

    private static void procedure(ProcedureId id, ByteWriter out) {
        out.varint(id.coordinator().value()).u64(id.number());
    }

    private static void slice(SliceKey key, ByteWriter out) {
        out.u64(key.table().value()).varint(key.slice().value());
    }

    private static SliceKey slice(ByteReader in) {
        TableId table = new TableId(in.u64("table"));
        return new SliceKey(table, new SliceId((int) in.varint("slice", 0, Limits.SLICES_MAX - 1)));
    }

    private static void name(RowName name, ByteWriter out) {
        out.u8(name.length()).bytes(name.toBytes());
    }

    static Intent decode(ByteReader in) {
        in.inRange("version of an intent", in.u8("version of an intent"), VERSION, VERSION);
        int type = in.u8("type of an intent");
        Intent intent = switch (type) {
            case KEPT -> kept(in);
            case SEALED -> new Sealed(procedure(in), new TableId(in.u64("table")));
            case LOCKED -> new Locked(procedure(in));
            case DECIDED -> decided(in);
            case REAPING -> new Reaping(new TableId(in.u64("table")));
            case BORN -> new Born(procedure(in), new TableId(in.u64("table")));
            case LEAVING -> new Leaving(slice(in));
            case ARRIVING -> new Arriving(slice(in));
            case LENDING -> lending(in);
            case BORROWING -> borrowing(in);
            case SPREADING ->
                new Spreading(new TableId(in.u64("table")), (int) in.varint("slice", 0, Limits.SLICES_MAX));
            default -> throw in.refuse("type of an intent", "1 to 11", Integer.toString(type));
        };
        in.expectEnd("intent");
        return intent;
    }

    private static Kept kept(ByteReader in) {
        ProcedureId procedure = procedure(in);
        TableId table = new TableId(in.u64("table"));
        long hash = in.u64("name hash");
        return new Kept(procedure, table, name(in), hash);
    }

    private static LoanId loan(ByteReader in) {
        boolean isSlice = in.inRange("whether a slice was lent for", in.u8("whether a slice was lent for"), 0, 1) == 1;
        return new LoanId(isSlice, in.u64("loan"), in.u64("loan"));
    }

    private static int nth(ByteReader in) {
        return (int) in.varint("row of a loan", 0, Integer.MAX_VALUE);
    }

    private static int segments(ByteReader in) {
        return (int) in.inRange("segments of a loan", in.u8("segments of a loan"), 1, Intent.SEGMENTS_MAX);
    }

    private static long segment(ByteReader in) {
        return in.varint("segment", 1, CellLocation.SEGMENT_MAX);
    }

    private static Lending lending(ByteReader in) {
        LoanId loan = loan(in);
        int nth = nth(in);
        ShardId borrower = shard(in);
        int count = segments(in);
        List<Lent> segments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            segments.add(new Lent(segment(in), in.varint("lent bytes", 0, Long.MAX_VALUE)));
        }
        return new Lending(loan, nth, borrower, segments);
    }

    private static Borrowing borrowing(ByteReader in) {
        LoanId loan = loan(in);
        int nth = nth(in);
        ShardId lender = shard(in);
        int count = segments(in);
        List<Borrowed> segments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long segment = segment(in);
            int flags = (int) in.inRange("flags of a loan", in.u8("flags of a loan"), 0, OBJECT | RETURNING);
            segments.add(new Borrowed(segment, (flags & OBJECT) != 0, (flags & RETURNING) != 0));
        }
        return new Borrowing(loan, nth, lender, segments);
    }

    private static Decided decided(ByteReader in) {
        ProcedureId procedure = procedure(in);
        int count = (int) in.inRange("things to do", in.u8("things to do"), 0, TODO_MAX);
        List<Todo> todo = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            todo.add(todo(in));
        }
        return new Decided(procedure, todo);
    }

    private static Todo todo(ByteReader in) {
        ShardId shard = shard(in);
        TableId table = new TableId(in.u64("table"));
        int type = in.u8("type of a thing to do");
        return switch (type) {
            case SETTLE_ROW -> new SettleRow(shard, table, name(in));
            case REPARENT -> new Reparent(shard, table, TableParent.decode(in));
            case DROP_TABLE -> new DropTable(shard, table);
            case DETACH_TABLE -> new DetachTable(shard, table);
            case ADOPT_TABLE -> new AdoptTable(shard, table);
            case SHARE_RIGHTS -> new ShareRights(shard, table);
            case COPY_ATTRIBUTES -> {
                RowName name = name(in);
                TableId child = new TableId(in.u64("child table"));
                int mode = in.u16("mode");
                int owner = in.u32("owner");
                int group = in.u32("group");
                Copied copied = new Copied(child, mode, owner, group, in.u48("ctime"));
                yield new CopyAttributes(shard, table, name, copied);
            }
            default -> throw in.refuse("type of a thing to do", "1 to 7", Integer.toString(type));
        };
    }

    private static ProcedureId procedure(ByteReader in) {
        return new ProcedureId(shard(in), in.u64("number of a procedure"));
    }

    private static ShardId shard(ByteReader in) {
        return new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
    }

    private static RowName name(ByteReader in) {
        int length = (int) in.inRange("name length", in.u8("name length"), 1, Limits.ROW_NAME_BYTES_MAX);
        int at = in.skip("name", length);
        return RowName.of(in.array(), at, length);
    }
}
