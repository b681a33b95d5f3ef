package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.TagValue;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of a tag alone, from and to text, as people write it; the grammar stands in the package. */
public final class TagText {
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*+)(\\.[0-9]++(?:[eE][+-]?[0-9]++)?)?");

    private static final Pattern BYTES = Pattern.compile("0x([0-9a-fA-F]*+)|[xX]'([^']*+)'");
    private static final Pattern TYPED =
            Pattern.compile("(date|timestamp|double)\\s*+'([^']*+)'", Pattern.CASE_INSENSITIVE);

    private TagText() {}

    public static TagValue parse(String text) {
        if (text.equals("true") || text.equals("false")) {
            return new TagValue.OfBoolean(text.equals("true"));
        }
        Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            return number.group(1) == null ? whole(text) : fraction(text);
        }
        Matcher bytes = BYTES.matcher(text);
        if (bytes.matches()) {
            return bytes(bytes.group(1) == null ? bytes.group(2) : bytes.group(1));
        }
        Matcher typed = TYPED.matcher(text);
        if (typed.matches()) {
            return typed.group(1).equalsIgnoreCase("double") ? special(typed.group(2)) : moment(typed.group(2));
        }
        return new TagValue.OfString(isQuote(text) ? unquoted(text) : text);
    }

    public static TagValue whole(String digits) {
        try {
            return new TagValue.OfLong(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    digits + " is not a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE
                            + "; in quotes it is text: '" + digits + "'",
                    e);
        }
    }

    public static TagValue fraction(String digits) {
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    digits + " is more than a double holds, " + Double.MAX_VALUE + "; in quotes it is text: '" + digits
                            + "'");
        }
        return new TagValue.OfDouble(value);
    }

    public static TagValue bytes(String digits) {
        try {
            return new TagValue.OfBytes(HexFormat.of().parseHex(digits));
        } catch (IllegalArgumentException e) {
            throw new PfsException(
                    ErrorCode.USAGE, "bytes are pairs of hexadecimal digits, such as 0x0aff, not '" + digits + "'", e);
        }
    }

    public static TagValue special(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> new TagValue.OfDouble(Double.NaN);
            case "infinity" -> new TagValue.OfDouble(Double.POSITIVE_INFINITY);
            case "-infinity" -> new TagValue.OfDouble(Double.NEGATIVE_INFINITY);
            default ->
                throw new PfsException(
                        ErrorCode.USAGE,
                        "doubles without digits are 'NaN', 'Infinity' and '-Infinity', not '" + text + "'");
        };
    }

    public static TagValue moment(String text) {
        return Literals.timestamp(text)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE,
                        "'" + text + "' is not a date or a moment in whole milliseconds, such as '2026-11-01' or"
                                + " '2026-11-01T12:00:00Z'"));
    }

    private static boolean isQuote(String text) {
        return text.startsWith("'") || text.startsWith("\"");
    }

    private static String unquoted(String text) {
        char quote = text.charAt(0);
        StringBuilder inside = new StringBuilder();
        int at = 1;
        while (at < text.length() - 1) {
            char c = text.charAt(at);
            if (c == quote && (text.charAt(at + 1) != quote || at + 1 == text.length() - 1)) {
                throw refuseQuote(text, quote);
            }
            inside.append(c);
            at += c == quote ? 2 : 1;
        }
        if (text.length() < 2 || at != text.length() - 1 || text.charAt(at) != quote) {
            throw refuseQuote(text, quote);
        }
        return inside.toString();
    }

    private static PfsException refuseQuote(String text, char quote) {
        return new PfsException(
                ErrorCode.USAGE,
                "text that begins with " + quote + " has to end with it, and one inside is doubled: " + text);
    }

    /** As {@link #parse} reads it as the same. */
    public static String print(TagValue value) {
        if (value instanceof TagValue.OfString text) {
            return isPlain(text.value()) ? text.value() : "'" + text.value().replace("'", "''") + "'";
        } else if (value instanceof TagValue.OfDouble number) {
            return Double.isFinite(number.value()) ? plain(value) : "double '" + plain(value) + "'";
        } else if (value instanceof TagValue.OfTimestamp) {
            return "timestamp '" + plain(value) + "'";
        } else if (value instanceof TagValue.OfBytes) {
            return "x'" + plain(value) + "'";
        }
        return plain(value);
    }

    /** Without what says of which type it is. */
    public static String plain(TagValue value) {
        if (value instanceof TagValue.OfLong number) {
            return Long.toString(number.value());
        } else if (value instanceof TagValue.OfDouble number) {
            return Double.toString(number.value());
        } else if (value instanceof TagValue.OfString text) {
            return text.value();
        } else if (value instanceof TagValue.OfBytes bytes) {
            return HexFormat.of().formatHex(bytes.value());
        } else if (value instanceof TagValue.OfTimestamp moment) {
            return Instant.ofEpochMilli(moment.millis()).toString();
        }
        return Boolean.toString(((TagValue.OfBoolean) value).value());
    }

    /** Whether text is read as text without quotes. */
    private static boolean isPlain(String text) {
        return read(text).equals(Optional.of(new TagValue.OfString(text)));
    }

    private static Optional<TagValue> read(String text) {
        try {
            return Optional.of(parse(text));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }
}
