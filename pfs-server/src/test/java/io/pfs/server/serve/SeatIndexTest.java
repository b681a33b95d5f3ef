package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.api.Indexes;
import io.pfs.api.TaggedRows;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.row.TagValue;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.Findings;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.inspect.Summary;
import io.pfs.server.store.HeldSeats.Ending;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with indexes, whose seats move: a run of the index is in the pool. */
final class SeatIndexTest {
    private static final int SEATS = 2;
    private static final int ROWS = 1500;
    private static final int QUERIES = 40;
    private static final int MANY_ROWS = 200_000;
    private static final int ROWS_AT_ONCE = 1000;
    private static final int VALUES = 1000;

    @TempDir
    private Path folder;

    private static List<Path> runs(Path folder) {
        try (Stream<Path> files = Files.walk(MovingSeats.poolIn(folder))) {
            return files.filter(file -> file.getFileName().toString().startsWith("run-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void move(MovingSeats cluster, Path folder, Consumer<List<Path>> between) {
        for (int seat = 0; seat < SEATS; seat++) {
            int from = cluster.holderOf(seat);
            cluster.close(seat, from, Ending.IN_ORDER);
            between.accept(runs(folder));
            cluster.open(seat, 1 - from);
        }
    }

    @Test
    void answersAreTheSameAfterMovesAndNothingIsWrongWithTheRuns() {
        Seeds.each("SeatIndexTest", 1, seed -> {
            Path own = folder.resolve("seed-" + seed);
            TaggedRows rows = new TaggedRows(new Random(seed), ROWS / 10);
            try (MovingSeats cluster = new MovingSeats(own, SEATS)) {
                cluster.start(0);
                cluster.start(1);
                cluster.free().forEach(seat -> cluster.open(seat, 0));
                try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                    Table table = pfs.createTable("/rows");
                    rows.fill(table, ROWS);
                    table.addIndexes(TaggedRows.INDEXES);
                    Indexes.await(table);
                    for (int i = 0; i < 3; i++) {
                        move(cluster, own, runs -> assertTrue(!runs.isEmpty(), "there is a run"));
                        Indexes.await(table);
                        rows.check(pfs, QUERIES, "/rows");
                        table.applyAll(List.of(rows.tag(table.edit("row-" + i)), rows.tag(table.edit("more-" + i))));
                    }
                }
                assertEquals(List.of(), cluster.failures());
            }
            requireCleanWithRuns(own);
        });
    }

    private static void requireCleanWithRuns(Path folder) {
        List<Finding> findings = new ArrayList<>();
        Summary summary = FolderCheck.run(
                Optional.of(MovingSeats.poolIn(folder)),
                List.of(),
                new SystemClock(),
                new SystemEntropy(),
                new Findings() {
                    @Override
                    public void found(Finding finding) {
                        findings.add(finding);
                    }

                    @Override
                    public void progress(String doing, long count) {
                        // nobody looks
                    }
                });
        assertEquals(List.of(), findings);
        assertTrue(summary.files().stream().anyMatch(files -> files.kind().equals("run") && files.files() > 0));
    }

    /** How long it takes until an index answers again; tells, and does not judge. */
    @Test
    @Tag("nightly")
    void howLongAMoveTakesWithRunsAndWithout() {
        try (MovingSeats cluster = new MovingSeats(folder, SEATS)) {
            cluster.start(0);
            cluster.start(1);
            cluster.free().forEach(seat -> cluster.open(seat, 0));
            try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                Table table = pfs.createTable("/rows");
                fill(table);
                table.addIndexes("heat", "mark");
                Indexes.await(table);
                for (int i = 0; i < 3; i++) {
                    tell("with runs", cluster, table, runs -> {});
                    tell("without", cluster, table, runs -> runs.forEach(SeatIndexTest::delete));
                }
            }
        }
    }

    private static void fill(Table table) {
        List<RowEditor> edits = new ArrayList<>();
        for (int i = 0; i < MANY_ROWS; i++) {
            edits.add(table.edit("row-" + i)
                    .tag("heat", new TagValue.OfLong(i % VALUES))
                    .tag("mark", new TagValue.OfString("mark " + i)));
            if (edits.size() == ROWS_AT_ONCE) {
                table.applyAll(edits)
                        .forEach(result -> assertTrue(result.failure().isEmpty()));
                edits.clear();
            }
        }
    }

    private void tell(String how, MovingSeats cluster, Table table, Consumer<List<Path>> between) {
        long unservedNs = 0;
        long wholeNs = 0;
        long openNs = 0;
        long bytes = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            int from = cluster.holderOf(seat);
            var closed = cluster.close(seat, from, Ending.IN_ORDER);
            unservedNs += closed.unservedNs();
            wholeNs += closed.wholeNs();
            bytes = runs(folder).stream()
                    .mapToLong(run -> run.toFile().length())
                    .sum();
            between.accept(runs(folder));
            long beganNs = System.nanoTime();
            cluster.open(seat, 1 - from);
            openNs += System.nanoTime() - beganNs;
        }
        long beganNs = System.nanoTime();
        Indexes.await(table);
        long indexedNs = System.nanoTime() - beganNs;
        String query = "where heat = 7";
        beganNs = System.nanoTime();
        assertEquals(MANY_ROWS / VALUES, table.search(query).rows().join().size());
        System.out.printf(
                "%d rows moved %s: closing %d ms, of these %d unserved, opening %d ms, index answers %d ms later, %d bytes of"
                        + " runs, a search then %d us%n",
                MANY_ROWS,
                how,
                wholeNs / 1_000_000,
                unservedNs / 1_000_000,
                openNs / 1_000_000,
                indexedNs / 1_000_000,
                bytes,
                (System.nanoTime() - beganNs) / 1000);
    }
}
