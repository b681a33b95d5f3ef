package io.pfs.bench.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.elastic.ElasticDrawn;
import io.pfs.bench.elastic.ElasticHdfs;
import io.pfs.bench.elastic.ElasticRun;
import io.pfs.bench.elastic.ElasticShape;
import io.pfs.bench.whole.Desk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that come, go and die with their pool on HDFS, as {@code bin/pfs bench elastic --hdfs} has them. */
@Tag("nightly") // a server at a time takes up to five seconds to begin
final class HdfsOfServersTest {
    private static final ElasticShape SHAPE = new ElasticShape(200, 2, 100, 1, 1, 4, 3, 100, 200, 8);

    @TempDir
    private Path folder;

    private final Map<String, Double> figures = new HashMap<>();

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
    void serversComeGoAndDieWithTheirPoolThere() throws Exception {
        Set<Long> before = children();
        List<String> announced = new ArrayList<>();
        try (ElasticHdfs hdfs = ElasticHdfs.starter().start(Files.createDirectory(folder.resolve("hdfs")))) {
            ElasticDrawn drawn = new ElasticRun(new Notes(), Optional.of(hdfs), SHAPE, announced::add)
                    .run(List.of("1-2-1", "death"));
            assertEquals(0, drawn.lost(), announced::toString);
        }
        for (String none : List.of("1-2-1: acknowledged and lost", "death: acknowledged and lost")) {
            assertEquals(0, figures.get(none), none);
        }
        assertTrue(figures.get("death: longest wait of any") > 0);
        assertEquals(before, children(), "no process outlives it");
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }
}
