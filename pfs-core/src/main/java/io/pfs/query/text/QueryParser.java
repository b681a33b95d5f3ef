package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Aggregate;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.text.Token.Kind;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Takes a whole query, clause by clause. */
final class QueryParser {
    private final Tokens tokens;
    private final boolean isJoin;
    private final FieldParser fields;
    private final List<Aggregate> aggregates = new ArrayList<>();
    /** Fields among what is selected, which groups have in common then. */
    private final List<Token> selectedFieldsAt = new ArrayList<>();

    private final List<Field> selectedFields = new ArrayList<>();

    private final List<String> tables = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> places = new IdentityHashMap<>();
    private Optional<Join> join = Optional.empty();

    private QueryParser(Source source) {
        this.tokens = new Tokens(source);
        this.isJoin = tokens.anyWord("join");
        this.fields = new FieldParser(tokens, isJoin);
    }

    static ParsedQuery parse(Source source) {
        QueryParser parser = new QueryParser(source);
        Query query = parser.query();
        parser.fields.addPlaces(parser.places);
        return new ParsedQuery(query, source, parser.places);
    }

    private Query query() {
        boolean isBare = !tokens.peek().isWord("select") && !tokens.peek().isWord("from");
        if (tokens.takeWord("select")) {
            select();
        }
        if (tokens.takeWord("from")) {
            from();
        }
        Condition where = where(isBare);
        Optional<Field> groupBy = tokens.takeWords("group", "by") ? Optional.of(fields.take()) : Optional.empty();
        requireGroupedBy(groupBy);
        Token orderBy = tokens.peek();
        List<Ordering> orderings = tokens.takeWords("order", "by") ? orderings() : List.of();
        OptionalLong limit = tokens.takeWord("limit") ? OptionalLong.of(limit()) : OptionalLong.empty();
        requireEnd();
        join.ifPresent(fields::requireOf);
        return tokens.source()
                .located(orderBy.from(), () -> new Query(aggregates, tables, join, where, groupBy, orderings, limit));
    }

    private void select() {
        if (tokens.takeMark("*")) {
            return;
        }
        do {
            Token token = tokens.peek();
            if (fields.isAggregateNext()) {
                aggregates.add(fields.aggregate());
            } else if (fields.isNext()) {
                selectedFields.add(fields.take());
                selectedFieldsAt.add(token);
            } else {
                throw tokens.unexpected("* or one of count, sum, avg, min and max");
            }
        } while (tokens.takeMark(","));
    }

    /** What groups have in common is told anyway; other fields of single rows are not selected. */
    private void requireGroupedBy(Optional<Field> groupBy) {
        for (int i = 0; i < selectedFields.size(); i++) {
            if (!groupBy.equals(Optional.of(selectedFields.get(i))) || aggregates.isEmpty()) {
                throw tokens.refuse(
                        ErrorCode.NOT_SUPPORTED,
                        selectedFieldsAt.get(i),
                        "rows are selected by *, with all their fields; of groups, what they are grouped by");
            }
        }
    }

    private void from() {
        if (isJoin) {
            join = Optional.of(join());
            return;
        }
        do {
            tables.add(path());
        } while (tokens.takeMark(","));
    }

    private Join join() {
        Token first = tokens.peek();
        String left = path();
        String leftAlias = alias();
        tokens.expectWord("join");
        String right = path();
        String rightAlias = alias();
        tokens.expectWord("on");
        List<Field> keys = fields.joined(leftAlias, rightAlias);
        return tokens.source()
                .located(
                        first.from(),
                        () -> new Join(
                                new Join.Side(left, leftAlias, keys.get(0)),
                                new Join.Side(right, rightAlias, keys.get(1))));
    }

    private String path() {
        Token token = tokens.peek();
        if (!token.is(Kind.PATH) && !token.is(Kind.TEXT)) {
            throw tokens.unexpected("the path of a table, such as /photos");
        }
        tokens.take();
        String path = token.text();
        boolean hasSlashBehind = path.length() > 1 && path.endsWith("/");
        String plain = hasSlashBehind ? path.substring(0, path.length() - 1) : path;
        places.put(plain, token.from());
        return tokens.source().located(token.from(), () -> Query.requireTable(plain));
    }

    private String alias() {
        tokens.takeWord("as");
        Token token = tokens.peek();
        boolean isName = token.is(Kind.QUOTED_WORD) || (token.is(Kind.WORD) && !Words.isReserved(token.text()));
        if (!isName) {
            throw tokens.unexpected("a short name for the table in this join");
        }
        return tokens.take().text();
    }

    private Condition where(boolean isBare) {
        boolean isCondition = tokens.takeWord("where") || (isBare && !isClauseNext());
        return isCondition ? new ConditionParser(tokens, fields).take() : Condition.Constant.ALWAYS;
    }

    private boolean isClauseNext() {
        Token token = tokens.peek();
        return token.is(Kind.END)
                || token.isWord("limit")
                || tokens.areWords("group", "by")
                || tokens.areWords("order", "by");
    }

    private List<Ordering> orderings() {
        List<Ordering> orderings = new ArrayList<>();
        do {
            var key = fields.isAggregateNext() ? fields.aggregate() : fields.take();
            boolean descends = tokens.takeWord("desc");
            if (!descends) {
                tokens.takeWord("asc");
            }
            if (tokens.takeWord("nulls")) {
                nullsLast();
            }
            orderings.add(new Ordering(key, descends));
        } while (tokens.takeMark(","));
        return orderings;
    }

    private void nullsLast() {
        Token token = tokens.peek();
        if (token.isWord("first")) {
            throw tokens.refuse(ErrorCode.NOT_SUPPORTED, token, "what has no value always comes last");
        }
        tokens.expectWord("last");
    }

    private long limit() {
        Token token = tokens.peek();
        TagValue value = Literals.take(tokens);
        if (value instanceof TagValue.OfLong number && number.value() >= 0) {
            return number.value();
        }
        throw tokens.refuse(ErrorCode.USAGE, token, "a limit is a whole number, 0 or more");
    }

    private void requireEnd() {
        if (tokens.peek().isWord("offset")) {
            throw tokens.refuse(
                    ErrorCode.NOT_SUPPORTED,
                    tokens.peek(),
                    "there is no 'offset': a search goes on from where it stopped");
        } else if (tokens.peek().isWord("having")) {
            throw tokens.refuse(ErrorCode.NOT_SUPPORTED, tokens.peek(), "there is no 'having'");
        }
        if (!tokens.peek().is(Kind.END)) {
            throw unexpectedClause();
        }
    }

    private PfsException unexpectedClause() {
        return tokens.unexpected(
                "the end of the query, or one of these in this order: where, group by, order by, limit");
    }
}
