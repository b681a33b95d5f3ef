package io.pfs.server.cli;

import io.pfs.format.Utf8;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** A JSON object as it is built, field by field, to be written on one line. */
public final class Json {
    private final List<String> fields = new ArrayList<>();

    private Json() {}

    public static Json object() {
        return new Json();
    }

    public Json with(String name, String value) {
        return raw(name, quoted(value));
    }

    /** As text, or, if it is no UTF-8, as bytes are told in tags: names that differ are told differently. */
    Json withName(String name, byte[] bytes) {
        return Utf8.text(bytes)
                .map(text -> with(name, text))
                .orElseGet(
                        () -> with(name, object().with("bytes", HexFormat.of().formatHex(bytes))));
    }

    public Json with(String name, long value) {
        return raw(name, Long.toString(value));
    }

    public Json with(String name, double value) {
        return raw(name, Double.isFinite(value) ? String.format(Locale.ROOT, "%s", value) : "null");
    }

    public Json with(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    public Json with(String name, Json value) {
        return raw(name, value.toString());
    }

    public Json with(String name, List<Json> values) {
        return raw(
                name, "[" + String.join(",", values.stream().map(Json::toString).toList()) + "]");
    }

    public Json withNumbers(String name, List<Integer> values) {
        return raw(
                name,
                "[" + String.join(",", values.stream().map(Object::toString).toList()) + "]");
    }

    public Json withTexts(String name, List<String> values) {
        return raw(
                name, "[" + String.join(",", values.stream().map(Json::quoted).toList()) + "]");
    }

    private Json raw(String name, String value) {
        fields.add(quoted(name) + ":" + value);
        return this;
    }

    /** As JSON wants it, and with nothing in it that a terminal or a page would act on. */
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    @Override
    public String toString() {
        return "{" + String.join(",", fields) + "}";
    }
}
