package io.pfs.server.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values that somebody has set. What is set again counts. */
final class Settings {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);

    /** Those of a file: one JSON object, whose names are those of settings. */
    static Settings ofFile(Path file) {
        Settings settings = new Settings();
        try (JsonParser parser = JSON.createParser(Files.readAllBytes(file))) {
            settings.read(parser);
            return settings;
        } catch (JsonProcessingException e) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "configuration file " + file + ", line " + e.getLocation().getLineNr() + ": "
                            + e.getOriginalMessage(),
                    e);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "configuration file " + file + " can't be read: " + e, e);
        } catch (PfsException e) {
            throw new PfsException(e.code(), "configuration file " + file + ": " + e.detail(), e);
        }
    }

    private void read(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new PfsException(ErrorCode.USAGE, "it has to be one JSON object: { \"listen\": \"127.0.0.1:7420\" }");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Setting setting = known(parser.currentName());
            JsonToken token = parser.nextToken();
            set(setting, value(setting, token, parser));
        }
        if (parser.nextToken() != null) {
            throw new PfsException(ErrorCode.USAGE, "something stands behind its object");
        }
    }

    private static Setting known(String key) {
        return Setting.ofKey(key)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE,
                        "there is no setting '" + key + "'; those that there are: "
                                + String.join(
                                        ", ",
                                        Arrays.stream(Setting.values())
                                                .map(Setting::key)
                                                .toList())));
    }

    private static String value(Setting setting, JsonToken token, JsonParser parser) throws IOException {
        boolean fits = switch (setting.unit()) {
            case TEXT, FILE -> token == JsonToken.VALUE_STRING;
            case BYTES, SECONDS, COUNT -> token == JsonToken.VALUE_NUMBER_INT;
            case FLAG -> token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
        };
        if (!fits) {
            throw setting.refuse("it is " + setting.unit().written() + ", not " + parser.getText());
        }
        return parser.getText();
    }

    void set(Setting setting, String value) {
        values.put(setting, value);
    }

    Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).filter(value -> !value.isEmpty());
    }

    Optional<Path> path(Setting setting) {
        return text(setting).map(Path::of);
    }

    boolean flag(Setting setting) {
        return text(setting).orElse(setting.fallback()).equals("true");
    }

    /** Refuses any of these, which would have no effect. */
    void requireNone(List<Setting> none, String why) {
        none.stream().filter(setting -> text(setting).isPresent()).findFirst().ifPresent(setting -> {
            throw setting.refuse(why);
        });
    }

    /** Refuses what is outside of {@code [min, max]}. */
    long number(Setting setting, long fallback, long min, long max) {
        String text = text(setting).orElse(Long.toString(fallback));
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw setting.refuse("it is a number from " + min + " to " + max + ", not " + text);
    }
}
