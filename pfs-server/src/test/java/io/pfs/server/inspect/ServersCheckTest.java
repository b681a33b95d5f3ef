package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cell.Segment;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.Finding.Kind;
import io.pfs.server.serve.ServedCluster;
import io.pfs.server.shard.Shard;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.store.LocalStore;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep.ReturnSegment;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.TakeStep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of the folders of servers that share a pool: whole ones, damaged ones, and such that do not fit together. */
final class ServersCheckTest {
    private static final int SERVERS = 3;
    private static final int ROWS = 6000;
    private static final int ROWS_AT_ONCE = 500;
    private static final int CONTENT_BYTES = 300;

    @TempDir
    private static Path shared;

    private static Path whole = Path.of("");
    /** A segment of each server that is lent, if there is one, by its server. */
    private static final Map<Integer, Lent> LENT = new HashMap<>();

    @TempDir
    private Path temporary;

    private final List<Finding> found = new ArrayList<>();
    private int copies;

    /** A segment that one shard has lent another. */
    private record Lent(ShardId lender, LoanId loan, long segment) {
        ServerId home() {
            return Segment.homeOf(segment);
        }

        String fileName() {
            return String.format("server-%04d/%s", home().value(), Segment.fileName(segment));
        }

        Path file(Path folder) {
            return ServedCluster.pool(folder).resolve(fileName());
        }
    }

    /** A table over all servers, whose slices took their cells along. */
    @BeforeAll
    static void makeFolders() {
        whole = shared.resolve("whole");
        try (ServedCluster cluster = new ServedCluster(whole, SERVERS, Map.of()).startAll();
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            fill(pfs.createTable("/wide", TableOptions.DEFAULT.withSpread(4)));
            for (int server = 0; server < SERVERS; server++) {
                cluster.onLoop(server, ServersCheckTest::noteLent);
            }
        }
        assertFalse(LENT.isEmpty(), "slices went to other servers with their cells");
    }

    private static void fill(Table table) {
        for (int first = 0; first < ROWS; first += ROWS_AT_ONCE) {
            TreeMap<String, byte[]> rows = new TreeMap<>();
            for (int row = first; row < first + ROWS_AT_ONCE; row++) {
                rows.put("row-" + row, content(row));
            }
            table.putAll("content", rows);
        }
    }

    private static byte[] content(int row) {
        return ("row-" + row + " ").repeat(CONTENT_BYTES / 8).getBytes(StandardCharsets.UTF_8);
    }

    private static void noteLent(ShardGroup group) {
        for (Shard shard : group.shards()) {
            shard.state()
                    .tables()
                    .intents()
                    .loans()
                    .lendings()
                    .forEach(row -> row.segments().forEach(one -> {
                        Lent lent = new Lent(shard.id(), row.loan(), one.segment());
                        LENT.putIfAbsent(lent.home().value(), lent);
                    }));
        }
    }

    private Path copy() throws IOException {
        copies++;
        return SampleFolder.copy(whole, temporary.resolve("copy-" + copies));
    }

    private static Lent lent() {
        return LENT.values().iterator().next();
    }

    private Summary check(Path folder) {
        return check(Optional.of(ServedCluster.pool(folder)), ServedCluster.data(folder, SERVERS));
    }

    private Summary check(Optional<Path> pool, List<Path> folders) {
        found.clear();
        return FolderCheck.run(pool, folders, new SystemClock(), new SystemEntropy(), new Findings() {
            @Override
            public void found(Finding finding) {
                found.add(finding);
            }

            @Override
            public void progress(String doing, long count) {
                // nobody waits
            }
        });
    }

    private boolean has(Kind kind) {
        return found.stream().anyMatch(finding -> finding.kind() == kind);
    }

    private boolean isDamage(String file, String text) {
        return found.stream()
                .anyMatch(finding -> finding.kind() == Kind.DAMAGE
                        && finding.file().equals(file)
                        && (finding.subject() + ": " + finding.text()).contains(text));
    }

