package io.pfs.wire.codec;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.Cursor;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ManageCluster;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.MeasureSpace;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowSearch;
import io.pfs.wire.RowSearch.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bytes of requests. Layout: see the package. */
public final class RequestCodec {
    private static final int EDIT_ROW = 1;
    private static final int EDIT_ROWS = 2;
    private static final int REMOVE_ROW = 3;
    private static final int RENAME_ROW = 4;
    private static final int LINK_ROW = 5;

    private static final int READ_ROW = 16;
    private static final int READ_ROWS = 17;
    private static final int READ_CELL = 18;
    private static final int LIST_CELLS = 19;
    private static final int LIST_ROWS = 20;
    private static final int LOOK_UP = 21;
    private static final int READ_ROW_OR_PLACES = 22;
    private static final int READ_ROWS_OR_PLACES = 23;
    private static final int READ_CELL_OR_PLACE = 24;
    private static final int LIST_ROWS_OR_PLACES = 25;

    private static final int SEARCH_ROWS = 26;
    private static final int MEASURE_INDEXES = 27;
    private static final int READ_MANY = 28;

    private static final int BEGIN_OBJECT = 32;
    private static final int WRITE_OBJECT = 33;
    private static final int SEAL_OBJECT = 34;
    private static final int DROP_OBJECT = 35;
    private static final int FORCE_OBJECT = 36;
    private static final int BEGIN_OBJECT_WITH = 37;

    private static final int MAKE_TABLE = 48;
    private static final int REMOVE_TABLE = 49;
    private static final int ALTER_TABLE = 50;
    private static final int DESCRIBE_TABLE = 51;
    private static final int MEASURE_SPACE = 52;
    private static final int MANAGE_CLUSTER = 53;

    private static final int TAKE_STEP = 64;

    /** Name, expectation, new row and edit take so many at the least. */
    private static final int EDIT_BYTES_MIN = 5;
    /** A shard, a type, a table and a name do. */
    private static final int PART_BYTES_MIN = 12;

    private RequestCodec() {}

    public static void encode(Request request, ByteWriter out) {
        if (request instanceof EditRow edit) {
            RowEditCodec.encode(edit, begin(EDIT_ROW, edit, out));
        } else if (request instanceof ReadRow read) {
            Fields.columns(read.columns(), named(read.placesDo() ? READ_ROW_OR_PLACES : READ_ROW, read, out));
        } else if (request instanceof LookUp look) {
            named(LOOK_UP, look, out);
        } else if (request instanceof EditRows edits) {
            begin(EDIT_ROWS, edits, out).varint(edits.edits().size());
            for (EditRow edit : edits.edits()) {
                RowEditCodec.encode(edit, out);
            }
        } else if (request instanceof RemoveRow remove) {
            RowEditCodec.encode(remove.expected(), named(REMOVE_ROW, remove, out));
        } else if (request instanceof ReadCell read) {
            named(read.placesDo() ? READ_CELL_OR_PLACE : READ_CELL, read, out)
                    .varint(read.column().value());
            out.varint(read.offset()).varint(read.length());
        } else if (request instanceof ReadRows read) {
            encode(read, out);
        } else if (request instanceof ListRows list) {
            encode(list, out);
        } else if (request instanceof SearchRows search) {
            encode(search, out);
        } else if (request instanceof MeasureIndexes measure) {
            Fields.optionalCursor(measure.cursor(), begin(MEASURE_INDEXES, measure, out));
        } else if (request instanceof ReadMany many) {
            encode(many, out);
        } else if (request instanceof ListCells list) {
            named(LIST_CELLS, list, out);
        } else if (request instanceof TakeStep step) {
            NameStepCodec.encode(step, begin(TAKE_STEP, step, out));
        } else {
            encodeObject(request, out);
        }
    }

    private static void encodeObject(Request request, ByteWriter out) {
        if (request instanceof BeginObject begin) {
            encode(begin, out);
        } else if (request instanceof WriteObject write) {
            Fields.ticket(write.ticket(), named(WRITE_OBJECT, write, out));
            out.varint(write.offset());
            Fields.bytes(write.bytes(), out);
        } else if (request instanceof SealObject seal) {
            Fields.ticket(seal.ticket(), named(SEAL_OBJECT, seal, out));
            out.varint(seal.bytes());
        } else if (request instanceof ForceObject force) {
            Fields.ticket(force.ticket(), named(FORCE_OBJECT, force, out));
            out.varint(force.bytes());
        } else if (request instanceof DropObject drop) {
            Fields.ticket(drop.ticket(), named(DROP_OBJECT, drop, out));
        } else {
            encodeTable(request, out);
        }
    }

