package io.pfs.query.answer;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Aggregate;
import io.pfs.query.Field;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.eval.RowValues;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is gathered of rows that fulfil a query: for each group, for each aggregate. What several servers gathered is put together
 * in any order, with the same result. Of one thread at a time. Bytes: see the package.
 */
public final class Groups {
    public static final int GROUPS_MAX = 100_000;
    /** Memory for all of them, about. */
    public static final int BYTES_MAX = 64 << 20;

    private static final int GROUP_BYTES = 128;
    /** The key of rows without a value, or of all rows if there are no groups. */
    private static final byte[] NO_VALUE = {-1};

    private final List<Aggregate> aggregates;
    private final Optional<Field> groupBy;
    private final int groupsMax;
    private final TreeMap<byte[], Group> groups = new TreeMap<>(Arrays::compareUnsigned);
    private final ValueCell cell = new ValueCell();
    private final ByteWriter key = new ByteWriter(32);
    private long bytes;

    /** One group. */
    private static final class Group {
        private Optional<TagValue> value;
        private final List<Accumulator> accumulators;

        Group(Optional<TagValue> value, List<Accumulator> accumulators) {
            this.value = value;
            this.accumulators = accumulators;
        }
    }

    public Groups(Query query) {
        this(query, GROUPS_MAX);
    }

    Groups(Query query, int groupsMax) {
        this.aggregates = query.aggregates();
        this.groupBy = query.groupBy();
        this.groupsMax = groupsMax;
        Check.that(!aggregates.isEmpty(), "groups are made for a query of aggregates");
        if (groupBy.isEmpty()) {
            add(NO_VALUE, new Group(Optional.empty(), empty()));
        }
    }

    private List<Accumulator> empty() {
        return aggregates.stream()
                .map(aggregate -> Accumulator.of(aggregate.function()))
                .toList();
    }

    public int size() {
        return groups.size();
    }

    /** What they take in memory, about; not less than in an answer. */
    public long bytes() {
        return bytes;
    }

    /** Adds a row. */
    public void add(RowValues row) {
        cell.clear();
        groupBy.ifPresent(field -> row.load(field, cell));
        Group group = groupOf(cell);
        for (int i = 0; i < aggregates.size(); i++) {
            Optional<Field> field = aggregates.get(i).field();
            field.ifPresent(of -> row.load(of, cell));
            if (field.isEmpty() || !cell.isEmpty()) {
                Accumulator accumulator = group.accumulators.get(i);
                bytes -= accumulator.bytes();
                accumulator.add(cell);
                bytes += accumulator.bytes();
            }
        }
        requireRoom();
    }

    private Group groupOf(ValueCell value) {
        byte[] sought = keyOf(value);
        Group found = groups.get(sought);
        if (found == null) {
            Group made = new Group(value.get(), empty());
            add(sought, made);
            return made;
        }
        if (!value.isEmpty()) {
            found.value = least(found.value, value);
        }
        return found;
    }

    private byte[] keyOf(ValueCell value) {
        if (value.isEmpty()) {
            return NO_VALUE;
        }
        key.clear();
        OrderedValue.encodeAlike(value, key);
        return key.toBytes();
    }

    /** Of equal values of different types the first by their keys, whoever came first. */
    private static Optional<TagValue> least(Optional<TagValue> known, ValueCell value) {
        boolean canDiffer = value.type().orElseThrow().isNumber();
        return canDiffer
                ? known.map(one -> {
                    TagValue other = value.get().orElseThrow();
                    return OrderedValue.compare(other, one) < 0 ? other : one;
                })
                : known;
    }

