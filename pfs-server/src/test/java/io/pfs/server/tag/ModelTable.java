package io.pfs.server.tag;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Attribute;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.RandomQueries;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of a table, kept beside an index that follows them. Few positions, so that names meet. */
final class ModelTable {
    static final Field NAME = Field.of(Attribute.NAME);
    static final List<Field> FIELDS = List.of(Field.ofTag("a"), Field.ofTag("b"), SomeRows.SIZE, SomeRows.CELL, NAME);
    private static final List<Indexed> INDEXABLE = List.of(
            new Indexed.OfTag("a"),
            new Indexed.OfTag("b"),
            new Indexed.OfAttribute(Attribute.SIZE),
            new Indexed.OfCell(new ColumnId(SomeRows.CELL_SLOT)),
            new Indexed.OfAttribute(Attribute.NAME));

    final TableId id;
    private final Random random;
    private final int names;
    private final int positions;
    private final RandomQueries values;
    final Map<RowName, Map<Field, TagValue>> rows = new TreeMap<>();
    private IndexedFields fields = IndexedFields.NONE;

    ModelTable(TableId id, Random random, int names) {
        this.id = id;
        this.random = random;
        this.names = names;
        this.positions = Math.max(2, names / 2);
        this.values = new RandomQueries(random, FIELDS);
    }

    IndexedFields fields() {
        return fields;
    }

    long position(RowName name) {
        long number = Long.parseLong(name.toString().substring(1)) % positions;
        return SliceOrder.position(number * 0x9e37_79b9_7f4a_7c15L);
    }

    private RowName anyName() {
        return RowName.of("n" + random.nextInt(names));
    }

    /** Something happens to the rows or to the indexes. */
    void step(IndexBatch batch) {
        switch (random.nextInt(names < 100 ? 24 : 200)) {
            case 0 -> dropSlice(batch);
            case 1 -> drop(batch);
            case 2, 3 -> fields = fields.with(List.of(values.pick(INDEXABLE.toArray(Indexed[]::new))));
            case 4 -> build(batch);
            case 5, 6, 7, 8 -> remove(anyName(), batch);
            default -> set(batch);
        }
    }

    private void set(IndexBatch batch) {
        RowName name = anyName();
        Map<Field, TagValue> row = new HashMap<>();
        row.put(NAME, new TagValue.OfString(name.toString()));
        row.put(SomeRows.SIZE, new TagValue.OfLong(random.nextInt(5)));
        if (random.nextBoolean()) {
            row.put(SomeRows.CELL, new TagValue.OfLong(random.nextInt(3)));
        }
        value().ifPresent(value -> row.put(Field.ofTag("a"), value));
        value().ifPresent(value -> row.put(Field.ofTag("b"), value));
        rows.put(name, row);
        tell(name, batch);
    }

    private Optional<TagValue> value() {
        return random.nextInt(8) == 0 ? Optional.of(longText()) : values.valueOrNone();
    }

    /** Longer than what stands in keys, or about so long; they differ at their ends. */
    TagValue longText() {
        return new TagValue.OfString("x".repeat(508 + random.nextInt(6)) + "\0".repeat(random.nextInt(3)));
    }

    private void tell(RowName name, IndexBatch batch) {
        if (!fields.isEmpty()) {
            batch.rowIs(id, fields, position(name), SomeRows.stored(name, rows.get(name)));
        }
    }

    private void remove(RowName name, IndexBatch batch) {
        if (rows.remove(name) != null && !fields.isEmpty()) {
            batch.rowIsGone(id, position(name), name);
        }
    }

    void removeAll(IndexBatch batch) {
        List.copyOf(rows.keySet()).forEach(name -> remove(name, batch));
    }

    SliceOrder.Interval anyInterval() {
        int depth = random.nextInt(4);
        return SliceOrder.interval(random.nextInt(1 << depth), depth);
    }

    private void dropSlice(IndexBatch batch) {
        SliceOrder.Interval interval = anyInterval();
        rows.keySet().removeIf(name -> interval.contains(position(name)));
        batch.intervalIsGone(id, interval);
    }

    private void drop(IndexBatch batch) {
        if (!fields.isEmpty()) {
            IndexedField gone =
                    fields.fields().get(random.nextInt(fields.fields().size()));
            fields = fields.without(List.of(gone.what()));
            if (fields.isEmpty()) {
                batch.tableIsGone(id);
            } else {
                batch.fieldsAreGone(id, List.of(gone.id()));
            }
        }
    }

    /** All rows are told of, and from then on all indexes are complete. */
    void build(IndexBatch batch) {
        rows.keySet().forEach(name -> tell(name, batch));
        batch.complete(id, fields.fields().stream().map(IndexedField::id).toList());
    }

    Condition condition() {
        Condition any = values.condition(random.nextInt(4));
        if (random.nextInt(3) > 0) {
            return any;
        }
        Field field = FIELDS.get(random.nextInt(2));
        Condition ofLong = new Condition.Compare(field, values.pick(Comparison.values()), longText());
        return random.nextBoolean() ? Condition.and(List.of(any, ofLong)) : Condition.or(List.of(any, ofLong));
    }

    /** Names of the rows of an interval that fulfil a condition. */
    List<RowName> fulfilling(Condition condition, SliceOrder.Interval interval) {
        List<RowName> names = new ArrayList<>();
        rows.forEach((name, row) -> {
            if (interval.contains(position(name))
                    && Naive.decide(condition, row).orElse(false)) {
                names.add(name);
            }
        });
        return names;
    }

    /** Where these stand, in the order of positions. */
    long[] positions(List<RowName> of) {
        TreeSet<Long> sorted = new TreeSet<>(Long::compareUnsigned);
        of.forEach(name -> sorted.add(position(name)));
        return sorted.stream().mapToLong(Long::longValue).toArray();
    }
}