    private static void encode(BeginObject begin, ByteWriter out) {
        named(begin.prefix().isPresent() ? BEGIN_OBJECT_WITH : BEGIN_OBJECT, begin, out)
                .varint(begin.column().value());
        Fields.ticket(begin.ticket(), out);
        out.varint(begin.bytes());
        begin.prefix().ifPresent(prefix -> {
            Fields.ticket(prefix.ticket(), out.varint(prefix.object()));
            out.varint(prefix.chunks());
        });
    }

    private static void encodeTable(Request request, ByteWriter out) {
        if (request instanceof DescribeTable describe) {
            begin(DESCRIBE_TABLE, describe, out);
        } else if (request instanceof MeasureSpace measure) {
            begin(MEASURE_SPACE, measure, out);
        } else if (request instanceof ManageCluster manage) {
            Fields.text(
                    "server",
                    manage.server(),
                    begin(MANAGE_CLUSTER, manage, out).u8(manage.deed().number()));
        } else if (request instanceof RenameRow rename) {
            named(RENAME_ROW, rename, out).varint(rename.toShard().value());
            Fields.name(rename.toName(), out.u64(rename.toTable().value()));
            out.u8(rename.overwrite() ? 1 : 0);
        } else if (request instanceof MakeTable make) {
            Fields.owned(make.mode(), make.owner(), make.group(), named(MAKE_TABLE, make, out));
            make.spreading().encode(out.u8(make.policy().number()));
            out.u8(make.home().isPresent() ? 1 : 0);
            make.home().ifPresent(home -> out.varint(home.value()));
        } else if (request instanceof RemoveTable remove) {
            named(REMOVE_TABLE, remove, out).u8(remove.recursive() ? 1 : 0);
        } else if (request instanceof AlterTable alter) {
            TableChangeCodec.encode(alter.change(), begin(ALTER_TABLE, alter, out));
        } else if (request instanceof LinkRow link) {
            Fields.name(
                    link.toName(), named(LINK_ROW, link, out).u64(link.toTable().value()));
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a request of no known kind: " + request);
        }
    }

    private static ByteWriter begin(int type, Request request, ByteWriter out) {
        return out.u8(type).u64(request.table().value());
    }

    private static ByteWriter named(int type, AboutRow request, ByteWriter out) {
        Fields.name(request.name(), begin(type, request, out));
        return out;
    }

    private static void encode(ReadRows read, ByteWriter out) {
        begin(read.placesDo() ? READ_ROWS_OR_PLACES : READ_ROWS, read, out)
                .varint(read.names().size());
        for (RowName name : read.names()) {
            Fields.name(name, out);
        }
        Fields.columns(read.columns(), out.varint(read.bytesMax()));
    }

    private static void encode(ListRows list, ByteWriter out) {
        begin(list.placesDo() ? LIST_ROWS_OR_PLACES : LIST_ROWS, list, out);
        Fields.optionalCursor(list.cursor(), out);
        out.varint(list.rowsMax()).varint(list.bytesMax());
        Fields.columns(list.columns(), out);
    }

    private static void encode(ReadMany many, ByteWriter out) {
        begin(READ_MANY, many, out).varint(many.parts().size());
        for (Part part : many.parts()) {
            encode(part.request(), out.varint(part.shard().value()));
        }
    }

    private static void encode(SearchRows search, ByteWriter out) {
        Fields.optionalCursor(search.cursor(), begin(SEARCH_ROWS, search, out));
        out.u64(search.last()).varint(search.rowsMax()).u64(search.search().id());
        Fields.text("query", search.search().query(), out);
        Fields.text("path of a table", search.search().path(), out);
        out.varint(search.search().forms().size());
        for (Form form : search.search().forms()) {
            Fields.text("name of a column", form.name(), out);
            out.varint(form.column().value());
        }
    }