    @Test
    void wholeFoldersAreCleanAndCountedAsOne() throws IOException {
        Path folder = copy();
        Summary summary = check(folder);
        assertFalse(has(Kind.DAMAGE) || has(Kind.ORPHAN), found.toString());
        assertTrue(summary.complete());
        assertEquals(2, summary.tables());
        assertEquals(ROWS + 1, summary.rows());
        assertEquals(ROWS, summary.cells());
        assertTrue(summary.shards() > SERVERS, "the table lies in several shards of each server");
        assertTrue(summary.files().get(1).liveBytes() > 0, summary.toString());
        List<Path> folders = new ArrayList<>(ServedCluster.data(folder, SERVERS));
        folders.add(folders.remove(0));
        assertEquals(
                summary,
                check(Optional.of(ServedCluster.pool(folder)), folders),
                "the order in which they are named means nothing");
    }

    @Test
    void aCheckChangesNothing() throws IOException {
        Path folder = copy();
        Map<String, Path> before = SampleFolder.files(whole);
        check(folder);
        Map<String, Path> after = SampleFolder.files(folder);
        assertEquals(before.keySet(), after.keySet());
        for (String name : before.keySet()) {
            assertArrayEquals(Files.readAllBytes(before.get(name)), Files.readAllBytes(after.get(name)), name);
        }
    }

    @Test
    void aSegmentThatOthersPointToIsMissed() throws IOException {
        for (Lent lent : LENT.values()) {
            Path folder = copy();
            Files.delete(lent.file(folder));
            check(folder);
            assertTrue(isDamage(lent.fileName(), "row 'row-"), found.toString());
        }
    }

