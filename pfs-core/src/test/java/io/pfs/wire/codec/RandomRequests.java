package io.pfs.wire.codec;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.query.Attribute;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
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
import io.pfs.wire.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Random requests of those kinds that have more than a field or two. */
final class RandomRequests {
    private final RandomValues values;

    RandomRequests(Random random) {
        values = new RandomValues(random);
    }

    Request next() {
        return switch (values.below(11)) {
            case 0 -> editRows();
            case 1 -> new Request.ReadRow(values.table(), values.name(), columns(), values.flip());
            case 2 ->
                new Request.ReadRows(
                        values.table(),
                        values.some(1, 20, values::name),
                        (int) values.bits(26),
                        columns(),
                        values.flip());
            case 3 ->
                new Request.ListRows(
                        values.table(),
                        values.maybe(values::cursor),
                        1 + (int) values.bits(16),
                        (int) values.bits(26),
                        columns(),
                        values.flip());
            case 8 ->
                new Request.SearchRows(
                        values.table(),
                        values.maybe(values::cursor),
                        values.random.nextLong(),
                        1 + (int) values.bits(12),
                        new RowSearch(
                                values.bits(63), values.text(), "/" + values.text(), values.some(0, 5, this::form)));
            case 9 -> new Request.ReadMany(values.some(1, 20, this::part));
            case 4 -> object();
            case 5 -> makeTable();
            case 6 -> new Request.AlterTable(values.table(), change());
            case 7 ->
                new Request.TakeStep(values.table(), new ProcedureId(values.shard(), values.random.nextLong()), step());
            default -> edit(values.name());
        };
    }

    private Request.Part part() {
        Request request = values.flip()
                ? new Request.LookUp(values.table(), values.name())
                : new Request.ListRows(
                        values.table(),
                        values.maybe(values::cursor),
                        1 + (int) values.bits(11),
                        (int) values.bits(26),
                        List.of());
        return new Request.Part(values.shard(), request);
    }

    private Indexed indexed() {
        return switch (values.below(3)) {
            case 0 -> new Indexed.OfTag("t" + values.bits(20));
            case 1 -> new Indexed.OfAttribute(Attribute.SIZE);
            default -> new Indexed.OfCell(new ColumnId(values.below(5)));
        };
    }

    private RowSearch.Form form() {
        return new RowSearch.Form(values.text(), new ColumnId(values.below(5)));
    }

    private List<ColumnId> columns() {
        return values.some(0, 6, values::column);
    }

    private Request editRows() {
        Request.EditRow first = edit(values.name());
        TreeSet<RowName> names = new TreeSet<>(values.some(1, 6, values::name));
        List<Request.EditRow> edits = new ArrayList<>();
        for (RowName name : names.descendingSet()) {
            edits.add(new Request.EditRow(first.table(), name, expected(), newRow(), rowEdit()));
        }
        return new Request.EditRows(first.table(), edits);
    }

    private Request.EditRow edit(RowName name) {
        return new Request.EditRow(values.table(), name, expected(), newRow(), rowEdit());
    }

    private Expected expected() {
        return switch (values.below(5)) {
            case 0 -> Expected.ABSENT;
            case 1 -> Expected.PRESENT;
            case 2 -> Expected.ANY;
            case 3 -> new Expected.Same(values.fileId(), 1 + values.bits(62));
            default -> new Expected.Version(1 + values.bits(62));
        };
    }

    private NewRow newRow() {
        return switch (values.below(3)) {
            case 0 -> NewRow.FILE;
            case 1 -> NewRow.file(values.mode(), values.random.nextInt(), values.random.nextInt());
            default -> new NewRow(RowKind.SYMLINK, values.mode(), 0, 1, Optional.of(values.bytes(5000)));
        };
    }

    /** Each cell and each tag is changed at most once: sets of them are dealt out. */
    private RowEdit rowEdit() {
        List<CellPut> puts = new ArrayList<>();
        List<ObjectPut> objects = new ArrayList<>();
        List<ColumnId> removed = new ArrayList<>();
        TreeMap<String, TagValue> tags = new TreeMap<>();
        TreeSet<String> removedTags = new TreeSet<>();
        for (ColumnId column : new TreeSet<>(columns())) {
            switch (values.below(4)) {
                case 0 -> removed.add(0, column);
                case 1 -> objects.add(new ObjectPut(column, ticket(), 1 + values.bits(47)));
                default -> puts.add(new CellPut(column, values.bytes(200), values.flip()));
            }
        }
        for (String name : new TreeSet<>(values.some(0, 5, values::text))) {
            if (values.flip()) {
                tags.put(name, tag());
            } else {
                removedTags.add(name);
            }
        }
        return new RowEdit(puts, objects, removed, tags, removedTags, attributes());
    }

