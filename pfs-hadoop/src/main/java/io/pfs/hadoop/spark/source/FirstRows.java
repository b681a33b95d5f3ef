package io.pfs.hadoop.spark.source;

import io.pfs.query.Attribute;
import io.pfs.query.Condition;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.QueryLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * The first rows in an order, as servers can find them. They order as Spark does, but what has no value always comes last there, and values
 * of another type are in the way. So rows are divided into groups such that in each the order is the same, or nearly: the first of each
 * group are read, and Spark has the last word on which are the first of all.
 *
 * <p>Nearly: where Spark sees no value, as it is of another type, that row comes before those without any, and not among them. So it comes
 * too early, and never too late. If as many rows as are wanted have come that are not such ones, then whatever has not come yet is behind
 * them for Spark, too.
 *
 * @param others of which all are read: rows with names that are not UTF-8, where names are asked for or ordered by
 * @param count how many are wanted
 */
record FirstRows(List<Group> groups, List<Group> others, int count, String words) {
    /** More are rather sorted where there is room. */
    static final int COUNT_MAX = 10_000;
    /** Each is a search of its own. */
    private static final int GROUPS_MAX = 4;

    /**
     * One of the groups.
     *
     * @param orderings none if all its rows are alike
     * @param tags those that it is ordered by, whose values may be of another type
     */
    record Group(Condition where, List<Ordering> orderings, List<Field.Tag> tags) {
        private Group by(io.pfs.query.Field field, boolean descends) {
            List<Ordering> more = new ArrayList<>(orderings);
            more.add(new Ordering(field, descends));
            return new Group(where, more, tags);
        }

        private Group by(Field.Tag tag, boolean descends) {
            List<Field.Tag> more = new ArrayList<>(tags);
            more.add(tag);
            return new Group(where, orderings, more).by(io.pfs.query.Field.ofTag(tag.tag()), descends);
        }

        private Group and(Condition more) {
            return new Group(Condition.and(List.of(where, more)), orderings, tags);
        }

        /** Without its limit; empty if it would be too large. */
        private Optional<String> query() {
            return ServerQuery.text(() -> new Query(
                    List.of(), List.of(), Optional.empty(), where, Optional.empty(), orderings, OptionalLong.empty()));
        }

        /** What reads its first rows. */
        private Task.OfFirst task(int count) {
            return new Task.OfFirst(query().orElseThrow(), count, new ArrayList<>(tags));
        }
    }

    List<Task.OfFirst> tasks() {
        List<Task.OfFirst> tasks = new ArrayList<>();
        groups.forEach(group -> tasks.add(group.task(count)));
        others.forEach(group -> tasks.add(group.task(Task.OfFirst.ALL)));
        return tasks;
    }

    /** Empty if Spark has to look for them itself. */
    static Optional<FirstRows> of(SortOrder[] orders, int count, Map<String, Field> fields, Filter filter) {
        if (count > COUNT_MAX || orders.length > QueryLimits.ORDERINGS_MAX) {
            return Optional.empty();
        }
        boolean namesNames = filter.names(Field.OfRow.NAME)
                || Arrays.stream(orders)
                        .anyMatch(order -> field(order, fields)
                                .filter(Field.OfRow.NAME::equals)
                                .isPresent());
        Condition where = ServerQuery.ofFiles(filter, ServerQuery.Names.TEXTS);
        Optional<List<Group>> groups =
                Optional.of(List.of(group(where, namesNames ? Optional.of(TagType.STRING) : Optional.empty())));
        for (SortOrder order : orders) {
            groups = groups.flatMap(some -> divided(some, order, fields, filter))
                    .filter(some -> some.size() <= GROUPS_MAX);
        }
        Condition any = ServerQuery.ofFiles(filter, ServerQuery.Names.ALL);
        List<Group> others = namesNames ? List.of(group(any, Optional.of(TagType.BYTES))) : List.of();
        String words = "ORDER BY " + Arrays.toString(orders) + " LIMIT " + count;
        return groups.map(some -> new FirstRows(some, others, count, words)).filter(FirstRows::canBeAsked);
    }

    /** @param names which rows are meant, by what servers take their names for */
    private static Group group(Condition where, Optional<TagType> names) {
        Condition all = names.map(type -> Condition.and(List.of(where, TagClass.has(ServerQuery.NAME, type))))
                .orElse(where);
        return new Group(all, List.of(), List.of());
    }

    private boolean canBeAsked() {
        return Stream.concat(groups.stream(), others.stream())
                .allMatch(group -> group.query().isPresent());
    }

    private static Optional<Field> field(SortOrder order, Map<String, Field> fields) {
        return order.expression() instanceof NamedReference reference && reference.fieldNames().length == 1
                ? Optional.ofNullable(fields.get(reference.fieldNames()[0]))
                : Optional.empty();
    }

    private static Optional<List<Group>> divided(
            List<Group> groups, SortOrder order, Map<String, Field> fields, Filter filter) {
        boolean descends = order.direction() == SortDirection.DESCENDING;
        Optional<Field> field = field(order, fields);
        if (field.isPresent() && field.get() instanceof Field.Tag tag) {
            boolean areNullsFirst = order.nullOrdering() == NullOrdering.NULLS_FIRST && !filter.needsValueOf(tag);
            return byTag(groups, tag, descends, areNullsFirst);
        }
        return field.isPresent() && field.get() instanceof Field.OfRow known
                ? Optional.of(by(groups, attribute(known), descends))
                : Optional.empty();
    }

    /** Of numbers of one type it can't be said which rows lack them, if others come first, for Spark. */
    private static Optional<List<Group>> byTag(
            List<Group> groups, Field.Tag tag, boolean descends, boolean areNullsFirst) {
        if (!areNullsFirst) {
            return Optional.of(
                    groups.stream().map(group -> group.by(tag, descends)).toList());
        } else if (tag.tagType().isNumber()) {
            return Optional.empty();
        }
        io.pfs.query.Field field = io.pfs.query.Field.ofTag(tag.tag());
        List<Group> divided = new ArrayList<>();
        for (Group group : groups) {
            divided.add(group.and(TagClass.lacks(field, tag.tagType())));
            divided.add(group.and(TagClass.has(field, tag.tagType())).by(tag, descends));
        }
        return Optional.of(divided);
    }

    private static Attribute attribute(Field.OfRow known) {
        return switch (known) {
            case NAME -> Attribute.NAME;
            case SIZE -> Attribute.SIZE;
            case MODIFIED -> Attribute.MTIME;
            case CHANGED -> Attribute.CTIME;
        };
    }

    private static List<Group> by(List<Group> groups, Attribute attribute, boolean descends) {
        return groups.stream()
                .map(group -> group.by(io.pfs.query.Field.of(attribute), descends))
                .toList();
    }
}
