package io.pfs.hadoop.spark.source;

import io.pfs.PfsException;
import io.pfs.query.Attribute;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Query;
import io.pfs.query.QueryLimits;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * What servers are asked, so that they send at least the rows that a filter holds for. The filter decides then: the language of queries
 * compares whole numbers with others, which Spark does not, and has no words for some of what Spark asks.
 */
final class ServerQuery {
    private static final Condition IS_FILE = new Condition.Compare(
            io.pfs.query.Field.of(Attribute.KIND), Comparison.EQUAL, new TagValue.OfString("file"));

    static final io.pfs.query.Field NAME = io.pfs.query.Field.of(Attribute.NAME);

    private ServerQuery() {}

    /** As text; empty if servers had better be asked for all rows: nothing is said of tags, or more than a query may say. */
    static Optional<String> search(Filter filter) {
        Condition condition = of(filter, Names.ALL);
        if (!namesTags(condition)) {
            return Optional.empty();
        }
        return text(() -> Query.where(Condition.and(List.of(IS_FILE, condition))));
    }

    /** Makes a query. */
    interface Making {
        Query make();
    }

    /** Empty if it would be larger than queries may be. */
    static Optional<String> text(Making making) {
        try {
            return Optional.of(QueryText.print(making.make()));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }

    /** What files at least fulfil that the filter holds for. */
    static Condition ofFiles(Filter filter, Names names) {
        return all(List.of(IS_FILE, of(filter, names)));
    }

    private static boolean namesTags(Condition condition) {
        return condition instanceof Condition.Term term
                ? term.field() instanceof io.pfs.query.Field.OfTag
                : condition.parts().stream().anyMatch(ServerQuery::namesTags);
    }

    /** Which rows are meant. Names that are not UTF-8 are bytes for servers, which no condition on text holds for; and texts for Spark. */
    enum Names {
        TEXTS,
        ALL
    }

    /** What rows at least fulfil that the filter holds for. */
    private static Condition of(Filter filter, Names names) {
        if (filter instanceof Filter.All all) {
            return all(all.parts().stream().map(part -> of(part, names)).toList());
        } else if (filter instanceof Filter.Any any) {
            return any(any.parts().stream().map(part -> of(part, names)).toList());
        }
        Optional<Told> told = Told.of(fieldOf(filter));
        Condition term = told.map(its -> term(filter, its)).orElse(Condition.Constant.ALWAYS);
        boolean isOfName = told.isPresent() && told.get().field().equals(NAME);
        return isOfName && names == Names.ALL ? any(List.of(term, TagClass.has(NAME, TagType.BYTES))) : term;
    }

    private static Field fieldOf(Filter filter) {
        return filter instanceof Filter.IsNull isNull ? isNull.field() : ((Filter.OfField) filter).field();
    }

    private static Condition all(List<Condition> parts) {
        List<Condition> left = new ArrayList<>(parts);
        left.removeIf(part -> part == Condition.Constant.ALWAYS);
        return left.contains(Condition.Constant.NEVER) ? Condition.Constant.NEVER : Condition.and(left);
    }

    private static Condition any(List<Condition> parts) {
        List<Condition> left = new ArrayList<>(parts);
        left.removeIf(part -> part == Condition.Constant.NEVER);
        return left.contains(Condition.Constant.ALWAYS) ? Condition.Constant.ALWAYS : Condition.or(left);
    }

    private static Condition term(Filter filter, Told told) {
        if (filter instanceof Filter.IsNull isNull) {
            return isNull.isNegated() ? told.has() : told.lacks();
        } else if (filter instanceof Filter.Compare compare) {
            return compare(told, compare);
        } else if (filter instanceof Filter.In in) {
            return in(told, in);
        }
        Filter.HasText text = (Filter.HasText) filter;
        Optional<TagValue> part = text(text.part());
        if (part.isEmpty() || text.where() == Filter.Within.END) {
            return told.has();
        }
        return negated(
                text.where() == Filter.Within.START
                        ? new Condition.Prefix(told.field(), part.get())
                        : new Condition.Contains(told.field(), part.get()),
                text.isNegated());
    }

    private static Condition negated(Condition condition, boolean isNegated) {
        return isNegated ? new Condition.Not(condition) : condition;
    }

    private static Condition compare(Told told, Filter.Compare asked) {
        if (told.type() == TagType.TIMESTAMP) {
            return moment(told, asked.order(), (Long) asked.value(), asked.isNegated());
        }
        Comparison comparison = comparison(asked.order(), asked.isNegated());
        return value(told.type(), asked.value())
                .<Condition>map(value -> new Condition.Compare(told.field(), comparison, value))
                .orElseGet(told::has);
    }

    private static Comparison comparison(Filter.Order order, boolean isNegated) {
        Comparison comparison = switch (order) {
            case EQUAL -> Comparison.EQUAL;
            case LESS -> Comparison.LESS;
            case LESS_OR_EQUAL -> Comparison.AT_MOST;
        };
        return isNegated ? comparison.negated() : comparison;
    }

    /** Spark counts microseconds, rows have milliseconds: before a moment is before the next millisecond, or before it itself. */
    private static Condition moment(Told told, Filter.Order order, long micros, boolean isNegated) {
        long floor = Math.floorDiv(micros, Field.MICROS_PER_MILLI);
        boolean isWhole = floor * Field.MICROS_PER_MILLI == micros;
        if (order == Filter.Order.EQUAL && !isWhole) {
            return isNegated ? told.has() : Condition.Constant.NEVER;
        }
        long millis = order == Filter.Order.LESS && !isWhole ? floor + 1 : floor;
        return new Condition.Compare(told.field(), comparison(order, isNegated), new TagValue.OfTimestamp(millis));
    }

    private static Condition in(Told told, Filter.In asked) {
        List<TagValue> members = asked.values().stream()
                .flatMap(value -> value(told.type(), value).stream())
                .toList();
        if (members.isEmpty()) {
            return asked.isNegated() ? told.has() : Condition.Constant.NEVER;
        } else if (members.size() > QueryLimits.IN_MEMBERS_MAX) {
            return told.has();
        }
        return negated(new Condition.In(told.field(), members), asked.isNegated());
    }

    /** A value of Spark; empty if no row can have it. */
    private static Optional<TagValue> value(TagType type, Object value) {
        return switch (type) {
            case LONG -> Optional.of(new TagValue.OfLong((Long) value));
            case DOUBLE -> Optional.of(new TagValue.OfDouble((Double) value));
            case STRING -> text((UTF8String) value);
            case BYTES -> Optional.of(new TagValue.OfBytes((byte[]) value));
            case BOOLEAN -> Optional.of(new TagValue.OfBoolean((Boolean) value));
            case TIMESTAMP ->
                Optional.of((Long) value)
                        .filter(micros -> micros % Field.MICROS_PER_MILLI == 0)
                        .map(micros -> new TagValue.OfTimestamp(micros / Field.MICROS_PER_MILLI));
        };
    }

    /** Empty if it is not UTF-8: no tag is such a text. */
    private static Optional<TagValue> text(UTF8String text) {
        return text.isValid() ? Optional.of(new TagValue.OfString(text.toString())) : Optional.empty();
    }

    /**
     * What servers can be told of.
     *
     * @param type what it is in Spark, where it is there
     */
    record Told(io.pfs.query.Field field, TagType type) {
        /** Empty for forms and their lengths: which ones rows know is known only where they are. */
        static Optional<Told> of(Field field) {
            if (field instanceof Field.Tag tag) {
                return Optional.of(new Told(io.pfs.query.Field.ofTag(tag.tag()), tag.tagType()));
            } else if (field instanceof Field.OfRow of) {
                return Optional.of(
                        switch (of) {
                            case NAME -> new Told(NAME, TagType.STRING);
                            case SIZE -> attribute(Attribute.SIZE, TagType.LONG);
                            case MODIFIED -> attribute(Attribute.MTIME, TagType.TIMESTAMP);
                            case CHANGED -> attribute(Attribute.CTIME, TagType.TIMESTAMP);
                        });
            }
            return field instanceof Field.Length length && length.form().equals(Column.CONTENT_NAME)
                    ? Optional.of(attribute(Attribute.SIZE, TagType.LONG))
                    : Optional.empty();
        }

        private static Told attribute(Attribute attribute, TagType type) {
            return new Told(io.pfs.query.Field.of(attribute), type);
        }

        private boolean isTag() {
            return field instanceof io.pfs.query.Field.OfTag;
        }

        Condition has() {
            return isTag() ? TagClass.has(field, type) : Condition.Constant.ALWAYS;
        }

        /** What every row has, none lacks; but who asks for it had better look. */
        Condition lacks() {
            return isTag() ? TagClass.lacks(field, type) : Condition.Constant.ALWAYS;
        }
    }
}