    private TagValue tag() {
        return switch (values.below(6)) {
            case 0 -> new TagValue.OfLong(values.random.nextLong());
            case 1 -> new TagValue.OfDouble(values.random.nextDouble());
            case 2 -> new TagValue.OfString(values.text());
            case 3 -> new TagValue.OfBytes(values.bytes(9));
            case 4 -> new TagValue.OfTimestamp(values.bits(48));
            default -> new TagValue.OfBoolean(values.flip());
        };
    }

    private Attributes attributes() {
        boolean isNone = values.flip();
        return isNone
                ? Attributes.UNCHANGED
                : new Attributes(
                        values.flip() ? OptionalInt.of(values.below(010000)) : OptionalInt.empty(),
                        values.flip() ? OptionalInt.of((int) values.bits(31)) : OptionalInt.empty(),
                        values.flip() ? OptionalInt.of((int) values.bits(31)) : OptionalInt.empty(),
                        values.flip() ? OptionalLong.of(values.bits(48)) : OptionalLong.empty(),
                        values.flip() ? OptionalLong.of(values.bits(48)) : OptionalLong.empty());
    }

    private ObjectTicket ticket() {
        return new ObjectTicket(values.random.nextLong(), values.random.nextLong());
    }

    private Request object() {
        byte[] piece = new byte[1 + values.below(300)];
        values.random.nextBytes(piece);
        return values.flip()
                ? new Request.BeginObject(
                        values.table(),
                        values.name(),
                        values.column(),
                        ticket(),
                        CellLocation.OFFSET_MAX,
                        values.maybe(() -> new ObjectPrefix(1 + values.bits(40), ticket(), 1 + values.bits(20))))
                : new Request.WriteObject(values.table(), values.name(), ticket(), values.bits(47), piece);
    }

    private Request makeTable() {
        return new Request.MakeTable(
                values.table(),
                values.name(),
                values.mode(),
                values.random.nextInt(),
                values.random.nextInt(),
                values.policy(),
                values.below(Limits.SLICE_DEPTH_MAX + 1),
                values.maybe(values::shard));
    }

    private TableChange change() {
        return switch (values.below(5)) {
            case 0 ->
                new TableChange.AddColumns(values.some(
                        1, 5, () -> new NewColumn(values.text(), values.flip() ? "" : values.text(), values.flip())));
            case 1 -> new TableChange.RenameColumn(values.flip() ? "" : values.text(), values.text());
            case 2 -> new TableChange.SetSpreading(values.spreading());
            case 3 -> new TableChange.ChangeIndexes(values.some(0, 3, this::indexed), values.some(0, 3, this::indexed));
            default -> new TableChange.SetAttributes(attributes());
        };
    }

    private Asker asker() {
        List<Integer> groups =
                Stream.generate(values.random::nextInt).limit(values.below(4)).toList();
        return new Asker(values.flip() ? "" : values.text(), (int) values.bits(31), groups, values.flip());
    }

    private NameStep step() {
        return switch (values.below(9)) {
            case 0 ->
                new NameStep.Lock(
                        new NameStep.Place(values.table(), values.shard()),
                        values.maybe(() -> new NameStep.Place(values.table(), values.shard())),
                        values.table());
            case 1 ->
                new NameStep.Prepare(values.name(), values.kind(), values.flip(), values.maybe(values::table), asker());
            case 2 -> new NameStep.Settle(values.name(), values.maybe(values::row));
            case 3 -> new NameStep.FetchSlice(new SliceId((int) values.bits(24)), (int) values.bits(31));
            case 4 -> new NameStep.Reparent(values.parent());
            case 5 ->
                new NameStep.ReturnSegment(
                        new LoanId(values.flip(), values.bits(48), values.random.nextLong()), 1 + values.bits(40));
            case 6 -> new NameStep.RaiseSpread(values.below(25), values.flip());
            case 7 ->
                new NameStep.ShareRights(
                        values.bits(48),
                        values.mode(),
                        -1,
                        values.random.nextInt(),
                        IndexedFields.NONE,
                        values.maybe(() -> Policy.LARGE));
            default ->
                new NameStep.CopyAttributes(
                        values.name(), values.table(), values.mode(), values.random.nextInt(), -1, values.bits(48));
        };
    }
}
