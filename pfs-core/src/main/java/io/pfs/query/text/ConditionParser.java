package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.QueryLimits;
import io.pfs.query.text.Token.Kind;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Takes a condition, going down by one method for each strength of binding: or, and, not, a condition on one field. */
final class ConditionParser {
    private static final List<String> PATTERNS =
            List.of("like", "ilike", "rlike", "regexp", "regex", "matches", "similar", "glob");

    private final Tokens tokens;
    private final FieldParser fields;
    private int terms;

    ConditionParser(Tokens tokens, FieldParser fields) {
        this.tokens = tokens;
        this.fields = fields;
    }

    Condition take() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(conjunction());
        } while (tokens.takeWord("or"));
        return Condition.or(parts);
    }

    private Condition conjunction() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(negation());
        } while (tokens.takeWord("and"));
        return Condition.and(parts);
    }

    private Condition negation() {
        Token token = tokens.peek();
        if (!tokens.takeWord("not")) {
            return primary();
        }
        tokens.enter(token);
        Condition part = negation();
        tokens.leave();
        return new Condition.Not(part);
    }

    private Condition primary() {
        Token token = tokens.peek();
        if (tokens.takeMark("(")) {
            tokens.enter(token);
            Condition inside = take();
            tokens.expectMark(")");
            tokens.leave();
            return inside;
        }
        if (++terms > QueryLimits.TERMS_MAX) {
            throw tokens.refuse(
                    ErrorCode.TOO_LARGE, token, "there are more than " + QueryLimits.TERMS_MAX + " conditions");
        }
        boolean isConstant = token.isWord("true") || token.isWord("false");
        if (isConstant && comparison(tokens.peekSecond()).isEmpty()) {
            tokens.take();
            return Condition.Constant.of(token.isWord("true"));
        }
        return Literals.isNext(tokens) ? turned() : ofField();
    }

    /** A comparison with the value in front. */
    private Condition turned() {
        TagValue value = Literals.take(tokens);
        Comparison comparison = takeComparison();
        return new Condition.Compare(fields.take(), comparison.turned(), value);
    }

    private Comparison takeComparison() {
        Comparison comparison = comparison(tokens.peek()).orElseThrow(() -> tokens.unexpected("one of = <> < <= > >="));
        tokens.take();
        return comparison;
    }

    private static Optional<Comparison> comparison(Token token) {
        if (!token.is(Kind.MARK)) {
            return Optional.empty();
        } else if (token.text().equals("!=")) {
            return Optional.of(Comparison.NOT_EQUAL);
        }
        for (Comparison comparison : Comparison.values()) {
            if (token.isMark(comparison.sign())) {
                return Optional.of(comparison);
            }
        }
        return Optional.empty();
    }

    private Condition ofField() {
        if (!fields.isNext()) {
            throw tokens.unexpected("a condition");
        }
        Field field = fields.take();
        if (comparison(tokens.peek()).isPresent()) {
            return new Condition.Compare(field, takeComparison(), Literals.take(tokens));
        } else if (tokens.takeWord("is")) {
            boolean isNegated = tokens.takeWord("not");
            tokens.expectWord("null");
            return negatedIf(isNegated, new Condition.IsNull(field));
        }
        boolean isNegated = tokens.takeWord("not");
        return negatedIf(isNegated, byWord(field));
    }

    private static Condition negatedIf(boolean isNegated, Condition condition) {
        return isNegated ? new Condition.Not(condition) : condition;
    }

    private Condition byWord(Field field) {
        Token word = tokens.peek();
        if (tokens.takeWord("between")) {
            TagValue least = Literals.take(tokens);
            tokens.expectWord("and");
            terms++;
            return Condition.between(field, least, Literals.take(tokens));
        } else if (tokens.takeWord("in")) {
            return in(field, word);
        } else if (tokens.takeWord("prefix") || tokens.takeWords("starts", "with")) {
            return run(prefix -> new Condition.Prefix(field, prefix));
        } else if (tokens.takeWord("contains")) {
            return run(part -> new Condition.Contains(field, part));
        }
        throw noCondition(word);
    }

    private PfsException noCondition(Token word) {
        if (word.is(Kind.WORD) && PATTERNS.contains(word.text().toLowerCase(Locale.ROOT))) {
            return tokens.refuse(
                    ErrorCode.NOT_SUPPORTED,
                    word,
                    "there are no patterns; there are 'prefix' and 'contains', which take text as it is");
        }
        return tokens.unexpected("a comparison, 'between', 'in', 'prefix', 'contains' or 'is'");
    }

    /** A condition made of the text or the bytes that come next. */
    private Condition run(Function<TagValue, Condition> maker) {
        Token token = tokens.peek();
        TagValue value = Literals.take(tokens);
        return tokens.source().located(token.from(), () -> maker.apply(value));
    }

    private Condition in(Field field, Token word) {
        tokens.expectMark("(");
        List<TagValue> values = new ArrayList<>();
        do {
            values.add(Literals.take(tokens));
        } while (tokens.takeMark(","));
        tokens.expectMark(")");
        return tokens.source().located(word.from(), () -> new Condition.In(field, values));
    }
}
