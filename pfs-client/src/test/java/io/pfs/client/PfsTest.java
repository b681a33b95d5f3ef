package io.pfs.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.client.testing.TinyServer;
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.table.Policy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class PfsTest {
    private final TinyServer server = new TinyServer();
    private final Pfs pfs = Pfs.over(server, ClientOptions.DEFAULT);

    @Test
    void tablesAreMadeAndOpened() {
        Table made = pfs.createTable(
                "/photos", TableOptions.DEFAULT.withPolicy(Policy.SMALL).withMode(0700));
        made.put("a", "thumb", new byte[] {1});
        Table opened = pfs.openTable("/photos/");
        assertArrayEquals(new byte[] {1}, opened.get("a", "thumb").orElseThrow());
        assertEquals(Policy.SMALL, opened.describe().policy());
        assertEquals(0700, opened.describe().mode());
        assertEquals("/a/b/c", pfs.ensureTable("/a/b/c").path());
        assertEquals("/a/b/c", pfs.ensureTable("/a/b/c").path());
        refused(ErrorCode.ALREADY_EXISTS, () -> pfs.createTable("/photos"));
        refused(ErrorCode.ALREADY_EXISTS, () -> pfs.createTable("/"));
        refused(ErrorCode.NOT_FOUND, () -> pfs.createTable("/none/below"));
        refused(ErrorCode.NOT_FOUND, () -> pfs.openTable("/none"));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> pfs.openTable("/photos/a"));
        refused(ErrorCode.NAME_INVALID, () -> pfs.openTable("photos"));
    }

    @Test
    void aTableIsSeenAsADirectoryToo() {
        pfs.ensureTable("/photos").put("a", "content", new byte[] {1, 2});
        assertArrayEquals(new byte[] {1, 2}, pfs.files().readAll("/photos/a"));
        pfs.files().write("/photos/b", new byte[] {3});
        assertArrayEquals(
                new byte[] {3}, pfs.openTable("/photos").get("b", "content").orElseThrow());
    }

    @Test
    void cellsAreReadAndWrittenByPathAndColumnId() {
        Table photos = pfs.ensureTable("/photos");
        int thumb = photos.addColumn("thumb").value();
        pfs.raw().write("/photos/a", thumb, 0, new byte[] {1, 2, 3});
        pfs.raw().write("/photos/a", thumb, 2, new byte[] {9, 9});
        assertArrayEquals(new byte[] {1, 2, 9, 9}, photos.get("a", "thumb").orElseThrow());
        assertArrayEquals(new byte[] {2, 9}, pfs.raw().read("/photos/a", thumb, 1, 2));
        assertEquals(Optional.of(thumb), pfs.raw().columnId("/photos", "thumb"));
        assertEquals(Optional.empty(), pfs.raw().columnId("/photos", "none"));
        refused(ErrorCode.NOT_FOUND, () -> pfs.raw().read("/photos/a", 0, 0, 1));
        refused(ErrorCode.NOT_FOUND, () -> pfs.raw().write("/photos/a", 77, 0, new byte[1]));
        refused(ErrorCode.OUT_OF_RANGE, () -> pfs.raw().read("/photos/a", -1, 0, 1));
        refused(ErrorCode.OUT_OF_RANGE, () -> pfs.raw().write("/photos/a", (1 << 20) - 1, 0, new byte[1]));
        refused(ErrorCode.IS_A_DIRECTORY, () -> pfs.raw().read("/", 0, 0, 1));
    }

    @Test
    void withoutTheServersJarItSaysSo() {
        PfsException refused = assertThrows(PfsException.class, () -> Pfs.embedded(Path.of("data")));
        assertEquals(ErrorCode.NOT_SUPPORTED, refused.code());
        assertTrue(refused.getMessage().contains("pfs-server"), refused.getMessage());
    }

    @Test
    void whatIsClosedIsRefused() {
        Table photos = pfs.ensureTable("/photos");
        pfs.close();
        pfs.close();
        refused(ErrorCode.CLOSED, () -> photos.get("a", "content"));
        refused(ErrorCode.CLOSED, () -> pfs.openTable("/photos"));
        refused(ErrorCode.CLOSED, () -> pfs.files().write("/a", new byte[0]));
    }

    @Test
    void closingEndsWhatIsUnderWay() {
        Table photos = pfs.ensureTable("/photos");
        server.hold();
        var put = photos.async().put("a", "content", new byte[1]);
        var get = photos.async().get("a", "content");
        pfs.close();
        refused(ErrorCode.UNKNOWN_OUTCOME, () -> Promise.await(put));
        refused(ErrorCode.CLOSED, () -> Promise.await(get));
    }

    @Test
    void theThreadThatBringsAnswersCanNotBeBlocked() {
        Table photos = pfs.ensureTable("/photos");
        server.hold();
        CompletableFuture<byte[]> blocked = photos.async()
                .get("a", "content")
                .thenApply(cell -> photos.get("b", "content").orElseThrow());
        CompletableFuture<Void> closed = photos.async().get("a", "content").thenAccept(cell -> pfs.close());
        server.releaseAndHold();
        refused(ErrorCode.USAGE, () -> Promise.await(blocked));
        refused(ErrorCode.USAGE, () -> Promise.await(closed));
    }

    @Test
    void whatCanNotBeDoneNowIsRepeatedByTheClock() {
        Pfs patient = Pfs.over(server, ClientOptions.DEFAULT.withTimeout(Duration.ofSeconds(20)));
        server.mishaps(Mishap.refused(ErrorCode.BUSY), Mishap.refused(ErrorCode.BUSY));
        patient.files().write("/f", new byte[] {1});
        assertEquals(1, patient.files().readAll("/f").length);
    }

    private static void refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
