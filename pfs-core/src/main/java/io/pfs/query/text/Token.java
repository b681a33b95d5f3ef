package io.pfs.query.text;

/**
 * A piece of a query.
 *
 * @param text what it says, without its quotes
 * @param from where it begins in the query
 * @param to where the next may begin
 */
record Token(Kind kind, String text, int from, int to) {
    enum Kind {
        WORD,
        /** In backquotes. */
        QUOTED_WORD,
        /** Behind an at sign. */
        AT_WORD,
        TEXT,
        /** Digits in pairs, in quotes behind an x. */
        BYTES,
        /** With its sign and its unit. */
        NUMBER,
        PATH,
        /** Marks, of one or two characters. */
        MARK,
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isMark(String mark) {
        return kind == Kind.MARK && text.equals(mark);
    }
}
