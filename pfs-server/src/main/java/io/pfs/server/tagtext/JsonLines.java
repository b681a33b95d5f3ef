package io.pfs.server.tagtext;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.text.TagText;
import io.pfs.row.TagValue;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;

/** Rows of a file of JSON objects. */
final class JsonLines implements TagLines {
    private static final String NAME = "name";
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Characters in;

    JsonLines(Characters in) {
        this.in = in;
    }

    @Override
    public Optional<TagLine> next() {
        while (in.peek() != Characters.END) {
            in.beginRow();
            String line = in.takeLine();
            if (!line.isBlank()) {
                return Optional.of(row(line));
            }
        }
        return Optional.empty();
    }

    private TagLine row(String line) {
        try (JsonParser parser = JSON.createParser(line)) {
            return row(parser);
        } catch (JsonProcessingException e) {
            int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            throw in.refuse(
                    new PfsException(ErrorCode.USAGE, "character " + column + ": " + e.getOriginalMessage(), e));
        } catch (IOException e) {
            throw in.refuse(new PfsException(ErrorCode.IO_FAILED, "it can't be read: " + e, e));
        } catch (PfsException e) {
            throw in.refuse(e);
        }
    }

    private static TagLine row(JsonParser parser) throws IOException {
        require(
                parser.nextToken() == JsonToken.START_OBJECT,
                "each line is an object: {\"name\": \"cat.jpg\", \"stars\": 5}");
        Optional<String> name = Optional.empty();
        TreeMap<String, TagValue> tags = new TreeMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            if (field.equals(NAME)) {
                require(token == JsonToken.VALUE_STRING, "\"name\" has to be the name of a row, a string");
                name = Optional.of(parser.getText());
            } else if (token != JsonToken.VALUE_NULL) {
                tags.put(field, value(field, token, parser));
            }
        }
        require(parser.nextToken() == null, "something stands behind the object");
        return TagLine.of(
                name.orElseThrow(() -> new PfsException(ErrorCode.USAGE, "\"name\", that of the row, is missing")),
                tags);
    }

    private static TagValue value(String tag, JsonToken token, JsonParser parser) throws IOException {
        try {
            return switch (token) {
                case VALUE_STRING -> new TagValue.OfString(parser.getText());
                case VALUE_NUMBER_INT -> TagText.whole(parser.getText());
                case VALUE_NUMBER_FLOAT -> TagText.fraction(parser.getText());
                case VALUE_TRUE, VALUE_FALSE -> new TagValue.OfBoolean(token == JsonToken.VALUE_TRUE);
                case START_OBJECT -> typed(parser);
                default -> throw noValue();
            };
        } catch (PfsException e) {
            throw new PfsException(e.code(), "tag '" + tag + "': " + e.detail(), e);
        }
    }

    /** What JSON has no values for. */
    private static TagValue typed(JsonParser parser) throws IOException {
        String type = parser.nextToken() == JsonToken.FIELD_NAME ? parser.currentName() : "";
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
            throw noValue();
        }
        String text = parser.getText();
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw noValue();
        }
        return switch (type) {
            case "timestamp" -> TagText.moment(text);
            case "bytes" -> TagText.bytes(text);
            case "double" -> TagText.special(text);
            default -> throw noValue();
        };
    }

    private static PfsException noValue() {
        return new PfsException(
                ErrorCode.USAGE,
                "a value is a string, a number, true, false, {\"timestamp\": \"2026-11-01\"}, {\"bytes\": \"0aff\"} or"
                        + " {\"double\": \"NaN\"}");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new PfsException(ErrorCode.USAGE, rule);
        }
    }

    @Override
    public long bytesRead() {
        return in.bytesRead();
    }

    @Override
    public void close() {
        in.close();
    }
}
