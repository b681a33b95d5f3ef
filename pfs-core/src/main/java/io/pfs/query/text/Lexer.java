package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a query into pieces, in one pass. */
final class Lexer {
    private static final String MARKS_OF_ONE = "(),.*=<>";
    private static final List<String> MARKS_OF_TWO = List.of("<=", ">=", "<>", "!=");
    /** Where a path without quotes ends, beside at white space. */
    private static final String NOT_IN_PATHS = ",()'\"`;";

    private final Source source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(Source source) {
        this.source = source;
        this.text = source.text();
    }

    /** All pieces, and the end behind them. */
    static List<Token> tokens(Source source) {
        Lexer lexer = new Lexer(source);
        while (lexer.skipSpace()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Kind.END, "", lexer.at, lexer.at));
        return List.copyOf(lexer.tokens);
    }

    private boolean skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    private void next() {
        int from = at;
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            add(Kind.TEXT, quoted(), from);
        } else if (c == '`') {
            add(Kind.QUOTED_WORD, quoted(), from);
        } else if ((c == 'x' || c == 'X') && charAt(at + 1) == '\'') {
            at++;
            add(Kind.BYTES, quoted(), from);
        } else if (c == '/') {
            add(Kind.PATH, path(), from);
        } else if (c == '@') {
            at++;
            add(Kind.AT_WORD, word("name of an attribute behind '@'"), from);
        } else if (Words.isDigit(c) || ((c == '-' || c == '+') && Words.isDigit(charAt(at + 1)))) {
            add(Kind.NUMBER, number(), from);
        } else if (Words.canBegin(text.codePointAt(at))) {
            add(Kind.WORD, word("word"), from);
        } else {
            add(Kind.MARK, mark(), from);
        }
    }

    private void add(Kind kind, String says, int from) {
        tokens.add(new Token(kind, says, from, at));
    }

    private char charAt(int index) {
        return index < text.length() ? text.charAt(index) : ' ';
    }

    private String quoted() {
        Quoted found = Quoted.at(source, at);
        at = found.end();
        return found.inside();
    }

    private String path() {
        int from = at;
        while (at < text.length()
                && !Character.isWhitespace(text.charAt(at))
                && NOT_IN_PATHS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(from, at);
    }

    private String word(String expected) {
        int from = at;
        while (at < text.length() && Words.canContinue(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        if (at == from) {
            throw source.refuse(ErrorCode.USAGE, from, "a " + expected + " is expected");
        }
        return text.substring(from, at);
    }

    /** All that looks like one, also its unit: whether it is one is seen later. */
    private String number() {
        int from = at++;
        while (at < text.length() && isInNumber(at)) {
            at++;
        }
        return text.substring(from, at);
    }

    private boolean isInNumber(int index) {
        char c = text.charAt(index);
        boolean isFraction = c == '.' && Words.isDigit(charAt(index + 1));
        boolean isSignOfExponent = (c == '-' || c == '+')
                && (text.charAt(index - 1) == 'e' || text.charAt(index - 1) == 'E')
                && Words.isDigit(charAt(index + 1));
        return isFraction || isSignOfExponent || Words.isAsciiPart(c);
    }

    private String mark() {
        String two = text.substring(at, Math.min(at + 2, text.length()));
        if (MARKS_OF_TWO.contains(two)) {
            at += 2;
            return two;
        } else if (MARKS_OF_ONE.indexOf(text.charAt(at)) < 0) {
            throw unknown();
        }
        at++;
        return two.substring(0, 1);
    }

    private PfsException unknown() {
        int c = text.codePointAt(at);
        return source.refuse(
                ErrorCode.USAGE,
                at,
                "'" + Source.shown(Character.toString(c)) + "' has no meaning here; names with such characters stand"
                        + " in `backquotes`, text in 'quotes'");
    }
}
