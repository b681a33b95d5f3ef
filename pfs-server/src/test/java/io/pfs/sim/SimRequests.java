package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowEdit.Attributes;
import io.pfs.wire.TableChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Draws requests that make sense, mostly, for what a row or a table may be now. */
final class SimRequests {
    /** What a plain file is born with, and not what its table or its maker say: the model is of one row alone. */
    static final NewRow FILE = NewRow.file(0644, 0, 0);

    private static final List<SpreadPolicy> SPREADS =
            List.of(SpreadPolicy.NEVER, SpreadPolicy.DYNAMIC, SpreadPolicy.ALWAYS);
    private static final List<Policy> POLICIES = List.of(Policy.values());

    /** Direct ones, indirect ones, and one with a large number. */
    static final List<ColumnId> COLUMNS = IntStream.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 700_000)
            .mapToObj(ColumnId::new)
            .toList();

    private static final int BIG_MAX = 3_000;
    private static final int HUGE_MIN = 60_000;
    private static final int HUGE_MAX = 150_000;
    private static final int MODE_MAX = 07777;
    static final int TAGS = 5;
    private static final int SPREAD_MAX = 4;

    private final Prng prng;
    private final SimWorkload workload;
    private final int client;

    SimRequests(Prng prng, SimWorkload workload, int client) {
        this.prng = prng;
        this.workload = workload;
        this.client = client;
    }

    Request of(RowKey key, Optional<SimValue> guess) {
        if (guess.isPresent() && guess.get() instanceof TableValue table) {
            TableId id = new TableId(Long.parseUnsignedLong(key.name().toString(), 16));
            return prng.oneIn(2) ? new DescribeTable(id) : new AlterTable(id, change(table));
        }
        Optional<RowValue> row = guess.map(RowValue.class::cast);
        int dice = prng.below(100);
        if (dice < 2) {
            return makeTable(key);
        } else if (dice < 8) {
            return new ReadRow(key.table(), key.name(), someColumns());
        } else if (dice < 14) {
            return new ReadCell(key.table(), key.name(), column(), from(), prng.below(BIG_MAX));
        } else if (dice < 17) {
            return new ListCells(key.table(), key.name());
        } else if (dice < (row.isPresent() ? 30 : 20)) {
            return new RemoveRow(key.table(), key.name(), expected(row));
        }
        return edit(key, guess);
    }

    /** Of a name that bears no table. */
    EditRow edit(RowKey key, Optional<SimValue> guess) {
        Optional<RowValue> row = guess.map(RowValue.class::cast);
        return new EditRow(key.table(), key.name(), expected(row), newRow(), edit(row));
    }

    MakeTable makeTable(RowKey key) {
        Optional<ShardId> home =
                prng.oneIn(3) ? Optional.empty() : Optional.of(new ShardId(prng.below(workload.shards())));
        Policy policy = POLICIES.get(prng.below(POLICIES.size()));
        int spread = prng.oneIn(3) ? 0 : prng.below(SPREAD_MAX + 1);
        return new MakeTable(
                key.table(), key.name(), prng.below(MODE_MAX + 1), client, prng.below(9), policy, spread, home);
    }

    private TableChange change(TableValue table) {
        List<String> names =
                table.schema().columns().stream().map(c -> c.name()).toList();
        String known = names.get(prng.below(names.size()));
        String fresh = "column " + prng.below(12);
        return switch (prng.below(9)) {
            case 0, 1, 2 -> new TableChange.AddColumns(newColumns(fresh));
            case 3 -> new TableChange.RenameColumn(known, fresh);
            case 4 -> new TableChange.DropColumn(prng.oneIn(4) ? fresh : known);
            case 5 -> new TableChange.SetPolicy(POLICIES.get(prng.below(POLICIES.size())));
            case 6, 7 -> spreading(prng, workload.shards());
            default -> new TableChange.SetAttributes(attributes());
        };
    }

    /** Often a spread that the table has already. */
    static TableChange spreading(Prng prng, int shards) {
        SpreadPolicy policy = SPREADS.get(prng.below(SPREADS.size()));
        return new TableChange.SetSpreading(
                new Spreading(policy, prng.below(Integer.numberOfTrailingZeros(shards) + 1)));
    }

    /** What the client believes to be so, or what others hold it to. */
    private Expected expected(Optional<RowValue> row) {
        return switch (prng.below(6)) {
            case 0 -> Expected.ABSENT;
            case 1 -> Expected.PRESENT;
            case 2, 3 -> Expected.ANY;
            default -> row.<Expected>map(r -> new Expected.Version(r.version())).orElse(Expected.ABSENT);
        };
    }

    private NewRow newRow() {
        if (prng.oneIn(20)) {
            byte[] target = ("../" + prng.below(1000)).getBytes(StandardCharsets.UTF_8);
            return new NewRow(RowKind.SYMLINK, prng.below(MODE_MAX + 1), client, 7, Optional.of(target));
        }
        return NewRow.file(prng.below(MODE_MAX + 1), client, 7);
    }

    /** One cell mostly; at times many, or none at all. */
    private RowEdit edit(Optional<RowValue> row) {
        List<ColumnId> left = new ArrayList<>(COLUMNS);
        List<CellPut> puts = new ArrayList<>();
        int count = prng.oneIn(3) ? prng.below(7) : 1;
        for (int i = 0; i < count; i++) {
            puts.add(new CellPut(left.remove(prng.below(left.size())), bytes(), prng.oneIn(3)));
        }
        List<ColumnId> removed = new ArrayList<>();
        if (row.isPresent() && prng.oneIn(4)) {
            removed.add(left.remove(prng.below(left.size())));
        }
        TreeMap<String, TagValue> tags = new TreeMap<>();
        TreeSet<String> removedTags = new TreeSet<>();
        if (prng.oneIn(6)) {
            int tagged = prng.below(TAGS);
            tags.put("tag" + tagged, tag());
            removedTags.add("tag" + (tagged + 1 + prng.below(TAGS - 1)) % TAGS);
        }
        return new RowEdit(puts, removed, tags, removedTags, prng.oneIn(6) ? attributes() : Attributes.UNCHANGED);
    }

    private TagValue tag() {
        return switch (prng.below(4)) {
            case 0 -> new TagValue.OfLong(prng.nextLong());
            case 1 -> new TagValue.OfString("value " + prng.below(1000));
            case 2 -> new TagValue.OfBoolean(prng.oneIn(2));
            default -> new TagValue.OfBytes(filled(prng.below(200)));
        };
    }

    private Attributes attributes() {
        return new Attributes(
                prng.oneIn(2) ? OptionalInt.of(prng.below(MODE_MAX + 1)) : OptionalInt.empty(),
                prng.oneIn(2) ? OptionalInt.of(prng.below(5000)) : OptionalInt.empty(),
                OptionalInt.empty(),
                prng.oneIn(2) ? OptionalLong.of(prng.between(0, 1L << 40)) : OptionalLong.empty(),
                OptionalLong.empty());
    }

    /** Empty ones, such that go with the journal, such that just don't, and a few that are written in several parts. */
    private byte[] bytes() {
        int embedded = workload.limits().cellEmbedBytesMax();
        return switch (prng.below(80)) {
            case 0 -> filled((int) prng.between(HUGE_MIN, HUGE_MAX));
            case 1, 2, 3 -> new byte[0];
            case 4, 5, 6, 7 -> filled(embedded);
            case 8, 9, 10, 11 -> filled(embedded + 1);
            case 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 -> filled((int) prng.between(embedded, BIG_MAX));
            default -> filled(prng.below(embedded + 1));
        };
    }

    /** Half of them can be compressed. */
    private byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Prng own = new Prng(prng.nextLong());
        int run = own.oneIn(2) ? 1 : 16;
        byte next = 0;
        for (int i = 0; i < length; i++) {
            next = i % run == 0 ? (byte) own.nextLong() : next;
            bytes[i] = next;
        }
        return bytes;
    }

    private ColumnId column() {
        return COLUMNS.get(prng.below(COLUMNS.size()));
    }

    private long from() {
        return prng.oneIn(2) ? 0 : prng.below(BIG_MAX);
    }

    List<ColumnId> someColumns() {
        List<ColumnId> some = new ArrayList<>();
        int of = 1 + prng.below(6);
        for (ColumnId column : COLUMNS) {
            if (prng.oneIn(of)) {
                some.add(column);
            }
        }
        if (prng.oneIn(8)) {
            some.sort(Comparator.reverseOrder());
        }
        return some;
    }

    private List<NewColumn> newColumns(String fresh) {
        NewColumn first = new NewColumn(fresh, prng.oneIn(2) ? "" : "group", prng.oneIn(2));
        return prng.oneIn(3) ? List.of(first, new NewColumn(fresh + "-too", "", false)) : List.of(first);
    }
}
