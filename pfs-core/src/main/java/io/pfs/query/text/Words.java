package io.pfs.query.text;

import io.pfs.query.Attribute;
import java.util.List;
import java.util.Locale;

/** Which words are names, and which mean something else. */
final class Words {
    /** These never are names of fields: such a field stands in backquotes. */
    private static final List<String> RESERVED = List.of(
            "select", "from", "where", "join", "on", "order", "by", "limit", "and", "or", "not", "in", "is", "null",
            "between", "true", "false", "asc", "desc", "as");
    /** These mean something else at some places. */
    private static final List<String> SPECIAL = List.of(
            "group",
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "date",
            "timestamp",
            "double",
            "prefix",
            "starts",
            "with",
            "contains",
            "nulls",
            "first",
            "last",
            "offset",
            "having",
            "distinct",
            "like",
            "x");

    private Words() {}

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isAsciiPart(int c) {
        return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean canBegin(int c) {
        return c == '_' || Character.isLetter(c);
    }

    static boolean canContinue(int c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether a tag or a column can be written without backquotes wherever it stands. Letters beyond ASCII may be none to another Java. */
    static boolean isPlain(String name) {
        List<String> parts = List.of(name.split("\\.", -1));
        boolean isSpecial = parts.size() == 1
                && (Attribute.ofWord(name).isPresent() || SPECIAL.contains(name.toLowerCase(Locale.ROOT)));
        return !isSpecial
                && !isReserved(parts.get(0))
                && !hasJoin(parts)
                && parts.stream().allMatch(Words::isAsciiWord);
    }

    /** Which fields need an alias hangs on that word, wherever it stands. */
    private static boolean hasJoin(List<String> parts) {
        return parts.stream().anyMatch("join"::equalsIgnoreCase);
    }

    /** Whether an alias can be. */
    static boolean isPlainAlias(String alias) {
        return isPlain(alias) && alias.indexOf('.') < 0;
    }

    private static boolean isAsciiWord(String word) {
        return !word.isEmpty() && !isDigit(word.charAt(0)) && word.chars().allMatch(Words::isAsciiPart);
    }
}
