package io.pfs.bench.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.TableOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each load against a server of this process, over sockets: what it does is what it says, and nothing stays. */
final class LoadsTest {
    private static final Shape SMALL = new Shape(3, 4, 50, 1);

    @TempDir
    private Path folder;

    private OwnServer server;
    private Clients clients;

    @BeforeEach
    void start() {
        server = OwnServer.start(folder, Durability.MEMORY);
        clients = Clients.connect(server.uri(), ClientOptions.DEFAULT, SMALL.clients());
    }

    @AfterEach
    void stop() {
        clients.close();
        server.close();
    }

    private Stage stage(Shape shape, String directory, boolean isOwn) {
        return new Stage(clients, shape, directory, isOwn, "t", TableOptions.DEFAULT, 1_000_000, Progress.NONE);
    }

    private static Map<String, Long> counts(List<PhaseResult> results) {
        Map<String, Long> counts = new TreeMap<>();
        results.forEach(result -> counts.put(result.name(), result.count()));
        return counts;
    }

    private void requireNothingLeft() {
        assertEquals(List.of(), clients.first().files().list("/"));
    }

    @Test
    void mdtestMakesEachFileAndRemovesIt() {
        List<PhaseResult> results = new MdtestLoad(1, false, 8).runWarm(stage(SMALL, "/own", true));
        assertEquals(Map.of("create", 150L, "stat", 150L, "remove", 150L, "create-8", 150L), counts(results));
        requireNothingLeft();
    }

    @Test
    void mdtestWithoutBatchesAndManyDirectories() {
        List<PhaseResult> shared = new MdtestLoad(7, false, 1).run(stage(SMALL, "/shared", true));
        assertEquals(Map.of("create", 150L, "stat", 150L, "remove", 150L), counts(shared));
        List<PhaseResult> unique = new MdtestLoad(2, true, 64).run(stage(SMALL, "/unique", true));
        assertEquals(Map.of("create", 150L, "stat", 150L, "remove", 150L, "create-64", 150L), counts(unique));
        requireNothingLeft();
    }

    /** Whatever directories and batches divide the files into. */
    @Test
    void batchesMakeEachFileOnce() {
        for (int dirs : new int[] {1, 3, 50, 60}) {
            for (int batch : new int[] {2, 7, 50, 128}) {
                MdtestLoad load = new MdtestLoad(dirs, false, batch);
                assertEquals(
                        150,
                        load.run(stage(SMALL, "/own-" + dirs + "-" + batch, true))
                                .get(3)
                                .count());
            }
        }
        requireNothingLeft();
    }

    @Test
    void aSharedDirectoryStaysEmpty() {
        new MdtestLoad(2, false, 4).run(stage(SMALL, "/there/shared", false));
        new MdtestLoad(2, true, 4).run(stage(SMALL, "/there/shared", false));
        Pfs pfs = clients.first();
        List<String> left = pfs.files().list("/there/shared").stream()
                .map(info -> info.path().toString())
                .toList();
        assertEquals(List.of("/there/shared/d0", "/there/shared/d1"), left);
        left.forEach(directory -> assertEquals(List.of(), pfs.files().list(directory)));
    }

    @Test
    void metaratesCountsEachFileInOneWindow() {
        List<PhaseResult> results = new MetaratesLoad().runWarm(stage(SMALL, "/own", true));
        assertEquals(Map.of("create", 150L, "stat", 150L, "utime", 150L), counts(results));
        for (PhaseResult result : results) {
            long inWindows = result.windows().counts().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertEquals(150, inWindows, result.name());
        }
        requireNothingLeft();
    }

    @Test
    void postmarkDoesTheSameForOneSeed() {
        PostmarkLoad load = new PostmarkLoad(40, new SizeRange(0, 3000));
        List<PhaseResult> first = load.runWarm(stage(SMALL, "/first", true));
        List<PhaseResult> again = load.run(stage(SMALL, "/again", true));
        List<PhaseResult> other = load.run(stage(new Shape(3, 4, 50, 2), "/other", true));
        assertEquals(150, first.get(0).count());
        assertEquals(120, first.get(1).count());
        assertEquals("transactions", first.get(1).unit());
        assertEquals(done(first), done(again));
        assertNotEquals(done(first), done(other));
        requireNothingLeft();
    }

    /** What was done, but for times. */
    private static List<String> done(List<PhaseResult> results) {
        return results.stream()
                .flatMap(result -> result.tallies().entrySet().stream()
                        .map(each -> result.name() + " " + each.getKey() + " "
                                + each.getValue().rows() + " " + each.getValue().bytesRead() + " "
                                + each.getValue().bytesWritten()))
                .toList();
    }

    @Test
    void eachRequestHasItsLatency() {
        List<PhaseResult> results = new MdtestLoad(1, false, 8).run(stage(SMALL, "/own", true));
        for (PhaseResult result : results) {
            Tally all = result.all();
            assertEquals(150, all.rows());
            assertTrue(all.micros(50) > 0, result.name());
            assertTrue(all.maxMicros() >= all.micros(99), result.name());
        }
    }

    @Test
    void moreCallersThanFilesIsNoMistake() {
        Shape tiny = new Shape(3, 4, 1, 7);
        assertEquals(
                3,
                new MdtestLoad(3, false, 2)
                        .runWarm(stage(tiny, "/a", true))
                        .get(0)
                        .count());
        List<PhaseResult> results = new PostmarkLoad(1, new SizeRange(5, 5)).runWarm(stage(tiny, "/b", true));
        assertEquals(3, results.get(1).count());
        requireNothingLeft();
    }

    @Test
    void theFirstRefusalEndsAPhaseAndNamesIt() {
        clients.first().ensureTable("/there").create("file.t.1.20");
        PfsException refused =
                assertThrows(PfsException.class, () -> new MetaratesLoad().run(stage(SMALL, "/there", false)));
        assertEquals(ErrorCode.ALREADY_EXISTS, refused.code());
        assertTrue(refused.getMessage().contains("phase 'create' failed"), refused.getMessage());
        assertTrue(refused.getMessage().contains("file.t.1.20"), refused.getMessage());
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        String uri = server.uri();
        clients.close();
        server.close();
        PfsException refused = assertThrows(PfsException.class, () -> Clients.connect(uri, ClientOptions.DEFAULT, 2));
        assertTrue(refused.getMessage().contains(uri.substring("pfs://".length())), refused.getMessage());
        start();
        assertFalse(clients.first().files().exists("/there"));
    }
}
