package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.row.TablePointer;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.HopFound;
import io.pfs.wire.Request.LookUp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two clients over real sockets: what one remembers of a path, when the other changes the directories on it. */
final class LeasedPathsTest {
    private static final SessionLimits LIMITS = new SessionLimits(16, 256, 8 << 20, 1 << 28, 60_000_000_000L);
    /** Long enough that no test ends because a lease did, but for the one that is about that. */
    private static final LeaseTerms LONG = new LeaseTerms(3_600_000, 1000, false);

    @TempDir
    private Path temporary;

    private EmbeddedServer engine;
    private Network network;
    private RpcServer server;
    private Pfs one;
    private Pfs two;

    @BeforeEach
    void open() {
        serve(LONG);
        one = connect();
        two = connect();
        one.files().mkdirs("/a/b");
        one.files().write("/a/b/first", bytes("first"));
    }

    private void serve(LeaseTerms terms) {
        serve(terms, "data");
    }

    private void serve(LeaseTerms terms, String folder) {
        engine = EmbeddedServer.open(temporary.resolve(folder), Durability.FLUSH, OptionalLong.empty(), terms);
        network = new NettyNetwork("served", 1, Tls.NONE);
        server = RpcServer.start(
                network,
                new Address("127.0.0.1", 0),
                engine,
                Optional.empty(),
                LIMITS,
                new SystemClock(),
                new SystemEntropy());
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        stop();
    }

    private void stop() {
        server.close();
        network.close();
        engine.close();
    }

    private RemoteConnection connection() {
        return RemoteConnection.open(
                new NettyNetwork("client", 1, Tls.NONE),
                server.address(),
                new Identity("somebody", Optional.empty()),
                new SystemClock(),
                new SystemEntropy());
    }

