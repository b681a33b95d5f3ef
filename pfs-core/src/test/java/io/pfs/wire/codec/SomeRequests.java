package io.pfs.wire.codec;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.TableId;
import io.pfs.query.Attribute;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TagValue;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Request;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowEdit.Attributes;
import io.pfs.wire.RowSearch;
import io.pfs.wire.RowSearch.Form;
import io.pfs.wire.TableChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** Requests, at least one of each kind, whose fields differ from each other where they can. */
final class SomeRequests {
    static final TableId TABLE = new TableId(0x0102_0304_0506_0708L);
    static final TableId OTHER = new TableId(0x1112_1314_1516_1718L);
    static final RowName NAME = RowName.of("a.jpg");
    static final RowName OTHER_NAME = RowName.of("bc");
    static final ShardId SHARD = new ShardId(300);
    static final ObjectPrefix PREFIX =
            new ObjectPrefix(0x1_0000_0005L, new ObjectTicket(0x5152_5354_5556_5758L, 0x6162_6364_6566_6768L), 300);
    static final ObjectTicket TICKET = new ObjectTicket(0x2122_2324_2526_2728L, 0x3132_3334_3536_3738L);
    static final long MILLIS = 1_700_000_000_000L;
    static final byte[] ROW =
            Row.emptyFile(new FileId(0x31), 0644, 501, 20, MILLIS).toBytes();

    private static final Asker ANN = Asker.superuser("ann", 501, List.of(20, 300));

    private static final ColumnId CONTENT = new ColumnId(0);
    private static final ColumnId FAR = new ColumnId(300);

    private SomeRequests() {}

    static List<Request> oneOfEach() {
        List<Request> all = new ArrayList<>(rows());
        all.addAll(reads());
        all.addAll(objects());
        all.addAll(tables());
        for (NameStep step : steps()) {
            all.add(new Request.TakeStep(TABLE, new ProcedureId(SHARD, 0x4142_4344_4546_4748L), step));
        }
        all.addAll(readsByPlace());
        all.addAll(searches());
        return all;
    }

    private static List<Request> rows() {
        NewRow own = NewRow.file(0600, 501, 20);
        NewRow link = new NewRow(RowKind.SYMLINK, 0777, 0, 0, Optional.of(ascii("../a")));
        Request.EditRow plain = new Request.EditRow(TABLE, NAME, Expected.ANY, NewRow.FILE, RowEdit.NONE);
        Request.EditRow symlink = new Request.EditRow(TABLE, OTHER_NAME, Expected.ABSENT, link, RowEdit.NONE);
        return List.of(
                plain,
                symlink,
                new Request.EditRow(TABLE, NAME, new Expected.Same(new FileId(0x31), 200), own, fullEdit()),
                new Request.EditRows(TABLE, List.of(plain, symlink)),
                new Request.RemoveRow(TABLE, NAME, Expected.PRESENT),
                new Request.RemoveRow(TABLE, NAME, new Expected.Version(200)),
                new Request.RenameRow(TABLE, NAME, SHARD, OTHER, OTHER_NAME, true),
                new Request.LinkRow(TABLE, NAME, OTHER, OTHER_NAME));
    }

    private static RowEdit fullEdit() {
        List<CellPut> puts = List.of(new CellPut(CONTENT, ascii("abc"), false), new CellPut(FAR, ascii("z"), true));
        List<ObjectPut> objects = List.of(new ObjectPut(new ColumnId(2), TICKET, 1 << 24));
        TreeMap<String, TagValue> tags = new TreeMap<>(Map.of(
                "a", new TagValue.OfLong(-2),
                "d", new TagValue.OfBytes(new byte[] {0, -1})));
        Attributes attributes = new Attributes(
                OptionalInt.of(0640), OptionalInt.of(502), OptionalInt.of(-2), OptionalLong.of(1), OptionalLong.of(2));
        List<ColumnId> removed = List.of(new ColumnId(4), new ColumnId(3));
        return new RowEdit(puts, objects, removed, tags, new TreeSet<>(List.of("b", "c\u00e9")), attributes);
    }

    private static List<Request> reads() {
        List<ColumnId> columns = List.of(FAR, CONTENT);
        return List.of(
                new Request.ReadRow(TABLE, NAME, List.of(CONTENT)),
                new Request.ReadRows(TABLE, List.of(OTHER_NAME, NAME), 1 << 20, columns),
                new Request.ReadCell(TABLE, NAME, FAR, 1L << 32, 1 << 16),
                new Request.ListCells(TABLE, NAME),
                new Request.ListRows(TABLE, Optional.empty(), 1000, 1 << 20, List.of()),
                new Request.ListRows(TABLE, Optional.of(new Cursor(0x5152L, NAME)), 1000, 1 << 20, columns),
                new Request.LookUp(TABLE, NAME));
    }

    private static List<Request> readsByPlace() {
        List<ColumnId> columns = List.of(FAR, CONTENT);
        return List.of(
                new Request.ReadRow(TABLE, NAME, List.of(CONTENT), true),
                new Request.ReadRows(TABLE, List.of(OTHER_NAME, NAME), 1 << 20, columns, true),
                new Request.ReadCell(TABLE, NAME, FAR, 1L << 32, 1 << 16, true),
                new Request.ListRows(TABLE, Optional.of(new Cursor(0x5152L, NAME)), 1000, 1 << 20, columns, true));
    }

