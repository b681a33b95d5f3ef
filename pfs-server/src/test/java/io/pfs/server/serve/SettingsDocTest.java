package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The document has the settings that there are, each as it is. */
final class SettingsDocTest {
    private static final int SETTINGS_MAX = 40;
    private static final String HEAD = "| setting | unit | default | meaning |";

    @Test
    void theTableIsThatOfTheCode() throws IOException {
        Path document = Path.of("..", "docs", "OPERATIONS.md");
        List<String> lines = Files.readAllLines(document);
        int head = lines.indexOf(HEAD);
        assertTrue(head >= 0, "the document has the table " + HEAD);
        List<String> rows = lines.stream()
                .skip(head + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertEquals(
                String.join(
                        "\n",
                        Arrays.stream(Setting.values())
                                .map(SettingsDocTest::row)
                                .toList()),
                String.join("\n", rows));
    }

    private static String row(Setting setting) {
        String unit = setting.unit().name().toLowerCase(Locale.ROOT);
        return "| `" + setting.key() + "` | " + unit + " | "
                + (setting.fallback().isEmpty() ? "none" : setting.fallback()) + " | " + setting.meaning() + " |";
    }

    /** Who can set everything has to know everything. */
    @Test
    void thereAreFew() {
        assertTrue(Setting.values().length <= SETTINGS_MAX);
    }
}
