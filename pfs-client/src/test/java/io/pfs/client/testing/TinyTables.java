package io.pfs.client.testing;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceOrder;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the tiny server holds. A column is told apart by its id only, as the real one does. */
final class TinyTables {
    private static final class Stored {
        private Row row;
        private final TreeMap<ColumnId, byte[]> cells = new TreeMap<>();

        Stored(Row row) {
            this.row = row;
        }
    }

    private static final class TinyTable {
        private final TablePointer pointer;
        private final TableParent parent;
        private final TreeMap<Cursor, Stored> rows;
        private Schema schema = Schema.PLAIN;
        private Policy policy;
        private int mode;
        private IndexedFields indexes = IndexedFields.NONE;

        TinyTable(TablePointer pointer, TableParent parent, Policy policy, int mode) {
            this.pointer = pointer;
            this.parent = parent;
            this.policy = policy;
            this.mode = mode;
            Comparator<Cursor> byHash = (a, b) -> SliceOrder.compare(a.hash(), b.hash());
            this.rows = new TreeMap<>(byHash.thenComparing(Cursor::name));
        }

        Cursor key(RowName name) {
            return new Cursor(new NameHash(pointer.hashSeed()).of(name), name);
        }
    }

    private final Map<TableId, TinyTable> tables = new HashMap<>();
    private final TinyObjects objects = new TinyObjects();
    private long leaseMillis = TinyServer.LEASE_MILLIS;
    private long ids = 100;
    private long millis = 1_000_000;

    TinyTables(TablePointer root) {
        TableParent none = new TableParent(root.table(), root.base(), Optional.empty(), 0);
        tables.put(root.table(), new TinyTable(root, none, Policy.DYNAMIC, 0755));
    }

    static boolean isChange(Request request) {
        return request instanceof EditRow
                || request instanceof EditRows
                || request instanceof RemoveRow
                || request instanceof MakeTable
                || request instanceof AlterTable;
    }

    void grantNoLeases() {
        leaseMillis = 0;
    }

    void removeTable(TableId parent, String name) {
        TinyTable in = table(parent);
        Stored row = in.rows.remove(in.key(RowName.of(name)));
        tables.remove(pointerOf(row.row).table());
    }

    private static TablePointer pointerOf(Row row) {
        return Inline.decode(new ByteReader("tiny", row.inline())).pointer().orElseThrow();
    }

    private TinyTable table(TableId id) {
        return Optional.ofNullable(tables.get(id))
                .orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
    }

    Reply handle(Request request) {
        TinyTable table = table(request.table());
        millis++;
        if (request instanceof AboutRow about) {
            Optional<Stored> row = Optional.ofNullable(table.rows.get(table.key(about.name())));
            return handle(table, about, row);
        } else if (request instanceof EditRows edits) {
            return editAll(table, edits);
        } else if (request instanceof ReadRows read) {
            return readAll(table, read);
        } else if (request instanceof ListRows list) {
            return list(table, list);
        } else if (request instanceof AlterTable alter) {
            return alter(table, alter.change());
        } else if (request instanceof MeasureIndexes measure) {
            return measured(table, measure);
        } else if (request instanceof DescribeTable) {
            return new Reply.TableFound(new TableView(
                    table.pointer,
                    table.pointer.spread(),
                    SpreadPolicy.NEVER,
                    table.parent,
                    new Generation(1),
                    table.policy,
                    table.schema,
                    table.mode,
                    0,
                    0,
                    Row.Times.all(millis),
                    table.indexes));
        }
        throw new PfsException(ErrorCode.NOT_SUPPORTED, "the tiny server does not know " + request);
    }

    /** Nobody knows them any more whose tickets were given so far. */
    void loseObjects() {
        objects.loseAll();
    }

