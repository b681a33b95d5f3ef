package io.pfs.client.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.call.Promise;
import io.pfs.client.file.FileCalls;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.row.TablePointer;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Request.LookUp;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

final class WalkerTest {
    private static final long LEASE_NS = TinyServer.LEASE_MILLIS * 1_000_000;

    private final ClientRig rig = new ClientRig();
    private final Walker walker = rig.catalog.walker();
    private final PfsFiles files = new PfsFiles(new FileCalls(rig.catalog));

    private TablePointer find(String path) {
        Promise<TablePointer> found = new Promise<>();
        walker.find(PfsPath.parse(path), found);
        return Promise.await(found);
    }

    @Test
    void whatWasWalkedIsRemembered() {
        files.mkdirs("/a/b/c");
        rig.time.pass(LEASE_NS);
        rig.server.forgetSeen();
        TablePointer found = find("/a/b/c");
        assertEquals(3, rig.server.seen().size());
        assertEquals(found, find("/a/b/../b/c/"));
        assertEquals(3, rig.server.seen().size(), "no request for what is known");
        assertEquals(TinyServer.ROOT, find("/"));
    }

    @Test
    void whatIsMissingIsNamed() {
        files.mkdirs("/a/b");
        files.write("/a/file", new byte[0]);
        refused(ErrorCode.NOT_FOUND, "'/a/x'", () -> find("/a/x/y/z"));
        refused(ErrorCode.NOT_A_DIRECTORY, "'/a/file'", () -> find("/a/file/z"));
        refused(ErrorCode.NOT_A_DIRECTORY, "'/a/file'", () -> find("/a/file"));
    }

    @Test
    void symlinksAreFollowed() {
        files.mkdirs("/a/b/c");
        files.symlink("/a/near", "b");
        files.symlink("/far", "/a/near/c");
        files.symlink("/a/up", "../far");
        assertEquals(find("/a/b/c"), find("/far"));
        assertEquals(find("/a/b/c"), find("/a/near/c"));
        assertEquals(find("/a/b/c"), find("/a/up"));
        files.symlink("/dangling", "/nowhere");
        refused(ErrorCode.NOT_FOUND, "'/nowhere'", () -> find("/dangling/x"));
        files.symlink("/round", "/about");
        files.symlink("/about", "/round");
        refused(ErrorCode.NAME_INVALID, "40 symlinks", () -> find("/round/x"));
    }

    @Test
    void whatWasRecalledIsAskedForAnew() {
        files.mkdirs("/a/b");
        TablePointer before = find("/a/b");
        rig.server.removeTable(find("/a"), "b");
        refused(ErrorCode.NOT_FOUND, "'/a/b'", () -> find("/a/b"));
        files.mkdirs("/a/b");
        assertNotEquals(before, find("/a/b"));
    }

    @Test
    void whatIsBelowARecalledHopIsNotFoundByIt() {
        files.mkdirs("/a/b/c");
        find("/a/b/c");
        TablePointer below = find("/a/b");
        rig.server.removeTable(TinyServer.ROOT, "a");
        refused(ErrorCode.NOT_FOUND, "'/a'", () -> find("/a/b/c"));
        rig.server.forgetSeen();
        assertEquals(Optional.empty(), files.stat("/a/b/c/f"));
        assertEquals(1, rig.server.seen().size(), "the first hop says that there is nothing below it");
        files.mkdirs("/a/b");
        assertNotEquals(below, find("/a/b"));
    }

    @Test
    void aRecallOvertakesTheAnswerThatGrantedTheLease() {
        files.mkdirs("/a/b");
        rig.time.pass(LEASE_NS);
        rig.server.hold();
        Promise<TablePointer> found = new Promise<>();
        walker.find(PfsPath.parse("/a"), found);
        rig.server.recall(TinyServer.ROOT, "a");
        rig.server.release();
        Promise.await(found);
        rig.server.forgetSeen();
        find("/a");
        assertEquals(1, rig.server.seen().size(), "it was used once, and not remembered");
        find("/a");
        assertEquals(1, rig.server.seen().size());
    }

    @Test
    void aLeaseEndsByItselfWhereNoRecallArrives() {
        files.mkdirs("/a/b");
        TablePointer before = find("/a/b");
        rig.server.removeTableUntold(find("/a"), "b");
        assertEquals(before, find("/a/b"), "nobody told us");
        assertTrue(files.stat("/a/b/f").isEmpty());
        rig.time.pass(LEASE_NS * 15 / 16 - 1);
        assertEquals(before, find("/a/b"));
        rig.time.pass(1);
        refused(ErrorCode.NOT_FOUND, "'/a/b'", () -> find("/a/b"));
    }

    @Test
    void aLeaseCountsFromTheQuestion() {
        files.mkdirs("/a");
        rig.server.hold();
        Promise<TablePointer> found = new Promise<>();
        walker.find(PfsPath.parse("/a"), found);
        rig.time.pass(LEASE_NS);
        rig.server.release();
        Promise.await(found);
        rig.server.forgetSeen();
        find("/a");
        assertEquals(1, rig.server.seen().size());
    }