    /** Reads one request; what follows it is not looked at. */
    public static Request decode(ByteReader in) {
        try {
            return request(in);
        } catch (PfsException e) {
            throw Fields.refusal(e, "request", in);
        }
    }

    private static Request request(ByteReader in) {
        int type = in.u8("type of a request");
        TableId table = Fields.table(in);
        return switch (type) {
            case EDIT_ROW -> RowEditCodec.decode(table, in);
            case EDIT_ROWS -> editRows(table, in);
            case REMOVE_ROW -> new RemoveRow(table, Fields.name(in), RowEditCodec.expected(in));
            case RENAME_ROW -> renameRow(table, in);
            case LINK_ROW -> new LinkRow(table, Fields.name(in), Fields.table(in), Fields.name(in));
            case READ_ROW -> new ReadRow(table, Fields.name(in), Fields.columns(0, in));
            case READ_ROWS -> readRows(table, in);
            case READ_CELL -> readCell(table, in);
            case LIST_CELLS -> new ListCells(table, Fields.name(in));
            case LIST_ROWS -> listRows(table, in);
            case READ_ROW_OR_PLACES -> new ReadRow(table, Fields.name(in), Fields.columns(0, in), true);
            case READ_ROWS_OR_PLACES -> readRows(table, in).askingForPlaces();
            case READ_CELL_OR_PLACE -> readCell(table, in).askingForPlaces();
            case LIST_ROWS_OR_PLACES -> listRows(table, in).askingForPlaces();
            case SEARCH_ROWS -> searchRows(table, in);
            case MEASURE_INDEXES -> new MeasureIndexes(table, Fields.optionalCursor(in));
            case READ_MANY ->
                new ReadMany(
                        table,
                        Fields.list(in, "parts", 1, Limits.PARTS_PER_READ_MAX, PART_BYTES_MIN, RequestCodec::part));
            case LOOK_UP -> new LookUp(table, Fields.name(in));
            case BEGIN_OBJECT, BEGIN_OBJECT_WITH -> beginObject(table, type == BEGIN_OBJECT_WITH, in);
            case WRITE_OBJECT -> writeObject(table, in);
            case FORCE_OBJECT -> new ForceObject(table, Fields.name(in), Fields.ticket(in), objectBytes(1, in));
            case SEAL_OBJECT -> new SealObject(table, Fields.name(in), Fields.ticket(in), objectBytes(1, in));
            case DROP_OBJECT -> new DropObject(table, Fields.name(in), Fields.ticket(in));
            case MAKE_TABLE -> makeTable(table, in);
            case REMOVE_TABLE -> new RemoveTable(table, Fields.name(in), Fields.flag("depth of a removal", in));
            case ALTER_TABLE -> new AlterTable(table, TableChangeCodec.decode(in));
            case DESCRIBE_TABLE -> new DescribeTable(table);
            case MEASURE_SPACE -> new MeasureSpace(table);
            case MANAGE_CLUSTER -> manageCluster(table, in);
            case TAKE_STEP -> NameStepCodec.decode(table, in);
            default -> throw in.refuse("type of a request", "one that is known", Integer.toString(type));
        };
    }

    private static ManageCluster manageCluster(TableId table, ByteReader in) {
        long deed = in.inRange("deed of a cluster", in.u8("deed of a cluster"), 1, ClusterDeed.values().length);
        return new ManageCluster(table, ClusterDeed.ofNumber((int) deed), Fields.text("server", in));
    }

