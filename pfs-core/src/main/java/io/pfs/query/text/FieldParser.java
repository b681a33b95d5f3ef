package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Aggregate;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.text.Token.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Takes fields, and what is made of them. In a join each says first of which table it is. */
final class FieldParser {
    private static final String CELL = "size";

    private final Tokens tokens;
    private final boolean isJoin;
    private final List<Mention> mentions = new ArrayList<>();

    /** A field, and where it was taken. */
    private record Mention(Field field, Token token) {}

    FieldParser(Tokens tokens, boolean isJoin) {
        this.tokens = tokens;
        this.isJoin = isJoin;
    }

    /** The one field that a text is. */
    static Field alone(Source source) {
        Tokens tokens = new Tokens(source);
        FieldParser parser = new FieldParser(tokens, false);
        Field field = parser.take();
        if (!tokens.peek().is(Kind.END)) {
            throw tokens.unexpected("the end of the field (other characters stand in `backquotes`)");
        }
        return field;
    }

    /** Whether a field begins with the next piece. */
    boolean isNext() {
        Token token = tokens.peek();
        boolean isName = token.is(Kind.WORD) && !Words.isReserved(token.text());
        return isName || token.is(Kind.AT_WORD) || token.is(Kind.QUOTED_WORD);
    }

    Field take() {
        Token first = tokens.peek();
        boolean isCell = first.is(Kind.WORD)
                && first.text().equals(CELL)
                && tokens.peekSecond().isMark("(");
        Field field = isCell ? cell() : attributeOrTag();
        mentions.add(new Mention(field, first));
        return field;
    }

    private Field attributeOrTag() {
        Token first = tokens.peek();
        List<Token> parts = parts();
        return tokens.source().located(first.from(), () -> named(parts, isJoin));
    }

    private Field cell() {
        tokens.take();
        tokens.expectMark("(");
        Token first = tokens.peek();
        List<Token> parts = parts();
        tokens.expectMark(")");
        return tokens.source().located(first.from(), () -> {
            String alias = isJoin ? alias(parts) : "";
            return new Field.OfCell(alias, joined(isJoin ? parts.subList(1, parts.size()) : parts));
        });
    }

    /** Words with points between them. */
    private List<Token> parts() {
        if (!isNext()) {
            throw tokens.unexpected("a field");
        }
        List<Token> parts = new ArrayList<>(List.of(tokens.take()));
        while (tokens.takeMark(".")) {
            Token part = tokens.peek();
            if (!part.is(Kind.WORD) && !part.is(Kind.QUOTED_WORD) && !part.is(Kind.AT_WORD)) {
                throw tokens.unexpected("the rest of a name (other characters stand in `backquotes`)");
            }
            parts.add(tokens.take());
        }
        return parts;
    }

    private static Field named(List<Token> parts, boolean hasAlias) {
        String alias = hasAlias ? alias(parts) : "";
        List<Token> name = hasAlias ? parts.subList(1, parts.size()) : parts;
        Token first = name.get(0);
        if (name.size() == 1 && first.is(Kind.AT_WORD)) {
            Attribute attribute = Attribute.ofWord(first.text()).orElseThrow(() -> noAttribute(first));
            return new Field.OfAttribute(alias, attribute);
        }
        Optional<Attribute> attribute =
                name.size() == 1 && first.is(Kind.WORD) ? Attribute.ofWord(first.text()) : Optional.empty();
        return attribute.isPresent()
                ? new Field.OfAttribute(alias, attribute.orElseThrow())
                : new Field.OfTag(alias, joined(name));
    }

    static PfsException noAttribute(Token token) {
        return new PfsException(
                ErrorCode.NOT_FOUND,
                "there is no attribute '" + token.text() + "'; there are "
                        + Arrays.stream(Attribute.values()).map(Attribute::word).collect(Collectors.joining(", ")));
    }

    private static String alias(List<Token> parts) {
        if (parts.size() < 2 || parts.get(0).is(Kind.AT_WORD)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "in a join a field says of which table it is, as in p." + joined(parts.subList(0, 1)));
        }
        return parts.get(0).text();
    }

    private static String joined(List<Token> parts) {
        if (parts.stream().anyMatch(part -> part.is(Kind.AT_WORD))) {
            throw new PfsException(ErrorCode.USAGE, "behind '@' stands an attribute, which has no parts");
        }
        return parts.stream().map(Token::text).collect(Collectors.joining("."));
    }

    /** Whether the next is one of count, sum, avg, min and max. */
    boolean isAggregateNext() {
        return tokens.peek().is(Kind.WORD)
                && tokens.peekSecond().isMark("(")
                && function().isPresent();
    }

    private Optional<Aggregate.Function> function() {
        return Arrays.stream(Aggregate.Function.values())
                .filter(function -> tokens.peek().isWord(function.word()))
                .findFirst();
    }

    Aggregate aggregate() {
        Token first = tokens.peek();
        Aggregate.Function function = function().orElseThrow();
        tokens.take();
        tokens.expectMark("(");
        Optional<Field> field = tokens.takeMark("*") ? Optional.empty() : Optional.of(take());
        tokens.expectMark(")");
        return tokens.source().located(first.from(), () -> new Aggregate(function, field));
    }

    /** The two fields that a join is on: of each of its tables, or one that is called the same in both. */
    List<Field> joined(String left, String right) {
        Token first = tokens.peek();
        List<Field> keys = keys(first, left, right);
        keys.forEach(key -> mentions.add(new Mention(key, first)));
        return keys;
    }

    private List<Field> keys(Token first, String left, String right) {
        List<Token> parts = parts();
        boolean hasAlias = parts.size() > 1
                && (parts.get(0).text().equals(left) || parts.get(0).text().equals(right));
        Field one = tokens.source().located(first.from(), () -> named(parts, hasAlias));
        if (!hasAlias) {
            return List.of(one.of(left), one.of(right));
        }
        tokens.expectMark("=");
        Token second = tokens.peek();
        List<Token> others = parts();
        Field other = tokens.source().located(second.from(), () -> named(others, true));
        boolean isTurned = one.alias().equals(right) && other.alias().equals(left);
        if (!isTurned && !(one.alias().equals(left) && other.alias().equals(right))) {
            throw tokens.refuse(
                    ErrorCode.USAGE, second, "a join is on a field of '" + left + "' and one of '" + right + "'");
        }
        return isTurned ? List.of(other, one) : List.of(one, other);
    }

    /** Adds where each field was taken, by the field itself. */
    void addPlaces(IdentityHashMap<Object, Integer> places) {
        mentions.forEach(mention -> places.put(mention.field(), mention.token().from()));
    }

    /** Refuses fields of tables that are not joined. */
    void requireOf(Join join) {
        for (Mention mention : mentions) {
            String alias = mention.field().alias();
            if (!alias.equals(join.left().alias()) && !alias.equals(join.right().alias())) {
                throw tokens.refuse(
                        ErrorCode.USAGE,
                        mention.token(),
                        "'" + alias + "' is none of the tables that are joined: these are '"
                                + join.left().alias() + "' and '" + join.right().alias() + "'");
            }
        }
    }
}
