package io.pfs.query.text;

import io.pfs.query.Aggregate;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.SortKey;
import io.pfs.row.TagValue;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Writes a query in its one canonical form. */
final class Printer {
    private static final Pattern PLAIN_PATH = Pattern.compile("[A-Za-z0-9_/.-]++");

    private final StringBuilder out = new StringBuilder();

    /** The text of all of it. */
    static String print(Query query) {
        Printer printer = new Printer();
        printer.query(query);
        return printer.out.toString();
    }

    static String print(Aggregate aggregate) {
        Printer printer = new Printer();
        printer.sortKey(aggregate);
        return printer.out.toString();
    }

    static String print(Field field) {
        Printer printer = new Printer();
        printer.field(field);
        return printer.out.toString();
    }

    static String print(Condition condition) {
        Printer printer = new Printer();
        printer.condition(condition);
        return printer.out.toString();
    }

    private void query(Query query) {
        out.append("select ");
        if (query.aggregates().isEmpty()) {
            out.append('*');
        }
        list(query.aggregates(), this::sortKey);
        if (!query.tables().isEmpty()) {
            out.append(" from ");
            list(query.tables(), this::path);
        }
        query.join().ifPresent(this::join);
        if (!query.where().equals(Condition.Constant.ALWAYS)) {
            out.append(" where ");
            condition(query.where());
        }
        query.groupBy().ifPresent(field -> {
            out.append(" group by ");
            field(field);
        });
        if (!query.orderBy().isEmpty()) {
            out.append(" order by ");
            list(query.orderBy(), this::ordering);
        }
        query.limit().ifPresent(limit -> out.append(" limit ").append(limit));
    }

    private <T> void list(List<T> values, Consumer<T> one) {
        for (int i = 0; i < values.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            one.accept(values.get(i));
        }
    }

    private void path(String path) {
        if (PLAIN_PATH.matcher(path).matches()) {
            out.append(path);
        } else {
            quoted(path, '\'');
        }
    }

    private void join(Join join) {
        out.append(" from ");
        side(join.left());
        out.append(" join ");
        side(join.right());
        out.append(" on ");
        field(join.left().key());
        out.append(" = ");
        field(join.right().key());
    }

    private void side(Join.Side side) {
        path(side.table());
        out.append(" as ");
        alias(side.alias());
    }

    private void alias(String alias) {
        if (Words.isPlainAlias(alias)) {
            out.append(alias);
        } else {
            quoted(alias, '`');
        }
    }

    private void ordering(Ordering ordering) {
        sortKey(ordering.key());
        out.append(ordering.descends() ? " desc" : "");
    }

    private void sortKey(SortKey key) {
        if (key instanceof Aggregate aggregate) {
            out.append(aggregate.function().word()).append('(');
            aggregate.field().ifPresentOrElse(this::field, () -> out.append('*'));
            out.append(')');
        } else if (key instanceof Field field) {
            field(field);
        }
    }

    private void field(Field field) {
        boolean isCell = field instanceof Field.OfCell;
        out.append(isCell ? "size(" : "");
        if (!field.alias().isEmpty()) {
            alias(field.alias());
            out.append('.');
        }
        if (field instanceof Field.OfAttribute of) {
            out.append(of.attribute().word());
        } else if (field instanceof Field.OfTag of) {
            name(of.name());
        } else if (field instanceof Field.OfCell of) {
            name(of.column());
        }
        out.append(isCell ? ")" : "");
    }

    private void name(String name) {
        if (Words.isPlain(name)) {
            out.append(name);
        } else {
            quoted(name, '`');
        }
    }

    private void condition(Condition condition) {
        if (condition instanceof Condition.Constant constant) {
            out.append(constant.value());
        } else if (condition instanceof Condition.And and) {
            parts(and.parts(), " and ");
        } else if (condition instanceof Condition.Or or) {
            parts(or.parts(), " or ");
        } else if (condition instanceof Condition.Not not) {
            negation(not.part());
        } else if (condition instanceof Condition.Term term) {
            field(term.field());
            predicate(term);
        }
    }

    /** Of the two 'and' binds closer. */
    private void parts(List<Condition> parts, String word) {
        for (int i = 0; i < parts.size(); i++) {
            out.append(i == 0 ? "" : word);
            inParentheses(parts.get(i), parts.get(i) instanceof Condition.Or);
        }
    }

    private void negation(Condition part) {
        if (part instanceof Condition.IsNull isNull) {
            field(isNull.field());
            out.append(" is not null");
        } else {
            out.append("not ");
            inParentheses(part, part instanceof Condition.And || part instanceof Condition.Or);
        }
    }

    private void inParentheses(Condition condition, boolean needed) {
        out.append(needed ? "(" : "");
        condition(condition);
        out.append(needed ? ")" : "");
    }

    private void predicate(Condition.Term term) {
        if (term instanceof Condition.Compare compare) {
            out.append(' ').append(compare.comparison().sign()).append(' ');
            value(compare.value());
        } else if (term instanceof Condition.In in) {
            out.append(" in (");
            list(in.values(), this::value);
            out.append(')');
        } else if (term instanceof Condition.Prefix prefix) {
            out.append(" prefix ");
            value(prefix.value());
        } else if (term instanceof Condition.Contains contains) {
            out.append(" contains ");
            value(contains.value());
        } else if (term instanceof Condition.IsNull) {
            out.append(" is null");
        }
    }

    private void value(TagValue value) {
        if (value instanceof TagValue.OfString text) {
            quoted(text.value(), '\'');
        } else if (value instanceof TagValue.OfBytes bytes) {
            out.append("x'").append(HexFormat.of().formatHex(bytes.value())).append('\'');
        } else if (value instanceof TagValue.OfTimestamp moment) {
            out.append("timestamp '")
                    .append(Instant.ofEpochMilli(moment.millis()))
                    .append('\'');
        } else if (value instanceof TagValue.OfDouble number) {
            number(number.value());
        } else if (value instanceof TagValue.OfLong number) {
            out.append(number.value());
        } else if (value instanceof TagValue.OfBoolean truth) {
            out.append(truth.value());
        }
    }

    /** Java's shortest form of a double has a point, so that it is not taken for a whole number. */
    private void number(double number) {
        if (Double.isFinite(number)) {
            out.append(number);
        } else {
            out.append("double '").append(number).append('\'');
        }
    }

    private void quoted(String text, char quote) {
        out.append(quote);
        for (int i = 0; i < text.length(); i++) {
            out.append(text.charAt(i));
            if (text.charAt(i) == quote) {
                out.append(quote);
            }
        }
        out.append(quote);
    }
}
