package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Aggregate;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.QueryLimits;

/** Queries as text: what users write, and what is sent. */
public final class QueryText {
    private QueryText() {}

    /** What a text asks for: in the language, or in the short form, which its header tells. */
    public static Query parse(String text) {
        return parsed(text).query();
    }

    /** The same, with the places of all it mentions. */
    public static ParsedQuery parsed(String text) {
        Source source = new Source(text);
        return TagExpression.is(source) ? TagExpression.parse(source) : QueryParser.parse(source);
    }

    /** A field alone, as it is written in a query; what is wrong is pointed at. */
    public static Field field(String text) {
        return FieldParser.alone(new Source(text, "field"));
    }

    /** The one canonical text of a query: parsed, it is the same again. */
    public static String print(Query query) {
        String text = Printer.print(query);
        if (text.length() > QueryLimits.TEXT_CHARS_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a query has at most " + QueryLimits.TEXT_CHARS_MAX + " characters, but in full this one has "
                            + text.length());
        }
        return text;
    }

    /** One thing that is asked for of groups, for those who show them. */
    public static String print(Aggregate aggregate) {
        return Printer.print(aggregate);
    }

    /** A field alone: parsed, it is the same again. */
    public static String print(Field field) {
        return Printer.print(field);
    }

    /** A condition alone, for messages and plans. */
    public static String print(Condition condition) {
        return Printer.print(condition);
    }
}
