package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The document has the keys that there are, each as it is. */
final class KeysDocTest {
    private static final String HEAD = "| key | default | meaning |";

    @Test
    void theTableIsThatOfTheCode() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "HADOOP.md"));
        int head = lines.indexOf(HEAD);
        assertTrue(head >= 0, "the document has the table " + HEAD);
        List<String> rows = lines.stream()
                .skip(head + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertEquals(
                String.join(
                        "\n", Arrays.stream(Key.values()).map(KeysDocTest::row).toList()),
                String.join("\n", rows));
    }

    private static String row(Key key) {
        String name = key == Key.SERVERS ? key.forCluster("NAME") : key.forAll();
        return "| `" + name + "` | " + (key.fallback().isEmpty() ? "none" : key.fallback()) + " | " + key.meaning()
                + " |";
    }
}