    private Reply handle(TinyTable table, AboutRow request, Optional<Stored> row) {
        if (request instanceof EditRow edit) {
            return edit(table, edit, row);
        } else if (request instanceof MakeTable make) {
            return make(table, make, row);
        } else if (request instanceof RemoveRow remove) {
            return remove(table, remove, row);
        } else if (request instanceof BeginObject begin) {
            return objects.begin(begin);
        } else if (request instanceof WriteObject write) {
            objects.write(write);
            return new Reply.ObjectWritten(write.offset() + write.bytes().length);
        } else if (request instanceof ForceObject force) {
            return new Reply.ObjectWritten(objects.bytes(force.ticket(), force.bytes()).length);
        } else if (request instanceof SealObject seal) {
            return new Reply.ObjectSealed(objects.bytes(seal.ticket(), seal.bytes()).length);
        } else if (request instanceof DropObject drop) {
            objects.drop(drop.ticket());
            return new Reply.ObjectDropped();
        }
        Stored there = row.orElseThrow(() -> missing(request));
        if (request instanceof LookUp look) {
            long lease = there.row.kind() == RowKind.DIRECTORY ? leaseMillis : 0;
            return new Reply.HopFound(found(look.name(), there, List.of()), lease);
        } else if (request instanceof ReadRow read) {
            return new Reply.RowFound(found(read.name(), there, read.columns()));
        } else if (request instanceof ReadCell read) {
            byte[] cell = Optional.ofNullable(there.cells.get(read.column())).orElseThrow(() -> missing(request));
            int from = (int) Math.min(cell.length, read.offset());
            int to = Math.min(cell.length, from + read.length());
            return new Reply.CellFound(there.row.version(), cell.length, Arrays.copyOfRange(cell, from, to));
        } else if (request instanceof ListCells) {
            List<Reply.CellLength> cells = new ArrayList<>();
            there.cells.forEach((column, bytes) -> cells.add(new Reply.CellLength(column, bytes.length)));
            return new Reply.CellsListed(there.row.version(), cells);
        }
        throw new PfsException(ErrorCode.NOT_SUPPORTED, "the tiny server does not know " + request);
    }

    private static FoundRow found(RowName name, Stored row, List<ColumnId> columns) {
        List<Optional<byte[]>> cells = new ArrayList<>();
        List<FoundRow.LargeCell> large = new ArrayList<>();
        for (ColumnId column : columns) {
            Optional<byte[]> cell = Optional.ofNullable(row.cells.get(column));
            if (cell.isPresent() && cell.get().length > Limits.CELL_BYTES_MAX) {
                large.add(new FoundRow.LargeCell(cells.size(), cell.get().length));
                cell = Optional.empty();
            }
            cells.add(cell.map(byte[]::clone));
        }
        return new FoundRow(name, row.row.toBytes(), cells, large);
    }

    private static PfsException missing(AboutRow request) {
        return new PfsException(
                ErrorCode.NOT_FOUND, "row '" + request.name() + "' of " + request.table() + " does not exist");
    }

    private static void require(AboutRow request, Expected expected, Optional<Stored> row) {
        if (row.isPresent() && row.get().row.kind() == RowKind.DIRECTORY) {
            throw new PfsException(ErrorCode.IS_A_DIRECTORY, "row '" + request.name() + "' is a directory");
        }
        if (expected instanceof Expected.Absent && row.isPresent()) {
            throw new PfsException(
                    ErrorCode.ALREADY_EXISTS, "row '" + request.name() + "' of " + request.table() + " exists");
        }
        boolean mustExist = !(expected instanceof Expected.Absent || expected instanceof Expected.Any);
        if (mustExist && row.isEmpty()) {
            throw missing(request);
        }
        if (expected instanceof Expected.Same same
                && !(row.get().row.fileId().equals(same.fileId())
                        && row.get().row.version() == same.version())) {
            throw new PfsException(ErrorCode.VERSION_CHANGED, "row '" + request.name() + "' is another one");
        }
        if (expected instanceof Expected.Version version && row.get().row.version() != version.value()) {
            throw new PfsException(ErrorCode.VERSION_CHANGED, "row '" + request.name() + "' has another version");
        }
    }