    private void add(byte[] newKey, Group group) {
        groups.put(newKey, group);
        bytes += newKey.length
                + GROUP_BYTES
                + group.accumulators.stream().mapToLong(Accumulator::bytes).sum();
        if (groups.size() > groupsMax) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "there are more than " + groupsMax + " groups by " + by() + "; group by what has fewer values");
        }
    }

    private String by() {
        return groupBy.map(Field::words).orElse("nothing");
    }

    private void requireRoom() {
        if (bytes > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    groups.size() + " groups by " + by() + " take " + bytes + " bytes of memory, but at most "
                            + BYTES_MAX + " are kept; group by what has fewer values, or ask for less of each");
        }
    }

    /** Adds what another gathered for the same query. */
    public void addAll(Groups other) {
        Check.that(other.aggregates.equals(aggregates) && other.groupBy.equals(groupBy), "both are of one query");
        other.groups.values().forEach(this::addGroup);
    }

    private void addGroup(Group other) {
        cell.clear();
        other.value.ifPresent(cell::set);
        Group group = groupOf(cell);
        for (int i = 0; i < aggregates.size(); i++) {
            Accumulator accumulator = group.accumulators.get(i);
            bytes -= accumulator.bytes();
            accumulator.addAll(other.accumulators.get(i));
            bytes += accumulator.bytes();
        }
        requireRoom();
    }

    /** The groups, ordered as the query says, and where that says nothing by what they have in common; not more than it says. */
    public List<GroupRow> rows(Query query) {
        TreeMap<byte[], GroupRow> ordered = new TreeMap<>(Arrays::compareUnsigned);
        groups.forEach((groupKey, group) -> {
            GroupRow row = row(group);
            ByteWriter sortKey = new ByteWriter(32);
            query.orderBy().forEach(ordering -> addTo(sortKey, ordering, row));
            ordered.put(sortKey.bytes(groupKey).toBytes(), row);
        });
        long limit = query.limit().orElse(Long.MAX_VALUE);
        return ordered.values().stream().limit(limit).toList();
    }

    private GroupRow row(Group group) {
        List<Optional<TagValue>> values = new ArrayList<>();
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate aggregate = aggregates.get(i);
            String what = "the " + aggregate.function().word() + " of the "
                    + aggregate.field().map(Field::words).orElse("rows");
            values.add(group.accumulators.get(i).result(what));
        }
        return new GroupRow(group.value, values);
    }

    private void addTo(ByteWriter sortKey, Ordering ordering, GroupRow row) {
        int nth = ordering.key() instanceof Aggregate aggregate ? aggregates.indexOf(aggregate) : -1;
        cell.clear();
        (nth < 0 ? row.group() : row.values().get(nth)).ifPresent(cell::set);
        SortKeys.add(cell, ordering.descends(), sortKey);
    }

    public void encode(ByteWriter out) {
        out.varint(groups.size());
        for (Group group : groups.values()) {
            out.u8(group.value.isPresent() ? 1 : 0);
            group.value.ifPresent(value -> OrderedValue.encode(ValueCell.of(value), out));
            group.accumulators.forEach(accumulator -> accumulator.encode(out));
        }
    }

    /** Reads what another gathered for the same query. */
    public static Groups decode(Query query, ByteReader in) {
        Groups read = new Groups(query);
        int count = (int) in.varint("groups", read.groups.size(), GROUPS_MAX);
        if (query.groupBy().isEmpty()) {
            in.inRange("groups of all rows", count, 1, 1);
            read.groups.clear();
        }
        for (int i = 0; i < count; i++) {
            read.decodeGroup(in);
        }
        return read;
    }

    private void decodeGroup(ByteReader in) {
        cell.clear();
        if (in.inRange("flag of a group", in.u8("flag of a group"), 0, groupBy.isPresent() ? 1 : 0) == 1) {
            cell.set(OrderedValue.decode(in));
        }
        byte[] readKey = keyOf(cell);
        if (!groups.isEmpty() && Arrays.compareUnsigned(groups.lastKey(), readKey) >= 0) {
            throw in.refuse("groups", "such that ascend", "another");
        }
        List<Accumulator> accumulators = new ArrayList<>();
        for (Aggregate aggregate : aggregates) {
            accumulators.add(Accumulator.decode(aggregate.function(), in));
        }
        add(readKey, new Group(cell.get(), List.copyOf(accumulators)));
        if (bytes > BYTES_MAX) {
            throw in.refuse("groups", "at most " + BYTES_MAX + " bytes of memory", "more");
        }
    }
}
