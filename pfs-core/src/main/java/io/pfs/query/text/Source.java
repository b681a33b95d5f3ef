package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.QueryLimits;
import java.util.function.Supplier;

/**
 * The text of a query, and how it is shown to who wrote it when something is wrong.
 *
 * @param what it is, for messages
 */
record Source(String text, String what) {
    /** Of a long query, so many characters before and behind are shown. */
    private static final int SHOWN_CHARS = 60;
    /** What is said can have a long name or number of the query in it. */
    private static final int SAID_CHARS_MAX = 400;

    /** Of a query. */
    Source(String text) {
        this(text, "query");
    }

    Source {
        int chars = text.length();
        if (chars > QueryLimits.TEXT_CHARS_MAX) {
            throw refuse(
                    ErrorCode.TOO_LARGE,
                    text,
                    what,
                    QueryLimits.TEXT_CHARS_MAX,
                    "a " + what + " has at most " + QueryLimits.TEXT_CHARS_MAX + " characters, but this one has "
                            + chars);
        }
        for (int at = 0; at < chars; at += Character.charCount(text.codePointAt(at))) {
            if (isUnpaired(text.codePointAt(at))) {
                throw refuse(
                        ErrorCode.NAME_INVALID, text, what, at, "half a character stands here: this is not Unicode");
            }
        }
    }

    private static PfsException refuse(ErrorCode code, String text, String what, int at, String said) {
        return new PfsException(code, refusal(text, what, at, said));
    }

    /** The refusal of what stands at a place, for the caller to throw. */
    PfsException refuse(ErrorCode code, int at, String said) {
        return refuse(code, text, what, at, said);
    }

    /** A value made of what stands at a place; if it is refused, that is said. */
    <T> T located(int at, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (PfsException e) {
            throw new PfsException(e.code(), refusal(text, what, at, e.detail()), e);
        }
    }

    private static String refusal(String text, String what, int at, String said) {
        String brief = said.length() <= SAID_CHARS_MAX ? said : begin(said) + "...";
        int from = at;
        while (from > 0 && at - from < SHOWN_CHARS && !isLineEnd(text.charAt(from - 1))) {
            from--;
        }
        from += isInsidePair(text, from) ? 1 : 0;
        int to = at;
        while (to < text.length() && to - at < SHOWN_CHARS && !isLineEnd(text.charAt(to))) {
            to++;
        }
        to -= isInsidePair(text, to) ? 1 : 0;
        int column = text.codePointCount(from, Math.max(from, at));
        return "character " + (text.codePointCount(0, at) + 1) + " of the " + what + ": " + brief + "\n  "
                + shown(text.substring(from, Math.max(from, to))) + "\n  " + " ".repeat(column) + "^";
    }

    private static String begin(String said) {
        return said.substring(0, SAID_CHARS_MAX - (isInsidePair(said, SAID_CHARS_MAX) ? 1 : 0));
    }

    private static boolean isInsidePair(String text, int at) {
        return at > 0 && at < text.length() && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    /** Without what would move the line or forge another. */
    static String shown(String part) {
        StringBuilder shown = new StringBuilder(part.length());
        part.codePoints()
                .forEach(c -> shown.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || isUnpaired(c)
                                ? '?'
                                : c));
        return shown.toString();
    }

    private static boolean isUnpaired(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