    @Test
    void aFlippedByteInSuchASegmentIsNamed() throws IOException {
        Path folder = copy();
        Path file = lent().file(folder);
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 200; at < bytes.length; at += CONTENT_BYTES) {
            bytes[at] ^= 4;
        }
        Files.write(file, bytes);
        check(folder);
        assertTrue(isDamage(lent().fileName(), "row 'row-"), found.toString());
    }

    /** As it would be if the lender had taken back what was not returned. */
    @Test
    void aLostLendingIsNamedBeforeAnythingIsLost() throws IOException {
        Path folder = copy();
        try (ServedCluster cluster = new ServedCluster(folder, SERVERS, Map.of()).startAll()) {
            Lent lost = lent();
            ReturnSegment step = new ReturnSegment(lost.loan(), lost.segment());
            ProcedureId nobody = new ProcedureId(new ShardId(0), 1);
            TakeStep take = new TakeStep(TableId.of(lost.lender(), 1), nobody, step);
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            cluster.onLoop(ownerOf(cluster, lost.lender()), group -> {
                group.submit(new Envelope(new RequestId(1, 1, 0), 0, lost.lender(), take), answer::complete);
                group.commit();
            });
            assertEquals(new Reply.StepTaken(), answer.join());
        }
        check(folder);
        assertTrue(isDamage(lent().fileName(), "no loan holds it there"), found.toString());
        assertTrue(found.toString().contains("which does not know of it"), found.toString());
    }

    private static int ownerOf(ServedCluster cluster, ShardId shard) {
        int[] owner = {-1};
        for (int server = 0; server < SERVERS; server++) {
            int number = server;
            cluster.onLoop(server, group -> {
                if (group.shards().stream().anyMatch(one -> one.id().equals(shard))) {
                    owner[0] = number;
                }
            });
        }
        return owner[0];
    }

    @Test
    void whatNoRowOfAnyServerNeedsIsAnOrphan() throws IOException {
        Path folder = copy();
        Path own = ServedCluster.pool(folder).resolve("server-0001");
        Path segment = segments(own).get(0);
        String spare = Segment.fileName(Segment.idBeforeAll(new ServerId(1)) + 0xffff);
        Files.copy(segment, own.resolve(spare));
        Files.writeString(own.resolve("holiday.txt"), "sun");
        check(folder);
        assertFalse(has(Kind.DAMAGE), found.toString());
        List<String> orphans = found.stream()
                .filter(finding -> finding.kind() == Kind.ORPHAN)
                .map(Finding::file)
                .toList();
        assertEquals(List.of("server-0001/" + spare), orphans);
        assertTrue(found.toString().contains("server-0001/holiday.txt"), found.toString());
    }

    private static List<Path> segments(Path own) throws IOException {
        try (Stream<Path> files = Files.list(own)) {
            return files.filter(file -> file.getFileName().toString().startsWith("column-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aMissingFolderOfAServerIsNamedAndTheOthersAreRead() throws IOException {
        for (String part : List.of("data2/journal", "pool/server-0002")) {
            Path folder = copy();
            Files.move(folder.resolve(part), temporary.resolve("away-" + copies));
            assertFalse(check(folder).complete());
            String name = part.startsWith("pool") ? "pool" : "journal";
            assertTrue(isDamage("server-0002/" + name, "the folder " + name + " is missing"), found.toString());
            assertFalse(Files.exists(folder.resolve(part)), "a check makes nothing");
        }
        Path folder = copy();
        Files.write(journal(folder.resolve("data1")), new byte[100]);
        assertFalse(check(folder).complete());
        assertTrue(isDamage("", folder.resolve("data1") + " can't be opened"), found.toString());
    }

    private static Path journal(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("journal"))) {
            return files.filter(file -> file.getFileName().toString().matches("journal-[0-9a-f]{16}"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void requireRefused(ErrorCode code, String word, Optional<Path> pool, List<Path> folders) {
        PfsException refusal = assertThrows(PfsException.class, () -> check(pool, folders));
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() throws IOException {
        Path folder = copy();
        Optional<Path> pool = Optional.of(ServedCluster.pool(folder));
        List<Path> data = ServedCluster.data(folder, SERVERS);
        Path again = SampleFolder.copy(data.get(0), temporary.resolve("again"));
        Path alone = temporary.resolve("alone");
        LocalStore.open(alone, new SystemClock(), new SystemEntropy()).close();

        requireRefused(ErrorCode.USAGE, "server-1 is not among", pool, List.of(data.get(0), data.get(2)));
        requireRefused(ErrorCode.USAGE, "named twice", pool, List.of(data.get(0), data.get(1), data.get(0)));
        requireRefused(ErrorCode.USAGE, "are both the data of server-0", pool, List.of(data.get(0), again));
        requireRefused(ErrorCode.USAGE, "--pool", Optional.empty(), data);
        requireRefused(ErrorCode.USAGE, "--pool", Optional.empty(), List.of(data.get(1)));
        requireRefused(ErrorCode.USAGE, "without --pool", pool, List.of(alone));
        requireRefused(ErrorCode.USAGE, "not the pool", Optional.of(temporary.resolve("none")), data);
        requireRefused(ErrorCode.USAGE, "not a pool", Optional.of(data.get(0)), data);
        requireRefused(ErrorCode.USAGE, "the pool of 3 servers", pool, List.of(pool.get()));
        requireRefused(ErrorCode.USAGE, "not a PFS data folder", pool, List.of(temporary.resolve("none")));
        assertFalse(Files.exists(temporary.resolve("none")), "a check makes nothing");

        Path other = temporary.resolve("other");
        try (ServedCluster running = new ServedCluster(other, SERVERS, Map.of()).startAll()) {
            assertTrue(running.connect(ClientOptions.DEFAULT).files().list("/").isEmpty());
            requireRefused(ErrorCode.LOCKED, "data0", Optional.of(ServedCluster.pool(other)), data(other));
        }
        requireRefused(ErrorCode.NOT_OURS, "another file system", pool, data(other));
        check(folder);
        assertFalse(has(Kind.DAMAGE), "what was refused is locked no more: " + found);
    }

    private static List<Path> data(Path folder) {
        return ServedCluster.data(folder, SERVERS);
    }
}