    private static EditRows editRows(TableId table, ByteReader in) {
        int count = Fields.count(in, "rows of a change", 1, Limits.ROWS_PER_CHANGE_MAX, EDIT_BYTES_MIN);
        List<EditRow> edits = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            edits.add(RowEditCodec.decode(table, in));
        }
        return new EditRows(table, edits);
    }

    private static RenameRow renameRow(TableId table, ByteReader in) {
        RowName name = Fields.name(in);
        ShardId toShard = Fields.shard(in);
        TableId toTable = Fields.table(in);
        return new RenameRow(table, name, toShard, toTable, Fields.name(in), Fields.flag("leave to replace a row", in));
    }

    private static ReadRows readRows(TableId table, ByteReader in) {
        List<RowName> names = Fields.list(in, "names", 1, Limits.ROWS_PER_READ_MAX, 2, Fields::name);
        return new ReadRows(table, names, pageBytes(in), Fields.columns(0, in));
    }

    private static int pageBytes(ByteReader in) {
        return (int) in.varint("bytes of an answer", 0, Limits.PAGE_BYTES_MAX);
    }

    private static ReadCell readCell(TableId table, ByteReader in) {
        RowName name = Fields.name(in);
        ColumnId column = Fields.column(in);
        long offset = in.varint("offset in a cell", 0, Long.MAX_VALUE);
        int length = (int) in.varint("bytes asked for of a cell", 0, Limits.CELL_BYTES_MAX);
        return new ReadCell(table, name, column, offset, length);
    }

    private static SearchRows searchRows(TableId table, ByteReader in) {
        Optional<Cursor> cursor = Fields.optionalCursor(in);
        long last = in.u64("last position");
        int rowsMax = (int) in.varint("rows to look at", 1, Limits.ROWS_PER_SEARCH_MAX);
        long id = in.u64("id of a search");
        String query = Fields.text("query", in);
        String path = Fields.text("path of a table", in);
        List<Form> forms = Fields.list(in, "columns in a query", 0, Limits.DIRECT_COLUMNS_MAX, 2, RequestCodec::form);
        return new SearchRows(table, cursor, last, rowsMax, new RowSearch(id, query, path, forms));
    }

    private static Form form(ByteReader in) {
        return new Form(Fields.text("name of a column", in), Fields.column(in));
    }

    private static ListRows listRows(TableId table, ByteReader in) {
        Optional<Cursor> cursor = Fields.optionalCursor(in);
        int rowsMax = (int) in.varint("rows of a page", 1, Limits.ROWS_PER_PAGE_MAX);
        return new ListRows(table, cursor, rowsMax, pageBytes(in), Fields.columns(0, in));
    }

    /** Only what can be a part is read, so that parts have no parts. */
    private static Part part(ByteReader in) {
        ShardId shard = Fields.shard(in);
        int type = in.u8("type of a part");
        TableId table = Fields.table(in);
        return switch (type) {
            case LOOK_UP -> new Part(shard, new LookUp(table, Fields.name(in)));
            case LIST_ROWS -> new Part(shard, listRows(table, in));
            default -> throw in.refuse("type of a part", "that of a hop or a page", Integer.toString(type));
        };
    }

    private static BeginObject beginObject(TableId table, boolean hasPrefix, ByteReader in) {
        RowName name = Fields.name(in);
        ColumnId column = Fields.column(in);
        ObjectTicket ticket = Fields.ticket(in);
        long bytes = objectBytes(0, in);
        return new BeginObject(table, name, column, ticket, bytes, hasPrefix ? prefix(in) : Optional.empty());
    }

    private static Optional<ObjectPrefix> prefix(ByteReader in) {
        long object = in.varint("id of an object", CellLocation.IN_JOURNAL + 1, CellLocation.SEGMENT_MAX);
        ObjectTicket ticket = Fields.ticket(in);
        return Optional.of(
                new ObjectPrefix(object, ticket, in.varint("chunks of an object", 1, ObjectPrefix.CHUNKS_MAX)));
    }

    private static long objectBytes(int min, ByteReader in) {
        return in.varint("bytes of an object", min, CellLocation.OFFSET_MAX);
    }

    private static WriteObject writeObject(TableId table, ByteReader in) {
        RowName name = Fields.name(in);
        ObjectTicket ticket = Fields.ticket(in);
        long offset = in.varint("offset in an object", 0, CellLocation.OFFSET_MAX);
        byte[] bytes = Fields.bytes("piece of an object", Limits.OBJECT_PIECE_BYTES_MAX, in);
        return new WriteObject(table, name, ticket, offset, bytes);
    }

    private static MakeTable makeTable(TableId table, ByteReader in) {
        RowName name = Fields.name(in);
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        int group = in.u32("group");
        Policy policy = Policy.decode(in);
        Spreading spreading = Spreading.decode(in);
        boolean isPlaced = Fields.flag("presence of a shard", in);
        Optional<ShardId> home = isPlaced ? Optional.of(Fields.shard(in)) : Optional.empty();
        return new MakeTable(table, name, mode, owner, group, policy, spreading, home);
    }
}