    private Reply editAll(TinyTable table, EditRows request) {
        for (EditRow edit : request.edits()) {
            require(edit, edit.expected(), Optional.ofNullable(table.rows.get(table.key(edit.name()))));
        }
        List<Reply.RowChanged> changed = new ArrayList<>();
        for (EditRow edit : request.edits()) {
            Optional<Stored> row = Optional.ofNullable(table.rows.get(table.key(edit.name())));
            changed.add(edit(table, edit, row));
        }
        return new Reply.RowsChanged(changed);
    }

    /** Tells of half of the names at most, so that who asks has to ask again. */
    private Reply readAll(TinyTable table, ReadRows request) {
        List<Optional<FoundRow>> rows = new ArrayList<>();
        for (RowName name : request.names().subList(0, (request.names().size() + 1) / 2)) {
            Optional<Stored> row = Optional.ofNullable(table.rows.get(table.key(name)));
            rows.add(row.map(stored -> found(name, stored, request.columns())));
        }
        return new Reply.RowsRead(rows);
    }

    private Reply.RowChanged edit(TinyTable table, EditRow request, Optional<Stored> row) {
        require(request, request.expected(), row);
        Stored stored = row.orElseGet(() -> new Stored(born(request)));
        for (CellPut put : request.edit().puts()) {
            stored.cells.put(put.column(), put.bytes());
        }
        for (ObjectPut put : request.edit().objects()) {
            stored.cells.put(put.column(), objects.bytes(put.ticket(), put.bytes()));
        }
        request.edit().removedCells().forEach(stored.cells::remove);
        stored.row = after(stored, request.edit());
        table.rows.put(table.key(request.name()), stored);
        return new Reply.RowChanged(stored.row.fileId(), stored.row.version());
    }

    private Row born(EditRow request) {
        Row empty = Row.emptyFile(new FileId(ids++), request.ifNew().mode(), 0, 0, millis);
        byte[] inline = request.ifNew()
                .target()
                .map(target -> Inline.ofTarget(target).toBytes())
                .orElse(new byte[0]);
        RowKind kind = request.ifNew().kind();
        return new Row(empty.fileId(), 0, 0, empty.times(), empty.mode(), 0, 0, kind, empty.cells(), inline);
    }

    private Row after(Stored stored, RowEdit edit) {
        Row row = stored.row;
        Inline inline = Inline.decode(new ByteReader("tiny", row.inline()));
        RowEdit.Attributes set = edit.attributes();
        Row.Times times = new Row.Times(
                set.mtimeMillis()
                        .orElse(edit.touchesCells() ? millis : row.times().mtimeMillis()),
                millis,
                set.atimeMillis().orElse(row.times().atimeMillis()));
        byte[] content = stored.cells.getOrDefault(new ColumnId(0), new byte[0]);
        return new Row(
                row.fileId(),
                row.version() + 1,
                content.length,
                times,
                set.mode().orElse(row.mode()),
                set.owner().orElse(row.owner()),
                set.group().orElse(row.group()),
                row.kind(),
                places(row, edit),
                inline.with(inline.tags().with(edit.tags(), edit.removedTags())).toBytes());
    }

    /** Of the content alone: another place with each writing, and none where there is none. */
    private List<Optional<CellLocation>> places(Row row, RowEdit edit) {
        List<Optional<CellLocation>> places = new ArrayList<>(row.cells());
        edit.puts().stream()
                .filter(put -> put.column().equals(Column.CONTENT.id()))
                .forEach(put -> places.set(0, Optional.of(new CellLocation(1, row.version(), put.bytes().length))));
        edit.objects().stream()
                .filter(put -> put.column().equals(Column.CONTENT.id()))
                .forEach(put ->
                        places.set(0, Optional.of(CellLocation.ofObject(objects.id(put.ticket()), put.bytes()))));
        if (edit.removedCells().contains(Column.CONTENT.id())) {
            places.set(0, Optional.empty());
        }
        return places;
    }

