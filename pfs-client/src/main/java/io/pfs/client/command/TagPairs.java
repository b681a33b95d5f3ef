package io.pfs.client.command;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.text.TagText;
import io.pfs.row.TagValue;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code k1=v1,k2=v2}: values as {@link TagText} has them; in quotes they may have commas. */
final class TagPairs {
    private final String text;
    private int at;

    TagPairs(String text) {
        this.text = text;
    }

    SortedMap<String, TagValue> parse() {
        SortedMap<String, TagValue> tags = new TreeMap<>();
        do {
            int equals = text.indexOf('=', at);
            String key = Escapes.read(text.substring(at, Math.max(at, equals)).strip())
                    .orElse("");
            if (key.isEmpty()) {
                throw new PfsException(
                        ErrorCode.USAGE, "'" + text.substring(at) + "' is not of the form KEY=VALUE,KEY=VALUE...");
            }
            at = equals + 1;
            if (tags.put(key, TagText.parse(value())) != null) {
                throw new PfsException(ErrorCode.USAGE, "tag '" + key + "' is given twice");
            }
        } while (at <= text.length());
        return tags;
    }

    /** Up to the next comma that is in no quotes. */
    private String value() {
        int from = at;
        char quote = 0;
        char last = 0;
        while (at < text.length() && (quote != 0 || text.charAt(at) != ',')) {
            char c = text.charAt(at);
            boolean isQuote = c == '\'' || c == '"';
            if (quote == 0 && isQuote && opensValue(from)) {
                quote = c;
                last = c;
            } else if (c == quote) {
                quote = 0; // a doubled one opens again with the next
            } else if (quote == 0 && c == last && text.charAt(at - 1) == c) {
                quote = c;
            }
            at++;
        }
        String value = text.substring(from, at);
        at++;
        return value.strip();
    }

    /** A quote begins text where a value begins, or behind the word that says of which type it is. */
    private boolean opensValue(int from) {
        String before = text.substring(from, at).strip();
        return before.chars().allMatch(Character::isLetter);
    }
}
