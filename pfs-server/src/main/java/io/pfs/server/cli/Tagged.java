package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import io.pfs.query.text.TagText;
import io.pfs.row.TagValue;
import io.pfs.server.tagtext.TagLine;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tags as people and programs read and write them. */
final class Tagged {
    private Tagged() {}

    /** As it could be set again, but for characters that a terminal would act on, or not show. */
    static String text(TagValue value) {
        return Shown.text(TagText.print(value)).toString();
    }

    static String text(Map.Entry<String, TagValue> tag) {
        return Shown.text(tag.getKey()) + "=" + text(tag.getValue());
    }

    /** Behind other things on a line. */
    static String text(SortedMap<String, TagValue> tags) {
        StringBuilder text = new StringBuilder();
        tags.entrySet().forEach(tag -> text.append("  ").append(text(tag)));
        return text.toString();
    }

    static Json json(SortedMap<String, TagValue> tags) {
        Json json = Json.object();
        tags.forEach((name, value) -> put(json, name, value));
        return json;
    }

    /** As files with tags have it. */
    static void put(Json json, String name, TagValue value) {
        String plain = TagText.plain(value);
        if (value instanceof TagValue.OfLong number) {
            json.with(name, number.value());
        } else if (value instanceof TagValue.OfDouble number && Double.isFinite(number.value())) {
            json.with(name, number.value());
        } else if (value instanceof TagValue.OfBoolean truth) {
            json.with(name, truth.value());
        } else if (value instanceof TagValue.OfString) {
            json.with(name, plain);
        } else {
            json.with(name, Json.object().with(typeOf(value), plain));
        }
    }

    private static String typeOf(TagValue value) {
        return value instanceof TagValue.OfDouble
                ? "double"
                : value instanceof TagValue.OfBytes ? "bytes" : "timestamp";
    }

    /** What {@code KEY=VALUE} says, each key once. */
    static SortedMap<String, TagValue> parse(List<String> pairs) {
        TreeMap<String, TagValue> tags = new TreeMap<>();
        for (String pair : pairs) {
            int cut = pair.indexOf('=');
            if (cut <= 0) {
                throw new PfsException(ErrorCode.USAGE, "a tag is KEY=VALUE, such as stars=5, not '" + pair + "'");
            }
            String key = pair.substring(0, cut);
            if (tags.put(key, value(key, pair.substring(cut + 1))) != null) {
                throw new PfsException(ErrorCode.USAGE, "tag '" + key + "' is given twice");
            }
        }
        return TagLine.requireFits(tags).byName();
    }

    private static TagValue value(String key, String text) {
        try {
            return TagText.parse(text);
        } catch (PfsException e) {
            throw new PfsException(ErrorCode.USAGE, "tag '" + key + "': " + e.detail(), e);
        }
    }

    /** Has tags of a row changed that must be there; says so in these words if it is not. */
    static RowVersion apply(RowEditor edit, String missing) {
        try {
            return edit.apply();
        } catch (PfsException e) {
            throw e.code() == ErrorCode.NOT_FOUND ? new PfsException(ErrorCode.NOT_FOUND, missing, e) : e;
        }
    }
}
