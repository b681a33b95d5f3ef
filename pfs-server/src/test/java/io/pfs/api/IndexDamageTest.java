package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.table.Table;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Indexes whose files are deleted or damaged while nothing runs: every query is answered right at once, if need be from all rows, and
 * the indexes are complete again after a while.
 */
final class IndexDamageTest {
    private static final int ROWS = 1000;
    private static final int QUERIES = 3;

    private static final List<Harm> HARMS = List.of(Harm.CUT, Harm.FLIPPED, Harm.DELETED);

    @TempDir
    private Path temporary;

    /** What happens to a file. */
    private enum Harm {
        CUT,
        FLIPPED,
        DELETED,
        EMPTIED,
        REPLACED;

        void happen(Path file, Random random) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            switch (this) {
                case CUT -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                case FLIPPED -> {
                    if (bytes.length > 0) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                        Files.write(file, bytes);
                    }
                }
                case DELETED -> Files.delete(file);
                case EMPTIED -> Files.write(file, new byte[0]);
                case REPLACED -> {
                    random.nextBytes(bytes);
                    Files.write(file, bytes);
                }
            }
        }
    }

    @Test
    void aFolderThatIsGoneIsMadeAnew() throws IOException {
        TaggedRows rows = new TaggedRows(new Random(1), ROWS);
        make(temporary, rows);
        Path index = IndexedFolder.indexOf(temporary);
        for (int round = 0; round < 2; round++) {
            for (Path file : filesOf(index)) {
                Files.delete(file);
            }
            if (round == 1) {
                Files.delete(index);
            }
            try (IndexedFolder folder = IndexedFolder.open(temporary)) {
                requireRight(folder, rows);
                assertEquals(1, folder.made(), "made from the rows");
            }
        }
    }

    @Test
    void whateverHappensToOneOfItsFilesQueriesAreRight() {
        Seeds.each("IndexDamageTest", 1, seed -> {
            TaggedRows rows = new TaggedRows(new Random(seed), ROWS);
            Path data = temporary.resolve("seed-" + seed);
            make(data, rows);
            Random random = new Random(seed);
            for (Harm harm : Seeds.nightly() ? List.of(Harm.values()) : HARMS) {
                for (String kind : List.copyOf(kinds(data).keySet())) {
                    harm(data, rows, kind, harm, random);
                }
            }
        });
    }

    private static void harm(Path data, TaggedRows rows, String kind, Harm harm, Random random) {
        List<Path> files = kinds(data).getOrDefault(kind, List.of());
        String what = kind + " " + harm;
        try {
            if (!files.isEmpty()) {
                harm.happen(files.get(random.nextInt(files.size())), random);
            }
            try (IndexedFolder folder = IndexedFolder.open(data)) {
                requireRight(folder, rows);
            }
            changeSome(data, rows);
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(what + ": " + e, e);
        }
    }

    private static void make(Path data, TaggedRows rows) {
        try (IndexedFolder folder = IndexedFolder.open(data)) {
            Table table = folder.pfs().createTable("/t");
            rows.fill(table, ROWS);
            Indexes.make(table, TaggedRows.INDEXES);
            folder.checkpoint();
        }
        changeSome(data, rows);
    }

    /** So that something is in tables, which opening writes from the log, and something in the log. */
    private static void changeSome(Path data, TaggedRows rows) {
        try (IndexedFolder folder = IndexedFolder.open(data)) {
            Table table = folder.pfs().openTable("/t");
            for (int i = 0; i < 50; i++) {
                rows.tag(table.edit("row-" + i)).apply();
            }
        }
    }

    private static void requireRight(IndexedFolder folder, TaggedRows rows) {
        Table table = folder.pfs().openTable("/t");
        rows.check(folder.pfs(), QUERIES, "/t");
        Indexes.await(table);
        rows.check(folder.pfs(), QUERIES, "/t");
        Indexes.await(table); // what was damaged may have been met just now
        assertTrue(Indexes.areAsked(table.search("where n = 7")));
    }

    /** The files of the index by what they are: names without numbers. */
    private static SortedMap<String, List<Path>> kinds(Path data) {
        TreeMap<String, List<Path>> kinds = new TreeMap<>();
        for (Path file : filesOf(IndexedFolder.indexOf(data))) {
            String kind = file.getFileName().toString().replaceAll("[0-9]+", "N");
            kinds.computeIfAbsent(kind, name -> new ArrayList<>()).add(file);
        }
        return kinds;
    }

    private static List<Path> filesOf(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