    private static List<Request> searches() {
        RowSearch all = new RowSearch(0x7172, "select *", "/", List.of());
        RowSearch some = new RowSearch(
                -1,
                "heat > 3 and size(thumb) < 4096 limit 10",
                "/caf\u00e9",
                List.of(new Form("thumb", new ColumnId(1))));
        return List.of(
                new Request.SearchRows(TABLE, Optional.empty(), 1, all),
                new Request.SearchRows(TABLE, Optional.of(new Cursor(0x5152L, NAME)), 0x6162L, 4096, some),
                new Request.MeasureIndexes(TABLE, Optional.empty()),
                new Request.ReadMany(List.of(
                        new Request.Part(SHARD, new Request.ListRows(TABLE, Optional.empty(), 64, 0, List.of())),
                        new Request.Part(new ShardId(5), new Request.LookUp(OTHER, NAME)))));
    }

    private static List<Request> objects() {
        return List.of(
                new Request.BeginObject(TABLE, NAME, FAR, TICKET, 1 << 24),
                new Request.WriteObject(TABLE, NAME, TICKET, 1L << 32, ascii("piece")),
                new Request.SealObject(TABLE, NAME, TICKET, 1 << 24),
                new Request.DropObject(TABLE, NAME, TICKET),
                new Request.ForceObject(TABLE, NAME, TICKET, 1 << 25),
                new Request.BeginObject(TABLE, NAME, FAR, TICKET, 1 << 24, Optional.of(PREFIX)));
    }

    private static List<Request> tables() {
        List<Request> all = new ArrayList<>(List.of(
                new Request.MakeTable(TABLE, NAME, 0755, 501, 20, Policy.DYNAMIC, 7, Optional.of(SHARD)),
                new Request.MakeTable(TABLE, NAME, 0755, 501, 20, Policy.SMALL, 0, Optional.empty()),
                new Request.RemoveTable(TABLE, NAME, true),
                new Request.DescribeTable(TABLE),
                new Request.MeasureSpace(TABLE),
                new Request.ManageCluster(TABLE, ClusterDeed.LOOK, ""),
                new Request.ManageCluster(TABLE, ClusterDeed.DRAIN, "host:7420")));
        for (TableChange change : changes()) {
            all.add(new Request.AlterTable(TABLE, change));
        }
        return all;
    }

    static List<TableChange> changes() {
        Attributes some = new Attributes(
                OptionalInt.empty(),
                OptionalInt.of(502),
                OptionalInt.empty(),
                OptionalLong.of(MILLIS),
                OptionalLong.empty());
        return List.of(
                new TableChange.AddColumns(
                        List.of(new NewColumn("thumb", "small", true), NewColumn.named("gr\u00f6\u00dfe"))),
                new TableChange.RenameColumn("thumb", "icon"),
                new TableChange.DropColumn("icon"),
                new TableChange.SetPolicy(Policy.LARGE),
                new TableChange.SetSpreading(new Spreading(SpreadPolicy.NEVER, 4)),
                new TableChange.ChangeIndexes(
                        List.of(new Indexed.OfTag("hot"), new Indexed.OfAttribute(Attribute.MODE)),
                        List.of(new Indexed.OfCell(new ColumnId(4)))),
                new TableChange.SetAttributes(some),
                new TableChange.SetAttributes(Attributes.UNCHANGED));
    }

    static List<NameStep> steps() {
        NameStep.Place from = new NameStep.Place(OTHER, SHARD);
        NameStep.Place to = new NameStep.Place(TABLE, new ShardId(5));
        return List.of(
                new NameStep.Lock(from, Optional.of(to), new TableId(0x61)),
                new NameStep.Lock(from, Optional.empty(), new TableId(0x61)),
                new NameStep.Unlock(),
                new NameStep.AskAlive(),
                new NameStep.FindParent(),
                new NameStep.Seal(),
                new NameStep.Unseal(),
                new NameStep.Drop(),
                new NameStep.Detach(),
                new NameStep.Bear(SHARD, NAME, 0755, 501, 20, Policy.DYNAMIC, new Spreading(SpreadPolicy.ALWAYS, 7)),
                new NameStep.RaiseSpread(5, true),
                new NameStep.Adopt(),
                new NameStep.Abandon(),
                new NameStep.Peek(NAME),
                new NameStep.Prepare(NAME, RowKind.DIRECTORY, true, Optional.of(OTHER), ANN),
                new NameStep.Prepare(NAME, RowKind.FILE, false, Optional.empty(), Asker.NOBODY),
                new NameStep.Settle(NAME, Optional.of(ROW)),
                new NameStep.Settle(NAME, Optional.empty()),
                new NameStep.AskOutcome(),
                new NameStep.OfferSlice(new SliceId(300)),
                new NameStep.FetchSlice(new SliceId(300), 200),
                new NameStep.NoteNames(MILLIS),
                new NameStep.Reparent(new TableParent(OTHER, SHARD, Optional.of(NAME), 200)),
                new NameStep.CopyAttributes(NAME, OTHER, 0750, 501, 20, MILLIS),
                new NameStep.ShareRights(
                        77,
                        0750,
                        501,
                        20,
                        IndexedFields.NONE.with(List.of(new Indexed.OfTag("hot"))),
                        Optional.empty()),
                new NameStep.ShareRights(78, 0750, 501, 20, IndexedFields.NONE, Optional.of(Policy.LARGE)),
                new NameStep.AskAdopted(new SliceId(300)),
                new NameStep.ReturnSegment(LoanId.of(new ProcedureId(SHARD, 0x2122_2324_2526_2728L)), 300));
    }

    /** What a request expects of a row, if it says so. */
    static Optional<Expected> expected(Request request) {
        if (request instanceof Request.EditRow edit) {
            return Optional.of(edit.expected());
        }
        return request instanceof Request.RemoveRow remove ? Optional.of(remove.expected()) : Optional.empty();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
