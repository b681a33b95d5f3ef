package io.pfs.bench.whole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job comes to its end, with a server in a process of its own and with a slow reader. */
final class ConnectionsJobTest {
    @TempDir
    private Path folder;

    private final Map<String, Double> figures = new TreeMap<>();

    private final class Notes implements Desk {
        @Override
        public Path folder() {
            return folder;
        }

        @Override
        public boolean quick() {
            return true;
        }

        @Override
        public void ratio(String name, String mode, double figure, double ceiling, double wanted) {
            figures.put(name, figure);
        }

        @Override
        public void bound(String name, String unit, double figure, double most) {
            figures.put(name, figure);
        }
    }

    @Test
    void allOfItIsMeasured() throws IOException {
        new ConnectionsJob().run(new Notes(), new ConnectionsJob.Sizes(5, 200, 200, 2));
        assertEquals(5, figures.get("idle connections"));
        assertTrue(figures.get("creates beside a slow reader") > 0);
        assertTrue(figures.get("lookups beside a slow reader") > 0);
    }
}
