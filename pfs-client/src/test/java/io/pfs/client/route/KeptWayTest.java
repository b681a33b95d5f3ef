package io.pfs.client.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.client.file.FileCalls;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Table;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer;
import io.pfs.row.TablePointer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class KeptWayTest {
    private static final long LEASE_NS = TinyServer.LEASE_MILLIS * 1_000_000;

    private final ClientRig rig = new ClientRig();
    private final Walker walker = rig.catalog.walker();
    private final PfsFiles files = new PfsFiles(new FileCalls(rig.catalog));
    private final List<String> done = new ArrayList<>();

    private Way open(String path) {
        files.mkdirs(path);
        Promise<Way> way = new Promise<>();
        walker.open(PfsPath.parse(path), way);
        Way opened = Promise.await(way);
        rig.server.forgetSeen();
        return opened;
    }

    private void go(Way way, String what) {
        way.go(() -> done.add(what), cause -> done.add(what + ": " + cause.code()));
    }

    private int asked() {
        return rig.server.seen().size();
    }

    @Test
    void whileItHoldsNobodyIsAsked() {
        Way way = open("/a/b");
        go(way, "one");
        go(way, "two");
        assertEquals(List.of("one", "two"), done);
        assertEquals(0, asked());
        assertEquals(2, way.tables().size());
        assertEquals(way.pointer(), way.tables().get(1));
    }

    @Test
    void whenItHasGrownOldItIsWalkedBesideWhatIsDone() {
        Way way = open("/a/b");
        rig.time.pass(LEASE_NS / 2);
        rig.server.hold();
        go(way, "one");
        go(way, "two");
        assertEquals(List.of("one", "two"), done, "it holds yet");
        assertEquals(1, asked(), "one walk, at its first hop");
        rig.server.releaseAndHold();
        rig.server.release();
        assertEquals(2, asked());
        rig.time.pass(LEASE_NS / 4);
        go(way, "three");
        assertEquals(2, asked(), "it is young again");
    }

    @Test
    void whenItHasEndedAllWaitForOneWalk() {
        Way way = open("/a/b");
        rig.time.pass(LEASE_NS);
        assertFalse(way.holds());
        rig.server.hold();
        go(way, "one");
        go(way, "two");
        assertEquals(List.of(), done);
        rig.server.releaseAndHold();
        go(way, "three");
        rig.server.release();
        assertEquals(List.of("one", "two", "three"), done, "the leases came when all of them had begun");
        assertEquals(2, asked());
        assertTrue(way.holds());
    }

    /** What was found before it began says nothing about now, where there is no lease. */
    @Test
    void whoCameSinceTheWalkBeganIsServedByTheNextWhereNoLeaseIsGranted() {
        rig.server.grantNoLeases();
        Way way = open("/a");
        rig.server.hold();
        go(way, "one");
        go(way, "two");
        rig.server.releaseAndHold();
        assertEquals(List.of("one"), done);
        rig.server.release();
        assertEquals(List.of("one", "two"), done);
        assertEquals(2, asked());
    }

    @Test
    void whatWasRemovedIsNotGoneTo() {
        Way way = open("/a/b");
        rig.server.removeTable(TinyServer.ROOT, "a");
        go(way, "one");
        files.mkdirs("/a/b");
        go(way, "two");
        assertEquals(List.of("one: NOT_FOUND", "two: NOT_FOUND"), done, "another one bears the name");
    }

    @Test
    void aTableThatWasOpenedIsOneOnlyWhileItsPathLeadsThere() {
        files.mkdirs("/a");
        Promise<AsyncTable> opened = new Promise<>();
        rig.catalog.open(PfsPath.parse("/a"), opened);
        Table table = new Table(Promise.await(opened));
        table.put("row", "content", new byte[] {1});
        TablePointer before = find("/a");
        rig.server.removeTable(TinyServer.ROOT, "a");
        files.mkdirs("/a");
        assertFalse(before.equals(find("/a")));
        PfsException refused = assertThrows(PfsException.class, () -> table.put("late", "content", new byte[] {1}));
        assertEquals(ErrorCode.NOT_FOUND, refused.code());
        assertTrue(refused.getMessage().contains("'/a' was moved or removed"), refused.getMessage());
        for (Executable read : List.<Executable>of(
                () -> table.get("row", "content"),
                () -> table.row("row"),
                () -> table.open("row", "content"),
                () -> table.getRange("row", "content", 0, 1))) {
            PfsException notThere = assertThrows(PfsException.class, read);
            assertEquals(ErrorCode.NOT_FOUND, notThere.code(), "a row that is there is not said to be missing");
        }
        assertTrue(files.stat("/a/late").isEmpty());
    }

    private TablePointer find(String path) {
        Promise<TablePointer> found = new Promise<>();
        walker.find(PfsPath.parse(path), found);
        return Promise.await(found);
    }
}
