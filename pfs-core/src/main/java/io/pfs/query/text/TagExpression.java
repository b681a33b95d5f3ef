package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Attribute;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.QueryLimits;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The short form of a condition, {@code R:k1 < 10&k2 > 20}: a header, then comparisons with {@code &} and {@code |} between
 * them. Its grammar stands in the package.
 */
final class TagExpression {
    private static final Pattern HEADER = Pattern.compile("\\s*+([RrPp])\\s*+:");
    private static final List<String> SIGNS = List.of("<=", ">=", "<>", "!=", "=", "<", ">");

    private final Source source;
    private final String text;
    private final boolean isPoint;
    private final IdentityHashMap<Object, Integer> places = new IdentityHashMap<>();
    private int at;
    private int terms;

    private TagExpression(Source source, boolean isPoint, int at) {
        this.source = source;
        this.text = source.text();
        this.isPoint = isPoint;
        this.at = at;
    }

    static boolean is(Source source) {
        return HEADER.matcher(source.text()).lookingAt();
    }

    static ParsedQuery parse(Source source) {
        var header = HEADER.matcher(source.text());
        boolean isExpression = header.lookingAt();
        boolean isPoint = isExpression && header.group(1).equalsIgnoreCase("p");
        TagExpression expression = new TagExpression(source, isPoint, isExpression ? header.end() : 0);
        Query query = Query.where(expression.alternatives());
        return new ParsedQuery(query, source, expression.places);
    }

    /** Of the two {@code &} binds closer. */
    private Condition alternatives() {
        List<Condition> alternatives = new ArrayList<>();
        List<Condition> together = new ArrayList<>();
        char between = ' ';
        while (true) {
            together.add(term());
            if (at == text.length()) {
                alternatives.add(Condition.and(together));
                return Condition.or(alternatives);
            }
            char found = text.charAt(at);
            if (isPoint && between != ' ' && found != between) {
                throw refuse(at, "behind 'p:' stand either & or |, not both");
            }
            between = found;
            at++;
            if (found == '|') {
                alternatives.add(Condition.and(together));
                together.clear();
            }
        }
    }

    private Condition term() {
        if (++terms > QueryLimits.TERMS_MAX) {
            throw source.refuse(
                    ErrorCode.TOO_LARGE, at, "there are more than " + QueryLimits.TERMS_MAX + " comparisons");
        }
        skipSpace();
        int nameFrom = at;
        Field field = field();
        places.put(field, nameFrom);
        skipSpace();
        boolean isMarked = at < text.length() && text.charAt(at) == '@';
        at += isMarked ? 1 : 0;
        Comparison comparison = comparison();
        skipSpace();
        int valueFrom = at;
        TagValue value = isMarked ? number(valueFrom, rest()) : value();
        return source.located(nameFrom, () -> new Condition.Compare(field, comparison, value));
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** A tag, or behind {@code @} an attribute. */
    private Field field() {
        int from = at;
        boolean isAttribute = at < text.length() && text.charAt(at) == '@';
        at += isAttribute ? 1 : 0;
        int nameFrom = at;
        while (at < text.length() && "<>=!@&|".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        requireNoBrackets(nameFrom);
        String name = text.substring(nameFrom, at).strip();
        if (name.isEmpty()) {
            throw refuse(from, "the name of a tag, or '@' and that of an attribute, is expected");
        }
        return source.located(
                from,
                () -> isAttribute
                        ? Field.of(Attribute.ofWord(name)
                                .orElseThrow(() -> FieldParser.noAttribute(
                                        new Token(Token.Kind.AT_WORD, name, nameFrom, nameFrom))))
                        : Field.ofTag(name));
    }

    private Comparison comparison() {
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                if (isPoint && !sign.equals("=")) {
                    throw refuse(at, "behind 'p:' only = compares; others stand behind 'r:'");
                }
                at += sign.length();
                return ofSign(sign);
            }
        }
        throw refuse(at, "one of = <> < <= > >= is expected, with '@' in front if numbers are compared");
    }

    private static Comparison ofSign(String sign) {
        for (Comparison comparison : Comparison.values()) {
            if (comparison.sign().equals(sign)) {
                return comparison;
            }
        }
        return Comparison.NOT_EQUAL;
    }

    private TagValue number(int from, String digits) {
        if (digits.isEmpty()) {
            throw refuse(from, "a number is expected");
        }
        return source.located(from, () -> Literals.number(digits));
    }

    /** What looks like a number just as it would be written is one, since the paper's own examples mean numbers; all else is text. */
    private TagValue value() {
        if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"')) {
            Quoted found = Quoted.at(source, at);
            at = found.end();
            skipSpace();
            requireBorder();
            return new TagValue.OfString(found.inside());
        }
        String value = rest();
        return isNumber(value) ? Literals.number(value) : new TagValue.OfString(value);
    }

    private static boolean isNumber(String value) {
        try {
            TagValue number = Literals.number(value);
            return number instanceof TagValue.OfLong whole
                    ? Long.toString(whole.value()).equals(value)
                    : number instanceof TagValue.OfDouble fraction
                            && Double.toString(fraction.value()).equals(value);
        } catch (PfsException e) {
            return false;
        }
    }

    private String rest() {
        int from = at;
        while (at < text.length() && text.charAt(at) != '&' && text.charAt(at) != '|') {
            at++;
        }
        requireNoBrackets(from);
        return text.substring(from, at).strip();
    }

    private void requireNoBrackets(int from) {
        for (int i = from; i < at; i++) {
            if (text.charAt(i) == '(' || text.charAt(i) == ')') {
                throw refuse(i, "there are no parentheses behind 'r:' and 'p:', but in text in 'quotes'");
            }
        }
    }

    private void requireBorder() {
        if (at < text.length() && text.charAt(at) != '&' && text.charAt(at) != '|') {
            throw refuse(at, "& or | is expected");
        }
    }

    private PfsException refuse(int from, String what) {
        return source.refuse(ErrorCode.USAGE, from, what);
    }
}