    private Reply remove(TinyTable table, RemoveRow request, Optional<Stored> row) {
        require(request, request.expected(), row);
        table.rows.remove(table.key(request.name()));
        return new Reply.RowGone(row.map(stored -> stored.row.fileId()).orElse(new FileId(0)));
    }

    private Reply make(TinyTable table, MakeTable request, Optional<Stored> row) {
        if (row.isPresent()) {
            throw new PfsException(
                    ErrorCode.ALREADY_EXISTS, "row '" + request.name() + "' of " + request.table() + " exists");
        }
        ShardId shard = new ShardId(0);
        TablePointer pointer = new TablePointer(
                TableId.of(shard, ids++), shard, request.spreading().spread(), ids * 31);
        Row empty = Row.emptyFile(new FileId(ids++), request.mode(), 0, 0, millis);
        byte[] inline = Inline.ofPointer(pointer).toBytes();
        Row born = new Row(
                empty.fileId(), 1, 0, empty.times(), empty.mode(), 0, 0, RowKind.DIRECTORY, empty.cells(), inline);
        table.rows.put(table.key(request.name()), new Stored(born));
        TableParent parent =
                new TableParent(table.pointer.table(), table.pointer.base(), Optional.of(request.name()), 0);
        tables.put(pointer.table(), new TinyTable(pointer, parent, request.policy(), request.mode()));
        return new Reply.TableMade(pointer);
    }

    private static Reply alter(TinyTable table, TableChange change) {
        int added = 0;
        if (change instanceof TableChange.AddColumns add) {
            added = table.schema.nextId();
            table.schema = table.schema.withColumns(add.columns());
        } else if (change instanceof TableChange.RenameColumn rename) {
            table.schema = table.schema.renamed(rename.from(), rename.to());
        } else if (change instanceof TableChange.DropColumn drop) {
            table.schema = table.schema.without(drop.name());
        } else if (change instanceof TableChange.SetPolicy set) {
            table.policy = set.policy();
        } else if (change instanceof TableChange.SetAttributes set) {
            table.mode = set.attributes().mode().orElse(table.mode);
        } else if (change instanceof TableChange.ChangeIndexes set) {
            table.indexes = table.indexes.without(set.dropped()).with(set.added());
        }
        return new Reply.TableAltered(new ColumnId(added));
    }

    /** As of a table in two shards, the first of which has two parts of it; its own index is behind in the first. */
    private static Reply measured(TinyTable table, MeasureIndexes request) {
        long part = request.cursor().map(Cursor::hash).orElse(0L);
        List<Integer> all =
                table.indexes.fields().stream().map(IndexedField::id).toList();
        Optional<Cursor> next = part < 2 ? Optional.of(new Cursor(part + 1, RowName.of("x"))) : Optional.empty();
        return part == 1
                ? new Reply.IndexesMeasured(new ShardId(1), all, 50, 50, next)
                : new Reply.IndexesMeasured(new ShardId(0), all.subList(0, 1), 30, 100, next);
    }

    private static Reply list(TinyTable table, ListRows request) {
        var rest = request.cursor().isEmpty()
                ? table.rows
                : table.rows.tailMap(request.cursor().get(), false);
        List<FoundRow> page = new ArrayList<>();
        long bytes = 0;
        Optional<Cursor> next = Optional.empty();
        for (var entry : rest.entrySet()) {
            boolean isFull = page.size() == request.rowsMax()
                    || (!page.isEmpty() && !request.columns().isEmpty() && bytes >= request.bytesMax());
            if (isFull) {
                RowName last = page.get(page.size() - 1).name();
                next = Optional.of(table.key(last));
                break;
            }
            FoundRow row = found(entry.getKey().name(), entry.getValue(), request.columns());
            bytes += row.cells().stream()
                    .flatMap(Optional::stream)
                    .mapToLong(cell -> cell.length)
                    .sum();
            page.add(row);
        }
        return new Reply.RowsFound(page, next);
    }
}
