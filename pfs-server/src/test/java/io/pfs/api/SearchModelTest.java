package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Table;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random queries of random rows, each compared with what going through all rows finds. */
@ParameterizedClass
@EnumSource(
        value = Way.class,
        names = {"EMBEDDED", "NETWORK"})
final class SearchModelTest {
    /** More than one request looks at. */
    private static final int ROWS = 5_000;

    private static final int QUERIES = 150;

    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path folder;

    @Test
    void whatIsFoundIsWhatIsThere() {
        Seeds.each("SearchModelTest", 1, seed -> new Run(seed).go());
    }

    private final class Run {
        private final Random random;
        private final Path data;
        private final RowsByScan known = new RowsByScan();

        Run(long seed) {
            random = new Random(seed);
            data = folder.resolve("seed-" + seed);
        }

        void go() {
            EmbeddedOptions options = EmbeddedOptions.DEFAULT.withDurability(Durability.MEMORY);
            try (Pfs pfs = way.open(data, options)) {
                fill(pfs.ensureTable("/t"), ROWS);
                fill(pfs.ensureTable("/some/u"), 300);
                for (int i = 0; i < QUERIES; i++) {
                    if (i == QUERIES / 3) {
                        Indexes.make(pfs.openTable("/t"), List.of("a", "name", "size(c)"));
                    } else if (i == QUERIES / 2) {
                        Indexes.make(pfs.openTable("/some/u"), List.of("b", "mode"));
                    }
                    Query drawn = new RandomQueries(random, RandomFiles.FIELDS).query();
                    Query query = new Query(
                            drawn.aggregates(),
                            tables(),
                            Optional.empty(),
                            drawn.where(),
                            drawn.groupBy(),
                            drawn.orderBy(),
                            drawn.limit());
                    known.check(pfs, query);
                }
            }
        }

        private List<String> tables() {
            return switch (random.nextInt(4)) {
                case 0 -> List.of("/some/u");
                case 1 -> List.of("/some/u", "/t");
                default -> List.of("/t");
            };
        }

        private void fill(Table table, int rows) {
            RandomFiles.fill(table, rows, random);
            known.add(table, "c");
        }
    }

    @Test
    void aTableThatIsNotThereIsPointedAt() {
        try (Pfs pfs = way.open(folder.resolve("none"), EmbeddedOptions.DEFAULT)) {
            PfsException refused = assertThrows(PfsException.class, () -> pfs.search("from /nope where a = 1"));
            assertEquals(ErrorCode.NOT_FOUND, refused.code());
            assertTrue(refused.detail().startsWith("character 6 of the query: "), refused.detail());
        }
    }

    /** No condition on text holds for a name that is none. */
    @Test
    void namesAreTextIfTheyCan() {
        try (Pfs pfs = way.open(folder.resolve("names"), EmbeddedOptions.DEFAULT)) {
            Table table = pfs.ensureTable("/n");
            byte[] odd = {'a', (byte) 0xff};
            table.edit(RowName.of(odd, 0, odd.length)).apply();
            table.edit(RowName.of("\u00e4b".getBytes(StandardCharsets.UTF_8), 0, 3))
                    .apply();
            assertEquals(
                    2, Promise.await(table.search("name is not null").rows()).size());
            assertEquals(
                    1,
                    Promise.await(table.search("name starts with '\u00e4'").rows())
                            .size());
            assertEquals(1, Promise.await(table.search("name <> 'x'").rows()).size(), "of bytes it is unknown");
        }
    }
}