    private Pfs connect() {
        return Pfs.over(connection(), ClientOptions.DEFAULT);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void refused(ErrorCode code, Runnable task) {
        assertEquals(code, assertThrows(PfsException.class, task::run).code());
    }

    @Test
    void nothingIsMadeInATreeThatAnotherHasRemoved() {
        Table table = one.openTable("/a/b");
        two.files().deleteTree("/a");
        refused(ErrorCode.NOT_FOUND, () -> one.files().write("/a/b/late", bytes("late")));
        refused(ErrorCode.NOT_FOUND, () -> table.put("late", "content", bytes("late")));
        two.files().mkdirs("/a/b");
        one.files().write("/a/b/new", bytes("new"));
        assertArrayEquals(bytes("new"), two.files().readAll("/a/b/new"));
        assertFalse(two.files().exists("/a/b/first"));
        refused(ErrorCode.NOT_FOUND, () -> table.put("late", "content", bytes("late")));
    }

    @Test
    void nothingIsMadeUnderTheNameThatADirectoryHadOnce() {
        Table table = one.openTable("/a/b");
        two.files().mkdirs("/x");
        two.files().rename("/a/b", "/x/moved");
        refused(ErrorCode.NOT_FOUND, () -> one.files().write("/a/b/late", bytes("late")));
        refused(ErrorCode.NOT_FOUND, () -> table.put("late", "content", bytes("late")));
        assertFalse(one.files().exists("/x/moved/late"));
        two.files().rename("/x/moved", "/a/b");
        table.put("again", "content", bytes("again"));
        assertArrayEquals(bytes("again"), two.files().readAll("/a/b/again"));
    }

    @Test
    void whatIsReplacedIsNotGoneBy() {
        one.files().mkdirs("/empty");
        one.files().write("/empty/once", bytes("once"));
        one.files().delete("/empty/once");
        two.files().replace("/a", "/empty");
        one.files().write("/empty/b/new", bytes("new"));
        assertArrayEquals(bytes("new"), two.files().readAll("/empty/b/new"));
        refused(ErrorCode.NOT_FOUND, () -> one.files().write("/a/b/late", bytes("late")));
    }

    /** Its leases would go on for an hour. */
    @Test
    void whoHasClosedInOrderIsNotWaitedFor() {
        one.files().setPermissions("/a/b/first", 0600);
        one.close();
        two.files().rename("/a", "/c");
        two.files().setPermissions("/c/b", 0700);
        two.files().deleteTree("/c");
        one = connect();
        assertFalse(one.files().exists("/a"));
    }

    /** What each of them remembers would be waited for, for an hour. */
    @Test
    void programsThatComeOneAfterTheOtherDoNotWaitForEachOther() {
        one.close();
        two.close();
        for (int round = 0; round < 50; round++) {
            String from = round % 2 == 0 ? "/a" : "/c";
            String to = round % 2 == 0 ? "/c" : "/a";
            try (Pfs program = connect()) {
                program.files().rename(from, to);
                assertTrue(program.files().exists(to + "/b/first"));
            }
        }
    }

    private long recalled() {
        AtomicLong recalled = new AtomicLong();
        engine.onLoop(group -> recalled.set(group.leases().counts().recalled()));
        return recalled.get();
    }

    /** Who may go through a directory is asked when its row is looked up. */
    @Test
    void aDirectoryThatIsGivenAnotherModeIsLookedUpAnew() {
        two.files().write("/a/b/second", bytes("second"));
        long before = recalled();
        one.files().setPermissions("/a", 0700);
        assertEquals(before + 2, recalled(), "both went by it");
        one.files().setPermissions("/a/b/second", 0600);
        assertEquals(before + 2, recalled(), "nobody goes by a file");
        assertTrue(two.files().exists("/a/b/second"));
    }

    @Test
    void twoClientsThatMoveADirectoryBackAndForthNeverMissEachOther() {
        for (int round = 0; round < 50; round++) {
            Pfs mover = round % 2 == 0 ? one : two;
            Pfs other = round % 2 == 0 ? two : one;
            String from = round % 2 == 0 ? "/a" : "/c";
            String to = round % 2 == 0 ? "/c" : "/a";
            other.files().write(from + "/b/round" + round, bytes("x"));
            mover.files().rename(from, to);
            refused(ErrorCode.NOT_FOUND, () -> other.files().write(from + "/b/late", bytes("late")));
            assertTrue(other.files().exists(to + "/b/first"));
        }
    }

    /** It took a lease, and says nothing any more: the other waits for the end of that, and no longer. */
    @Test
    void whoIsSilentDelaysAChangeByItsLeaseAtMost() {
        one.close();
        two.close();
        stop();
        serve(new LeaseTerms(300, 1000, false));
        one = connect();
        two = connect();
        try (RemoteConnection silent = connection()) {
            TablePointer root = silent.facts().root();
            LookUp look = new LookUp(root.table(), RowName.of("a"));
            CompletableFuture<Reply> found = new CompletableFuture<>();
            Envelope envelope = new Envelope(new RequestId(1, 2, 1), 1, root.base(), look);
            silent.send(List.of(new Call(envelope, Long.MAX_VALUE / 2, found::complete)));
            assertEquals(300, ((HopFound) found.join()).leaseMillis());
            two.files().rename("/a", "/c");
            assertTrue(one.files().exists("/c/b/first"));
        }
    }

    /** A life that begins waits for what the one before may have granted: who asks meanwhile is answered after that. */
    @Test
    void aServerThatBeginsAnewWaitsForLeasesThatItDoesNotKnow() {
        one.close();
        two.close();
        stop();
        serve(new LeaseTerms(200, 1000, true));
        one = connect();
        two = connect();
        two.files().rename("/a", "/c");
        assertTrue(one.files().exists("/c/b/first"));
        refused(ErrorCode.NOT_FOUND, () -> one.files().write("/a/b/late", bytes("late")));
    }

    /** Both remember the path, and would go by it for an hour; the next life does not wait for them, nor for the one before it. */
    @Test
    void aServerThatEndsInOrderHasItsLeasesBackFirst() {
        for (int life = 0; life < 3; life++) {
            one.close();
            two.close();
            stop();
            serve(new LeaseTerms(3_600_000, 1000, true), "another");
            one = connect();
            two = connect();
            String from = "/a" + life;
            String to = "/a" + (life + 1);
            one.files().mkdirs(from + "/b");
            two.files().write(from + "/b/first", bytes("first"));
            one.files().rename(from, to);
            assertTrue(two.files().exists(to + "/b/first"));
            engine.takeLeasesBack(60_000_000_000L);
        }
    }
}
