package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsTest {
    @TempDir
    private Path folder;

    private Settings read(String json) {
        try {
            return Settings.ofFile(Files.writeString(folder.resolve("pfs.json"), json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireRefused(String json, String... words) {
        requireWords(assertThrows(PfsException.class, () -> read(json)), words);
    }

    private static void requireWords(PfsException refusal, String... words) {
        requireWords(ErrorCode.USAGE, refusal, words);
    }

    private static void requireWords(ErrorCode code, PfsException refusal, String... words) {
        assertEquals(code, refusal.code());
        for (String word : words) {
            assertTrue(refusal.getMessage().contains(word), refusal.getMessage() + "\nlacks " + word);
        }
    }

    @Test
    void aFileIsRead() {
        Settings settings = read(
                "{ \"listen\": \"127.0.0.1:0\",\n  \"callsMax\": 12, \"insecure\": true, \"authToken\": \"a token\" }");
        assertEquals(Optional.of("127.0.0.1:0"), settings.text(Setting.LISTEN));
        assertEquals(12, settings.number(Setting.CALLS_MAX, 1, 1, 100));
        assertTrue(settings.flag(Setting.INSECURE));
        assertEquals(Optional.of(Path.of("a token")), settings.path(Setting.AUTH_TOKEN));
        assertEquals(Optional.empty(), settings.text(Setting.DATA));
    }

    @Test
    void nothingNeedBeSet() {
        Settings settings = read("{}");
        for (Setting setting : Setting.values()) {
            assertEquals(Optional.empty(), settings.text(setting));
        }
        assertFalse(settings.flag(Setting.INSECURE));
        assertEquals(5, settings.number(Setting.CALLS_MAX, 5, 1, 100));
    }

    @Test
    void whatIsSetLaterCounts() {
        Settings settings = read("{ \"data\": \"a\" }");
        settings.set(Setting.DATA, "b");
        assertEquals(Optional.of("b"), settings.text(Setting.DATA));
    }

    @Test
    void anUnknownSettingNamesThoseThatThereAre() {
        requireRefused("{ \"lisen\": \"x\" }", "pfs.json", "'lisen'", "listen, data, loops, servers", "networkThreads");
    }

    @Test
    void valuesAreOfTheirType() {
        requireRefused("{ \"listen\": 7420 }", "'listen'", "a text", "7420");
        requireRefused("{ \"callsMax\": \"12\" }", "'callsMax'", "a whole number", "12");
        requireRefused("{ \"callsMax\": 1.5 }", "'callsMax'", "a whole number", "1.5");
        requireRefused("{ \"insecure\": \"true\" }", "'insecure'", "true or false");
        requireRefused("{ \"data\": [ \"a\" ] }", "'data'", "a text");
        requireRefused("{ \"data\": null }", "'data'", "a text", "null");
        requireRefused("{ \"data\": { \"listen\": \"a\" } }", "'data'", "a text");
    }

    @Test
    void aNumberThatIsTooLargeIsRefusedWithItsLimits() {
        Settings settings = read("{ \"callsMax\": 123456789012345678901234567890 }");
        requireWords(
                assertThrows(PfsException.class, () -> settings.number(Setting.CALLS_MAX, 5, 1, 100)),
                "'callsMax'",
                "1 to 100",
                "123456789012345678901234567890");
    }

    @Test
    void mistakesOfWritingAreFoundWithTheirLine() {
        requireRefused("{\n\"data\": \"a\",\n\"data\": \"b\" }", "line 3", "data");
        requireRefused("{\n\"data\": \"a\"\n\"listen\": \"b\" }", "line 3");
        requireRefused("{\n\"data\": \"a\"", "line 2");
        requireRefused("{}\nlisten", "line 2");
    }

    @Test
    void itIsOneObjectAndNothingElse() {
        requireRefused("", "pfs.json", "one JSON object");
        requireRefused("[]", "pfs.json", "one JSON object");
        requireRefused("\"listen\"", "pfs.json", "one JSON object");
        requireRefused("{} {}", "pfs.json", "behind its object");
    }

    @Test
    void aFileThatCanNotBeReadIsNamed() {
        Path missing = folder.resolve("missing.json");
        PfsException none = assertThrows(PfsException.class, () -> Settings.ofFile(missing));
        requireWords(ErrorCode.IO_FAILED, none, "missing.json", "can't be read");
        PfsException noFile = assertThrows(PfsException.class, () -> Settings.ofFile(folder));
        requireWords(ErrorCode.IO_FAILED, noFile, "can't be read");
    }
}
