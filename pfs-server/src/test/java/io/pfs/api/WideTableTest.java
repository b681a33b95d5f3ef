package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.client.table.TablePart;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that is spread over shards, as a user of the API sees it: like any other. */
@ParameterizedClass
@EnumSource(Way.class)
final class WideTableTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    private static final int ROWS = 6_000;

    @TempDir
    private Path temporary;

    private static List<String> names() {
        return IntStream.range(0, ROWS).mapToObj(n -> "row-" + n).toList();
    }

    private static byte[] content(String name, int round) {
        return (name + " of round " + round).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> contents(int round) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        names().forEach(name -> contents.put(name, content(name, round)));
        return contents;
    }

    private Pfs open() {
        return way.open(temporary.resolve("data"), EmbeddedOptions.DEFAULT);
    }

    @Test
    void manyRowsAreWrittenAndReadWhereverTheyAre() {
        try (Pfs pfs = open()) {
            Table table = pfs.createTable("/wide", TableOptions.DEFAULT.withSpread(3));
            assertEquals(3, table.describe().spread());
            table.putAll("content", contents(1));
            requireAll(table, 1);
        }
        try (Pfs pfs = open()) {
            Table table = pfs.openTable("/wide"); // this client knows nothing of the table
            requireAll(table, 1);
            table.putAll("content", contents(2));
            requireAll(table, 2);
            assertEquals(new TreeSet<>(names()), listed(table));
            names().subList(0, 10).forEach(table::delete);
            assertTrue(table.row("row-3").isEmpty());
            assertEquals(ROWS - 10, listed(table).size());
        }
    }

    /** Its rows go over more and more shards while they are written and read. */
    @Test
    void aTableIsSpreadFurtherWhileItIsUsed() {
        try (Pfs pfs = open()) {
            Table table = pfs.createTable("/growing");
            assertEquals(0, table.describe().spread());
            assertEquals(SpreadPolicy.DYNAMIC, table.describe().spreadPolicy());
            table.putAll("content", contents(1));
            requireAll(table, 1);
            for (int spread = 1; spread <= 4; spread++) {
                table.setSpreading(new Spreading(SpreadPolicy.NEVER, spread));
                table.putAll("content", contents(spread + 1));
                assertEquals(new TreeSet<>(names()), listed(table));
                requireAll(table, spread + 1);
                assertEquals(spread, table.describe().spread());
            }
            assertEquals(SpreadPolicy.NEVER, table.describe().spreadPolicy());
        }
        try (Pfs pfs = open()) {
            requireAll(pfs.openTable("/growing"), 5);
        }
    }

    /** By a client that knows nothing of the table, while it is spread further and more rows come. */
    @Test
    void eachRowIsMetInOnePart() {
        try (Pfs pfs = open()) {
            Table table = pfs.createTable("/parts", TableOptions.DEFAULT.withSpread(1));
            table.putAll("content", contents(1));
        }
        try (Pfs pfs = open()) {
            Table table = pfs.openTable("/parts");
            int count = 16;
            Set<String> met = new TreeSet<>();
            for (int i = 0; i < count; i++) {
                if (i == count / 2) {
                    table.setSpreading(new Spreading(SpreadPolicy.NEVER, 3));
                }
                table.create("late-" + i);
                for (RowView row : table.scan().columns("content").part(new TablePart(i, count))) {
                    assertTrue(met.add(row.name()), row.name() + " is met twice");
                }
            }
            met.removeIf(name -> name.startsWith("late"));
            assertEquals(new TreeSet<>(names()), met);
            double estimate = table.estimate(table.columns()).rows();
            assertEquals(ROWS, estimate, ROWS * 0.2);
        }
    }

    private static Set<String> listed(Table table) {
        Set<String> listed = new TreeSet<>();
        table.scan().forEach(row -> listed.add(row.name().toString()));
        return listed;
    }

    private static void requireAll(Table table, int round) {
        Map<String, byte[]> found = table.getAll(names(), "content");
        assertEquals(names(), List.copyOf(found.keySet()));
        found.forEach((name, bytes) -> assertArrayEquals(content(name, round), bytes, name));
    }

    /** A client that knows nothing of either table learns on the way where names belong. */
    @Test
    void filesAreRenamedIntoItAndWithinIt() {
        try (Pfs pfs = open()) {
            pfs.createTable("/wide", TableOptions.DEFAULT.withSpread(3)).putAll("content", contents(1));
            Table source = pfs.createTable("/source", TableOptions.DEFAULT);
            for (int i = 0; i < 10; i++) {
                source.put("file-" + i, "content", content("file-" + i, 1));
            }
        }
        try (Pfs pfs = open()) {
            Table wide = pfs.openTable("/wide");
            for (int i = 0; i < 10; i++) {
                pfs.files().rename("/source/file-" + i, "/wide/file-" + i);
                pfs.files().rename("/wide/file-" + i, "/wide/again-" + i);
                byte[] found = wide.get("again-" + i, "content").orElseThrow();
                assertArrayEquals(content("file-" + i, 1), found, "file " + i);
            }
        }
    }
}
