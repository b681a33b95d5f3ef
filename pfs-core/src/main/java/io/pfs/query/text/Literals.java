package io.pfs.query.text;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.text.Token.Kind;
import io.pfs.row.TagValue;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values as they are written in queries. */
public final class Literals {
    /** Every part can match in one way only. */
    private static final Pattern NUMBER = Pattern.compile("([+-]?[0-9]++)(\\.[0-9]++)?([eE][+-]?[0-9]++)?([A-Za-z]*+)");

    private static final Pattern OCTAL = Pattern.compile("([+-]?)0[oO]([0-7]++)");
    private static final List<String> UNITS = List.of("", "KiB", "MiB", "GiB", "TiB");
    private static final int UNIT_BITS = 10;
    /** A number of bytes has no use for more, and decimals of any length take long to multiply. */
    private static final int BYTES_CHARS_MAX = 64;

    private static final int EXPONENT_CHARS_MAX = 6;

    private Literals() {}

    /** Whether a value begins with the next piece. */
    static boolean isNext(Tokens tokens) {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case NUMBER, TEXT, BYTES -> true;
            case WORD -> token.isWord("true") || token.isWord("false") || isTyped(tokens);
            case QUOTED_WORD, AT_WORD, PATH, MARK, END -> false;
        };
    }

    /** The name of a type, and then text. */
    private static boolean isTyped(Tokens tokens) {
        Token token = tokens.peek();
        boolean isType = token.isWord("date") || token.isWord("timestamp") || token.isWord("double");
        return isType && tokens.peekSecond().is(Kind.TEXT);
    }

    /** Takes a value. */
    static TagValue take(Tokens tokens) {
        if (!isNext(tokens)) {
            throw notAValue(tokens);
        }
        Token token = tokens.take();
        return switch (token.kind()) {
            case NUMBER -> tokens.source().located(token.from(), () -> number(token.text()));
            case TEXT -> new TagValue.OfString(token.text());
            case BYTES -> tokens.source().located(token.from(), () -> bytes(token.text()));
            default ->
                token.isWord("true") || token.isWord("false")
                        ? new TagValue.OfBoolean(token.isWord("true"))
                        : typed(token, tokens.take(), tokens.source());
        };
    }

    private static PfsException notAValue(Tokens tokens) {
        Token token = tokens.peek();
        if (token.isWord("null")) {
            return tokens.refuse(ErrorCode.USAGE, token, "nothing equals null; say 'is null' or 'is not null'");
        }
        boolean isField = token.is(Kind.AT_WORD)
                || token.is(Kind.QUOTED_WORD)
                || (token.is(Kind.WORD) && !Words.isReserved(token.text()));
        return isField
                ? tokens.unexpected("a value (text stands in 'quotes'; fields are only compared by a join)")
                : tokens.unexpected("a value");
    }

    private static TagValue typed(Token type, Token text, Source source) {
        return source.located(text.from(), () -> {
            if (type.isWord("date")) {
                return date(text.text()).orElseThrow(() -> notOf("date", text, "2026-11-01"));
            } else if (type.isWord("timestamp")) {
                return moment(text.text()).orElseThrow(() -> notOf("timestamp", text, "2026-11-01T12:00:00Z"));
            }
            return special(text);
        });
    }

    private static PfsException notOf(String type, Token text, String example) {
        return new PfsException(
                ErrorCode.USAGE,
                "'" + Source.shown(text.text()) + "' is not a " + type + " in whole milliseconds, such as '" + example
                        + "'");
    }

    /** What no digits can say. */
    private static TagValue special(Token text) {
        return switch (text.text().toLowerCase(Locale.ROOT)) {
            case "nan" -> new TagValue.OfDouble(Double.NaN);
            case "infinity" -> new TagValue.OfDouble(Double.POSITIVE_INFINITY);
            case "-infinity" -> new TagValue.OfDouble(Double.NEGATIVE_INFINITY);
            default -> throw notOf("double without digits", text, "NaN', 'Infinity' or '-Infinity");
        };
    }

    /** A number with its unit, if it has one. */
    static TagValue number(String text) {
        Matcher octal = OCTAL.matcher(text);
        if (octal.matches()) {
            return whole(text, octal.group(1) + octal.group(2), 8);
        }
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            throw new PfsException(ErrorCode.USAGE, "'" + text + "' is not a number");
        }
        boolean isWhole = matcher.group(2) == null && matcher.group(3) == null;
        if (!matcher.group(4).isEmpty()) {
            return bytes(text, matcher);
        }
        return isWhole ? whole(text, text, 10) : fraction(text);
    }

    private static TagValue whole(String text, String digits, int radix) {
        try {
            return new TagValue.OfLong(Long.parseLong(digits, radix));
        } catch (NumberFormatException e) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "'" + text + "' is not a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE,
                    e);
        }
    }

    private static TagValue fraction(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, "'" + text + "' is more than a double holds, " + Double.MAX_VALUE);
        }
        return new TagValue.OfDouble(value);
    }

    /** With a unit: a whole number of bytes. */
    private static TagValue bytes(String text, Matcher matcher) {
        int unit = 0;
        for (int i = 1; i < UNITS.size(); i++) {
            unit = UNITS.get(i).equalsIgnoreCase(matcher.group(4)) ? i : unit;
        }
        if (unit == 0) {
            throw new PfsException(
                    ErrorCode.USAGE, "'" + text + "' has no known unit: there are KiB, MiB, GiB and TiB");
        }
        boolean hasShortExponent = matcher.group(3) == null || matcher.group(3).length() <= EXPONENT_CHARS_MAX;
        boolean isShort = hasShortExponent && text.length() <= BYTES_CHARS_MAX;
        try {
            if (isShort) {
                String digits = text.substring(0, matcher.start(4));
                BigDecimal inBytes = new BigDecimal(digits).multiply(BigDecimal.valueOf(1L << (UNIT_BITS * unit)));
                return new TagValue.OfLong(inBytes.longValueExact());
            }
        } catch (ArithmeticException e) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, notWholeBytes(text), e);
        }
        throw new PfsException(ErrorCode.OUT_OF_RANGE, notWholeBytes(text));
    }

    private static String notWholeBytes(String text) {
        return "'" + text + "' is not a whole number of bytes up to " + Long.MAX_VALUE;
    }

    private static TagValue bytes(String digits) {
        try {
            return new TagValue.OfBytes(HexFormat.of().parseHex(digits));
        } catch (IllegalArgumentException e) {
            throw new PfsException(
                    ErrorCode.USAGE, "bytes are pairs of hexadecimal digits, such as x'0aff'; these are not", e);
        }
    }

    /** A day, or a moment, as text says it; for text that is compared with timestamps, too. */
    public static Optional<TagValue> timestamp(String text) {
        Optional<TagValue> date = date(text);
        return date.isPresent() ? date : moment(text);
    }

    /** The begin of a day, in UTC. */
    private static Optional<TagValue> date(String text) {
        try {
            return ofInstant(LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A moment, in UTC unless it says another offset; with a T or a space between date and time. */
    private static Optional<TagValue> moment(String text) {
        String iso = text.replace(' ', 'T');
        try {
            return ofInstant(LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return withOffset(iso);
        }
    }

    private static Optional<TagValue> withOffset(String iso) {
        try {
            return ofInstant(OffsetDateTime.parse(iso).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<TagValue> ofInstant(Instant instant) {
        try {
            long millis = instant.toEpochMilli();
            boolean isExact = Instant.ofEpochMilli(millis).equals(instant);
            return isExact ? Optional.of(new TagValue.OfTimestamp(millis)) : Optional.empty();
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
