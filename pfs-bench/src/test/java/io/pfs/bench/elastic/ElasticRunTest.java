package io.pfs.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.whole.Desk;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run comes to its end with real servers, loses nothing, and leaves nobody behind. */
final class ElasticRunTest {
    private static final ElasticShape SHAPE = new ElasticShape(200, 2, 100, 1, 1, 4, 2, 100, 200, 8);

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
    @Tag("nightly")
    void serversComeGoAndDie() throws Exception {
        List<String> announced = new ArrayList<>();
        ElasticDrawn drawn = new ElasticRun(new Notes(), Optional.empty(), SHAPE, announced::add)
                .run(List.of("1-2-1", "death", "bytes"));
        assertEquals(0, drawn.lost(), announced.toString());
        for (String none : List.of(
                "1-2-1: operations failed",
                "1-2-1: acknowledged and lost",
                "death: operations failed",
                "death: acknowledged and lost",
                "1 to 2: bytes of cells written",
                "2 to 1: bytes of cells written",
                "bytes: cells lost")) {
            assertEquals(0, figures.get(none), none);
        }
        for (String some : List.of(
                "1 quiet: p99",
                "after 1 to 2: p99 beside quiet",
                "after 2 to 1: p99 beside quiet",
                "while 1 to 2: longest wait",
                "death: longest wait of any",
                "bytes of cells in the pool",
                "1 to 2: journals and metadata")) {
            assertTrue(figures.get(some) > 0, some);
        }
        assertEquals(5 + 3, drawn.phases().lines().size());
        assertTrue(drawn.windows().lines().size() >= 5 + 3);
        assertTrue(drawn.chart().svg().contains("1-2-1"));
        assertEquals(
                0,
                ProcessHandle.current()
                        .children()
                        .filter(ProcessHandle::isAlive)
                        .count());
    }

    /** Has a server, and waits for its own end. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            try (Fleet fleet = new Fleet(folder, FleetPool.in(folder.resolve("pool")), 2, 2)) {
                List<String> unusedAddresses = fleet.grow(1);
                System.out.println("ready");
                int unused = System.in.read();
            }
        }
    }

    @Test
    void noServerOutlivesWhoeverIsKilled() throws Exception {
        Process starter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = starter.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", lines.readLine());
            List<ProcessHandle> servers = starter.toHandle().children().toList();
            assertEquals(1, servers.size());
            starter.destroyForcibly();
            servers.forEach(server -> server.onExit().join());
        } finally {
            starter.destroyForcibly().waitFor();
        }
    }
}