    @Test
    void whatNoLeaseIsGrantedOnIsAskedForEachTime() {
        rig.server.grantNoLeases();
        files.mkdirs("/a/b");
        rig.server.forgetSeen();
        files.write("/a/b/f", new byte[] {1});
        assertEquals(1, files.readAll("/a/b/f").length);
        long lookUps = rig.server.seen().stream()
                .filter(sent -> sent.request() instanceof LookUp)
                .count();
        assertTrue(lookUps >= 4, lookUps + " of two hops for two operations");
    }

    /** A lease that ended while something was done: the way may lead elsewhere, and then that is done there. */
    @Test
    void whatIsMissedOnAWayThatEndedMeanwhileIsDoneAnew() {
        files.mkdirs("/a");
        TablePointer before = find("/a");
        rig.server.hold();
        Promise<TablePointer> tried = new Promise<>();
        int[] times = {0};
        walker.<TablePointer>in(
                PfsPath.parse("/a"),
                (table, done) -> {
                    times[0]++;
                    if (table.equals(before)) {
                        rig.server.release();
                        rig.server.removeTable(TinyServer.ROOT, "a");
                        files.mkdirs("/a");
                        done.failed(new PfsException(ErrorCode.NOT_FOUND, "it is gone"));
                    } else {
                        done.done(table);
                    }
                },
                tried);
        assertEquals(find("/a"), Promise.await(tried));
        assertEquals(2, times[0]);
    }

    @Test
    void aMissIsNotDoubtedWhileTheWayHolds() {
        files.mkdirs("/a/b");
        find("/a/b");
        rig.server.forgetSeen();
        assertTrue(files.stat("/a/b/none").isEmpty());
        assertEquals(1, rig.server.seen().size(), "the leases vouch for the path");
    }

    @Test
    void thoseNotAskedForLongestAreForgotten() {
        Directories directories = new Directories(TinyServer.ROOT, 2);
        Hop a = learn(directories, "a");
        Hop b = learn(directories, "b");
        assertEquals(Optional.of(a), directories.find(name("a"), 0));
        learn(directories, "c");
        assertEquals(Optional.empty(), directories.find(name("b"), 0));
        assertFalse(b.holds(0), "nor does who has it yet go by it: he would not hear of a recall");
        assertTrue(a.holds(0));
    }

    private static Hop.Name name(String name) {
        return new Hop.Name(TinyServer.ROOT.table(), RowName.of(name));
    }

    private static Hop learn(Directories directories, String name) {
        return directories.learn(name(name), pointer(99, 0), TinyServer.LEASE_MILLIS, directories.asking(0));
    }

    @Test
    void aTableIsInItsBaseUntilMoreIsKnown() {
        Placement placement = new Placement(16);
        TablePointer narrow = pointer(98, 0);
        TablePointer wide = pointer(99, 2);
        SliceBitmap four = new SliceBitmap();
        four.split(0);
        four.split(0);
        four.split(1);
        assertEquals(4, four.count());
        Set<ShardId> before = new HashSet<>();
        Set<ShardId> after = new HashSet<>();
        names(i -> before.add(placement.shardOf(wide, RowName.of("n" + i))));
        assertEquals(Set.of(wide.base()), before);
        assertTrue(placement.learn(wide.table(), 2, four));
        assertEquals(false, placement.learn(wide.table(), 2, four));
        names(i -> after.add(placement.shardOf(wide, RowName.of("n" + i))));
        assertEquals(Set.of(new ShardId(3), new ShardId(7), new ShardId(11), new ShardId(15)), after);
        names(i -> assertEquals(narrow.base(), placement.shardOf(narrow, RowName.of("n" + i))));
        names(i -> {
            RowName name = RowName.of("n" + i);
            Cursor cursor = new Cursor(new NameHash(wide.hashSeed()).of(name), name);
            assertEquals(placement.shardOf(wide, name), placement.shardBehind(wide, Optional.of(cursor)));
        });
        assertEquals(wide.base(), placement.shardBehind(wide, Optional.empty()));
    }

    @Test
    void aTableThatIsSpreadFurtherIsFoundByWhatIsLearnt() {
        Placement placement = new Placement(16);
        TablePointer table = pointer(99, 0);
        RowName name = RowName.of("n1");
        SliceBitmap two = new SliceBitmap();
        two.split(0);
        Misplaced after = new Misplaced(table.table(), new ShardId(12), true, 0, new SliceBitmap());
        assertEquals(new ShardId(12), placement.after(after, table, name), "nobody else knows while it is on its way");
        assertEquals(table.base(), placement.shardOf(table, name), "and only for once");
        Set<ShardId> found = new HashSet<>();
        assertTrue(placement.learn(table.table(), 1, two));
        names(i -> found.add(placement.shardOf(table, RowName.of("n" + i))));
        assertEquals(Set.of(new ShardId(3), new ShardId(11)), found);
        placement.learn(table.table(), 0, new SliceBitmap());
        assertTrue(found.contains(placement.shardOf(table, name)), "who knows less takes nothing away");
    }

    private static void names(IntConsumer each) {
        for (int i = 0; i < 200; i++) {
            each.accept(i);
        }
    }

    private static TablePointer pointer(int sequence, int spread) {
        return new TablePointer(TableId.of(new ShardId(3), sequence), new ShardId(3), spread, 5);
    }

    private static void refused(ErrorCode code, String what, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
    }
}
