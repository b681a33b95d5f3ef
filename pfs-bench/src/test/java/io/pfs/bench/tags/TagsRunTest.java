package io.pfs.bench.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.whole.Desk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run comes to its end with few rows; that each way finds what it should, it looks at itself. */
final class TagsRunTest {
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
            assertTrue(figure > 0 && ceiling > 0, name);
            figures.put(name, figure);
        }

        @Override
        public void bound(String name, String unit, double figure, double most) {
            figures.put(name, figure);
        }
    }

    @Test
    void allOfItIsMeasured() throws IOException {
        List<String> announced = new ArrayList<>();
        TagsDrawn drawn = new TagsRun(new Notes(), new TagsShape(1000, 70, 3, 10, 1), announced::add).run();
        assertEquals(5, announced.size(), announced.toString());
        assertEquals(3 + 5 * 4 + 2 + 1 + 2, figures.size(), figures.keySet().toString());
        assertEquals(5, drawn.table().lines().size());
        assertEquals(List.of(34, 340L), drawn.table().lines().get(3).subList(0, 2));
        assertTrue(drawn.chart().svg().contains("external index, stats"));
        assertTrue(figures.get("index, a tag") > 0);
        assertTrue(figures.get("external index, a tag") > 0);
    }

    @Test
    void valuesAreAllNumbersInNoOrder() {
        for (int count : new int[] {1, 100, 1000, 99_991}) {
            boolean[] seen = new boolean[count];
            for (int number = 0; number < count; number++) {
                seen[(int) TagRows.value(number, count)] = true;
            }
            for (boolean one : seen) {
                assertTrue(one, count + " rows");
            }
        }
        assertEquals(TagRows.NAME_BYTES, TagRows.name(7).length());
    }
}
