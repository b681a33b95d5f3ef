package io.pfs.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each figure on servers of this process: it comes to its end, and nothing stays. */
final class ClusterFiguresTest {
    private static final int COUNT_AT = 3;

    @TempDir
    private Path folder;

    private ClusterDesk desk(int files, Integer... servers) {
        return new ClusterDesk(folder, List.of(servers), files, 2, 4, 1_000_000, what -> {});
    }

    @TestFactory
    Stream<DynamicTest> eachIsMeasuredAndDrawn() {
        return ClusterFigures.ALL.stream()
                .map(figure -> DynamicTest.dynamicTest(figure.name(), () -> isMeasuredAndDrawn(figure)));
    }

    private void isMeasuredAndDrawn(ClusterFigure figure) throws IOException {
        Drawn drawn = figure.measure(desk(60, 2));
        int columns = drawn.table().csv().lines().findFirst().orElseThrow().split(",", -1).length;
        assertFalse(drawn.table().lines().isEmpty());
        drawn.table().lines().forEach(line -> assertEquals(columns, line.size()));
        assertTrue(drawn.table().text().contains("servers"), drawn.table().text());
        assertTrue(drawn.chart().svg().contains("</svg>"));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void splitsAndWhatTheyMoveAreCounted() throws IOException {
        FigureTable table = new StrategiesFigure().measure(desk(1_500, 2)).table();
        List<String> columns =
                List.of(table.csv().lines().findFirst().orElseThrow().split(","));
        for (List<Object> line : table.lines()) {
            assertTrue((Long) line.get(columns.indexOf("messages")) >= 3_000, line::toString);
            assertTrue((Long) line.get(columns.indexOf("splits")) > 0, line::toString);
            assertTrue((Long) line.get(columns.indexOf("rows_split_off")) > 0, line::toString);
            assertTrue((Long) line.get(columns.indexOf("journal_writes")) > 0, line::toString);
        }
        List<Object> localOnly = table.lines().get(0);
        assertEquals(0L, localOnly.get(columns.indexOf("rows_handed_over")));
        assertEquals(0L, localOnly.get(columns.indexOf("misplaced")));
    }

    @Test
    void filesOfAllServersAreCounted() throws IOException {
        Drawn drawn = SharedFigure.shared().measure(desk(60, 2));
        List<Object> created = drawn.table().lines().get(0);
        assertEquals(120L, created.get(COUNT_AT));
        assertEquals("create", created.get(COUNT_AT - 1));
    }
}
