package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.QueryLimits;
import io.pfs.query.text.Token.Kind;
import java.util.List;

/** The pieces of a query, one after the other. */
final class Tokens {
    private final Source source;
    private final List<Token> all;
    private int next;
    private int nesting;

    Tokens(Source source) {
        this.source = source;
        this.all = Lexer.tokens(source);
    }

    Source source() {
        return source;
    }

    Token peek() {
        return all.get(next);
    }

    /** The piece behind the next, or the end. */
    Token peekSecond() {
        return all.get(Math.min(next + 1, all.size() - 1));
    }

    Token take() {
        Token token = peek();
        next = Math.min(next + 1, all.size() - 1);
        return token;
    }

    boolean anyWord(String word) {
        return all.stream().anyMatch(token -> token.isWord(word));
    }

    /** Whether the next two are these words. */
    boolean areWords(String first, String second) {
        return peek().isWord(first) && peekSecond().isWord(second);
    }

    /** Takes the next if it is this word. */
    boolean takeWord(String word) {
        boolean is = peek().isWord(word);
        if (is) {
            take();
        }
        return is;
    }

    /** Takes the next two if they are these words. */
    boolean takeWords(String first, String second) {
        boolean are = areWords(first, second);
        if (are) {
            take();
            take();
        }
        return are;
    }

    boolean takeMark(String mark) {
        boolean is = peek().isMark(mark);
        if (is) {
            take();
        }
        return is;
    }

    void expectMark(String mark) {
        if (!takeMark(mark)) {
            throw unexpected("'" + mark + "'");
        }
    }

    void expectWord(String word) {
        if (!takeWord(word)) {
            throw unexpected("'" + word + "'");
        }
    }

    /** Goes in between parentheses, or behind a not; as deep as that may be. */
    void enter(Token token) {
        if (++nesting > QueryLimits.NESTING_MAX) {
            throw refuse(
                    ErrorCode.TOO_LARGE,
                    token,
                    "parentheses and nots stand in more than " + QueryLimits.NESTING_MAX + " others here");
        }
    }

    void leave() {
        nesting--;
    }

    PfsException refuse(ErrorCode code, Token token, String what) {
        return source.refuse(code, token.from(), what);
    }

    /** The refusal of the next piece, for the caller to throw. */
    PfsException unexpected(String expected) {
        Token token = peek();
        String found = token.is(Kind.END)
                ? "the " + source.what() + " ends"
                : "there is '" + Source.shown(shortened(source.text().substring(token.from(), token.to()))) + "'";
        return refuse(ErrorCode.USAGE, token, expected + " is expected, but " + found);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
