package io.pfs.hadoop.fs;

import io.pfs.format.Utf8;
import io.pfs.row.TagValue;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Values of tags as those who know nothing but bytes read and write them. */
final class TagText {
    private TagText() {}

    static byte[] bytes(TagValue value) {
        if (value instanceof TagValue.OfBytes bytes) {
            return bytes.value().clone();
        }
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(TagValue value) {
        if (value instanceof TagValue.OfString text) {
            return text.value();
        } else if (value instanceof TagValue.OfLong number) {
            return Long.toString(number.value());
        } else if (value instanceof TagValue.OfDouble number) {
            return Double.toString(number.value());
        } else if (value instanceof TagValue.OfTimestamp moment) {
            return Instant.ofEpochMilli(moment.millis()).toString();
        } else if (value instanceof TagValue.OfBoolean truth) {
            return Boolean.toString(truth.value());
        }
        throw new IllegalArgumentException("a tag of bytes is no text");
    }

    /** A tag keeps its type, if the bytes are a value of that; else it is text, or bytes if they are none. */
    static TagValue value(byte[] bytes, Optional<TagValue> before) {
        Optional<String> text = Utf8.text(bytes);
        if (text.isEmpty() || before.filter(TagValue.OfBytes.class::isInstance).isPresent()) {
            return new TagValue.OfBytes(bytes.clone());
        }
        return before.flatMap(old -> likewise(text.get(), old)).orElseGet(() -> new TagValue.OfString(text.get()));
    }

    private static Optional<TagValue> likewise(String text, TagValue before) {
        try {
            if (before instanceof TagValue.OfLong) {
                return Optional.of(new TagValue.OfLong(Long.parseLong(text)));
            } else if (before instanceof TagValue.OfDouble) {
                return Optional.of(new TagValue.OfDouble(Double.parseDouble(text)));
            } else if (before instanceof TagValue.OfTimestamp) {
                return Optional.of(new TagValue.OfTimestamp(Instant.parse(text).toEpochMilli()));
            }
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
        boolean isTruth = before instanceof TagValue.OfBoolean && (text.equals("true") || text.equals("false"));
        return isTruth ? Optional.of(new TagValue.OfBoolean(text.equals("true"))) : Optional.empty();
    }
}
