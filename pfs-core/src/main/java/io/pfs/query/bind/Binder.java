package io.pfs.query.bind;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Aggregate;
import io.pfs.query.Attribute;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Query;
import io.pfs.query.range.Simplifier;
import io.pfs.query.text.Literals;
import io.pfs.query.text.ParsedQuery;
import io.pfs.query.text.QueryText;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds a query against what there is: refuses what is not there or can't be compared, and gives each value the type of its field. */
public final class Binder {
    private final Catalogue catalogue;
    private final Pointer pointer;
    private final Map<Field, FieldType> types = new LinkedHashMap<>();

    /** Says where in its text a query mentions a field or a table that is refused. */
    @FunctionalInterface
    private interface Pointer {
        PfsException pointingAt(Object mention, PfsException refusal);
    }

    private Binder(Catalogue catalogue, Pointer pointer) {
        this.catalogue = catalogue;
        this.pointer = pointer;
    }

    /** Binds a query that was parsed; what does not fit is pointed at. */
    public static BoundQuery bind(ParsedQuery parsed, Catalogue catalogue) {
        return new Binder(catalogue, parsed::pointingAt).bind(parsed.query());
    }

    /** Binds a query of which no text is known. */
    public static BoundQuery bind(Query query, Catalogue catalogue) {
        return new Binder(catalogue, (mention, refusal) -> refusal).bind(query);
    }

    private PfsException refuse(Object mention, ErrorCode code, String what) {
        return pointer.pointingAt(mention, new PfsException(code, what));
    }

    private BoundQuery bind(Query query) {
        query.tables().forEach(this::requireTable);
        query.join().ifPresent(this::requireJoinable);
        query.fields().forEach(field -> types.put(field, typeOf(field)));
        query.aggregates().forEach(this::requireNumbers);
        Condition where = Simplifier.simplify(bind(query.where()));
        return new BoundQuery(query.withWhere(where), types);
    }

    private void requireTable(String path) {
        if (!catalogue.hasTable(path)) {
            throw refuse(
                    path,
                    ErrorCode.NOT_FOUND,
                    "table '" + path + "' is not in this sorted file" + NearName.hint(path, catalogue.tables()));
        }
    }

    private void requireJoinable(Join join) {
        requireTable(join.left().table());
        requireTable(join.right().table());
        FieldType left = typeOf(join.left().key());
        FieldType right = typeOf(join.right().key());
        types.put(join.left().key(), left);
        types.put(join.right().key(), right);
        if (!right.declared().map(left::isComparableTo).orElse(true)) {
            throw refuse(
                    join.left().key(),
                    ErrorCode.USAGE,
                    "nothing can be joined: the " + join.left().key().words() + " of '"
                            + join.left().alias() + "' is " + left.words() + ", the "
                            + join.right().key().words() + " of '"
                            + join.right().alias() + "' " + right.words());
        }
    }

    private FieldType typeOf(Field field) {
        if (field instanceof Field.OfAttribute of) {
            return FieldType.of(of.attribute().type());
        } else if (field instanceof Field.OfTag of) {
            return catalogue.tag(of.name()).orElseThrow(() -> noTag(of));
        } else if (field instanceof Field.OfCell of && !catalogue.hasColumn(of.column())) {
            throw refuse(
                    field,
                    ErrorCode.NOT_FOUND,
                    "there is no column '" + of.column() + "'" + NearName.hint(of.column(), catalogue.columns()));
        }
        return FieldType.of(ValueType.LONG);
    }

    private PfsException noTag(Field.OfTag tag) {
        String name = tag.name();
        List<String> known = new ArrayList<>(catalogue.tags());
        Arrays.stream(Attribute.values()).map(Attribute::word).forEach(known::add);
        return refuse(
                tag,
                ErrorCode.NOT_FOUND,
                "there is no tag '" + name + "' in this sorted file" + NearName.hint(name, known));
    }

    private FieldType boundTypeOf(Field field) {
        return types.getOrDefault(field, FieldType.ANY);
    }

    private void requireNumbers(Aggregate aggregate) {
        boolean isOfNumbers =
                aggregate.function() == Aggregate.Function.SUM || aggregate.function() == Aggregate.Function.AVG;
        aggregate.field().filter(field -> isOfNumbers).ifPresent(field -> {
            FieldType type = boundTypeOf(field);
            if (!type.canBeNumber()) {
                throw refuse(
                        field,
                        ErrorCode.USAGE,
                        aggregate.function().word() + " takes numbers, but the " + field.words() + " is "
                                + type.words());
            }
        });
    }

    private Condition bind(Condition condition) {
        if (condition instanceof Condition.And and) {
            return Condition.and(and.parts().stream().map(this::bind).toList());
        } else if (condition instanceof Condition.Or or) {
            return Condition.or(or.parts().stream().map(this::bind).toList());
        } else if (condition instanceof Condition.Not not) {
            return new Condition.Not(bind(not.part()));
        } else if (condition instanceof Condition.Compare of) {
            return new Condition.Compare(of.field(), of.comparison(), typed(of.value(), of));
        } else if (condition instanceof Condition.In of) {
            return new Condition.In(
                    of.field(),
                    of.values().stream().map(value -> typed(value, of)).toList());
        } else if (condition instanceof Condition.Prefix of) {
            return new Condition.Prefix(of.field(), typedRun(of.value(), of));
        } else if (condition instanceof Condition.Contains of) {
            return new Condition.Contains(of.field(), typedRun(of.value(), of));
        }
        return condition;
    }

    private TagValue typedRun(TagValue value, Condition.Term term) {
        FieldType type = boundTypeOf(term.field());
        if (!type.canBeRun()) {
            throw mismatch(value, term, type);
        }
        return typed(value, term);
    }

    /** The value, as one that can be compared with those of the field. */
    private TagValue typed(TagValue value, Condition.Term term) {
        FieldType type = boundTypeOf(term.field());
        return type.isComparableTo(ValueType.of(value))
                ? value
                : converted(value, type.declared().orElseThrow()).orElseThrow(() -> mismatch(value, term, type));
    }

    /** Only where nothing is lost or guessed. */
    private static Optional<TagValue> converted(TagValue value, ValueType to) {
        if (to == ValueType.TIMESTAMP && value instanceof TagValue.OfLong millis) {
            return Optional.of(new TagValue.OfTimestamp(millis.value()));
        } else if (to == ValueType.TIMESTAMP && value instanceof TagValue.OfString text) {
            return Literals.timestamp(text.value());
        } else if (to == ValueType.BYTES && value instanceof TagValue.OfString text) {
            return Optional.of(new TagValue.OfBytes(text.value().getBytes(StandardCharsets.UTF_8)));
        }
        return Optional.empty();
    }

    private PfsException mismatch(TagValue value, Condition.Term term, FieldType type) {
        return refuse(
                term.field(),
                ErrorCode.USAGE,
                "the " + term.field().words() + " is " + type.words() + ", and can't be compared so with "
                        + ValueType.of(value).words() + ": " + shortened(QueryText.print(term)));
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
