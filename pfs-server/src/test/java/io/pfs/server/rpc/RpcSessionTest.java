package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.net.RemoteConnection;
import io.pfs.net.Secret;
import io.pfs.table.Policy;
import io.pfs.testing.Seeds;
import io.pfs.testing.TwinLink;
import io.pfs.wire.Call;
import io.pfs.wire.CellPut;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of a connection, with the engine behind them, over a network whose time is the test's. */
final class RpcSessionTest {
    private static final long LONG_MILLIS = 30_000;
    private static final Secret SECRET = Secret.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    private static final Secret OTHER = Secret.of(new byte[32]);

    @TempDir
    private Path temporary;

    private final List<Reply> replies = new ArrayList<>();
    private Optional<NetworkedStore> open = Optional.empty();
    private long sequence;

    private NetworkedStore store(long seed, SessionLimits limits) {
        NetworkedStore store = new NetworkedStore(temporary.resolve("data-" + seed), seed, limits);
        open = Optional.of(store);
        return store;
    }

    private NetworkedStore store() {
        return store(1, NetworkedStore.limits(1024, 1 << 26));
    }

    @AfterEach
    void close() {
        open.ifPresent(NetworkedStore::close);
    }

    private Call call(NetworkedStore store, Request request) {
        return store.call(1, ++sequence, request, LONG_MILLIS, replies::add);
    }

    private static ErrorCode code(Reply reply) {
        return assertInstanceOf(Refused.class, reply).code();
    }

    @Test
    void callsAreAnsweredHoweverTheirBytesCome() {
        Seeds.each("RpcSessionTest#callsAreAnsweredHoweverTheirBytesCome", 5, seed -> {
            NetworkedStore store = store(seed, NetworkedStore.limits(64, 1 << 20));
            SplittableRandom random = new SplittableRandom(seed);
            replies.clear();
            try (Connection client = store.connect()) {
                List<byte[]> cells = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    byte[] cell = new byte[random.nextInt(i % 8 == 0 ? Limits.CELL_BYTES_MAX : 2000)];
                    random.nextBytes(cell);
                    cells.add(cell);
                    client.send(List.of(call(store, put(store, "row" + i, cell)), call(store, store.create("e" + i))));
                    store.pass(random.nextInt(3));
                }
                store.pass(2000);
                assertEquals(80, replies.size());
                replies.forEach(reply -> assertInstanceOf(RowChanged.class, reply));
                replies.clear();
                for (int i = 0; i < cells.size(); i++) {
                    client.send(List.of(call(store, read(store, "row" + i))));
                    store.pass(50);
                    RowFound found = assertInstanceOf(RowFound.class, replies.get(i));
                    assertArrayEquals(cells.get(i), found.found().cells().get(0).orElseThrow());
                }
            }
            store.pass(10);
            store.close();
            open = Optional.empty();
        });
    }

    private static Request put(NetworkedStore store, String name, byte[] cell) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), cell, false)));
        return new Request.EditRow(store.root(), RowName.of(name), Expected.ANY, NewRow.FILE, edit);
    }

    private static Request read(NetworkedStore store, String name) {
        return new Request.ReadRow(store.root(), RowName.of(name), List.of(new ColumnId(0)));
    }

    @Test
    void whatWasSentOverALostConnectionIsUnknownAndCanBeRepeated() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.hold();
        Call call = call(store, store.create("a"));
        client.send(List.of(call));
        store.pass(10);
        store.release();
        store.network.links().forEach(TwinLink::cut);
        store.pass(10);
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME), codes());

        client.send(List.of(call));
        store.pass(100);
        RowChanged repeated = assertInstanceOf(RowChanged.class, replies.get(1));
        client.send(List.of(call(store, store.create("a"))));
        store.pass(10);
        assertEquals(ErrorCode.ALREADY_EXISTS, code(replies.get(2)), "it was done once: " + repeated);
    }

    private List<ErrorCode> codes() {
        return replies.stream().map(RpcSessionTest::code).toList();
    }

    @Test
    void whatWasNotSentIsUnreachableUntilTheServerIsBack() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.fall();
        store.pass(10);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(10);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(10);
        assertEquals(List.of(ErrorCode.UNREACHABLE, ErrorCode.UNREACHABLE), codes());

        store.riseOn(temporary.resolve("data-1"));
        store.pass(100);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(2));
    }

    @Test
    void aClientThatBeganBeforeItsServerFindsItLater() {
        NetworkedStore store = store();
        store.fall();
        RemoteConnection client = store.connect();
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertEquals(List.of(ErrorCode.UNREACHABLE), codes());
        store.riseOn(temporary.resolve("data-1"));
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(1));
    }

    /** Whoever looked for them would do so for ever. */
    @Test
    void shardsThatAreNotThereAreRefusedAtOnce() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        ShardId none = new ShardId(Limits.SHARDS_MAX - 1);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(10);
        RowName name = RowName.of("a");
        List<Request> asked = List.of(
                new Request.RenameRow(store.root(), name, none, store.root(), RowName.of("b"), false),
                new Request.MakeTable(store.root(), RowName.of("t"), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.of(none)),
                new Request.ReadMany(List.of(new Request.Part(none, new Request.LookUp(store.root(), name)))));
        asked.forEach(request -> client.send(List.of(call(store, request))));
        store.pass(10);
        assertEquals(4, replies.size());
        replies.subList(1, 4).forEach(reply -> assertEquals(ErrorCode.OUT_OF_RANGE, code(reply)));
        assertEquals(1, store.received());
        client.send(List.of(call(store, store.create("c"))));
        store.pass(10);
        assertInstanceOf(RowChanged.class, replies.get(replies.size() - 1));
    }

    @Test
    void anotherFileSystemAtTheSamePlaceIsRefused() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.fall();
        store.riseOn(temporary.resolve("another"));
        store.pass(100);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertEquals(List.of(ErrorCode.NOT_OURS), codes());
        assertEquals(0, store.received());
    }

    @Test
    void onlyWhoKnowsTheTokenIsLetIn() {
        NetworkedStore store = store();
        store.want(SECRET);
        for (Optional<Secret> wrong : List.of(Optional.of(OTHER), Optional.<Secret>empty())) {
            RemoteConnection client = store.connect(wrong);
            client.send(List.of(call(store, store.create("a"))));
            store.pass(100);
        }
        assertEquals(List.of(ErrorCode.NOT_AUTHENTICATED, ErrorCode.NOT_AUTHENTICATED), codes());
        assertEquals(0, store.received());

        RemoteConnection client = store.connect(Optional.of(SECRET));
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(2));
    }

    @Test
    void aServerThatKnowsNoTokenGetsNothingOfAClientThatHasOne() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect(Optional.of(SECRET));
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertEquals(List.of(ErrorCode.NOT_AUTHENTICATED), codes());
        assertEquals(0, store.received());
    }

    @Test
    void noMoreCallsAreInFlightThanTheServerAllows() {
        NetworkedStore store = store(1, NetworkedStore.limits(4, 1 << 26));
        RemoteConnection client = store.connect();
        store.hold();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(call(store, store.create("row" + i)));
        }
        client.send(calls);
        store.pass(100);
        assertEquals(4, store.received());
        store.release();
        store.pass(1000);
        assertEquals(100, replies.size());
        replies.forEach(reply -> assertInstanceOf(RowChanged.class, reply));
    }

    @Test
    void aCallLargerThanAllThatMayBeInFlightGoesAlone() {
        NetworkedStore store = store(1, NetworkedStore.limits(64, 10_000));
        RemoteConnection client = store.connect();
        for (int i = 0; i < 10; i++) {
            client.send(List.of(call(store, put(store, "row" + i, new byte[300_000]))));
        }
        store.pass(1000);
        assertEquals(10, replies.size());
        replies.forEach(reply -> assertInstanceOf(RowChanged.class, reply));
    }

    @Test
    void whoTakesNoAnswersIsReadNoMoreAndOthersAreServed() {
        NetworkedStore store = store(1, NetworkedStore.limits(1024, 8 << 20));
        RemoteConnection slow = store.connect();
        slow.send(List.of(call(store, put(store, "big", new byte[Limits.CELL_BYTES_MAX]))));
        store.pass(100);
        store.network.links().forEach(link -> link.read(false));
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(store.call(1, ++sequence, read(store, "big"), 2_000, replies::add));
        }
        slow.send(calls);
        store.pass(200);
        long taken = store.received();
        assertTrue(taken < 150, taken + " calls of one who takes no answers were served");

        RemoteConnection good = store.connect();
        good.send(List.of(store.call(2, 1, store.create("good"), LONG_MILLIS, replies::add)));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(1));

        store.network.links().forEach(link -> link.read(true));
        store.pass(1_000);
        assertEquals(202, replies.size());
        assertEquals(200, replies.stream().filter(RowFound.class::isInstance).count());
    }

    @Test
    void answersAreNotMadeFasterThanTheyAreTaken() {
        NetworkedStore store = store(1, NetworkedStore.limits(1024, 8 << 20));
        RemoteConnection slow = store.connect();
        slow.send(List.of(call(store, put(store, "big", new byte[Limits.CELL_BYTES_MAX]))));
        store.pass(100);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            calls.add(call(store, read(store, "big")));
        }
        slow.send(calls);
        for (int i = 0; i < 2_000 && replies.size() < 61; i++) {
            store.network.links().forEach(link -> link.read(false));
            store.pass(3);
            long ahead = store.received() - replies.size();
            assertTrue(ahead <= 8, ahead + " answers of 2 MiB were made that nobody has taken");
            store.network.links().forEach(link -> link.readOnce());
            store.pass(1);
        }
        assertEquals(61, replies.size());
    }

    /** Two of its calls fit what may be in flight; the others wait at the server until nobody waits for them. */
    @Test
    void whatNobodyWaitsForAnyMoreIsNotDone() {
        NetworkedStore store = store(1, NetworkedStore.limits(64, 5 << 20));
        RemoteConnection client = store.connect();
        store.hold();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(store.call(1, ++sequence, read(store, "row" + i), 1_000, replies::add));
        }
        client.send(calls);
        store.pass(3_000);
        assertEquals(10, replies.size());
        store.release();
        store.pass(100);
        assertEquals(2, store.received());
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(10));
    }

    @Test
    void whatIsNeverSentIsGivenUpInTime() {
        NetworkedStore store = store(1, NetworkedStore.limits(1, 1 << 26));
        RemoteConnection client = store.connect();
        store.hold();
        client.send(List.of(
                store.call(1, ++sequence, store.create("a"), 1_000, replies::add),
                store.call(1, ++sequence, store.create("b"), 2_000, replies::add)));
        store.pass(5_000);
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME, ErrorCode.UNREACHABLE), codes());
    }

    @Test
    void oneWhoGetsAnswersAndThrowsDoesNotKeepOthersFromTheirs() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.hold();
        Reply.Sink throwing = reply -> {
            throw new IllegalStateException("stands for a mistake of a program");
        };
        client.send(List.of(
                store.call(1, ++sequence, store.create("a"), LONG_MILLIS, throwing),
                call(store, store.create("b")),
                call(store, store.create("c"))));
        store.pass(10);
        store.release();
        store.pass(100);
        assertEquals(2, replies.size());
        client.send(List.of(
                store.call(1, ++sequence, store.create("d"), LONG_MILLIS, throwing), call(store, store.create("e"))));
        store.network.links().forEach(TwinLink::cut);
        store.pass(100);
        assertEquals(3, replies.size());
    }

    @Test
    void whoGetsNoAnswerInTimeIsToldAndALateOneDoesNoHarm() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.hold();
        client.send(List.of(store.call(1, ++sequence, store.create("a"), 1_000, replies::add)));
        store.pass(2_000);
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME), codes());
        store.release();
        store.pass(100);
        assertEquals(1, replies.size());
        client.send(List.of(call(store, store.create("b"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(1));
    }

    @Test
    void aServerThatFallsSilentIsLeft() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.network.links().forEach(TwinLink::fallSilent);
        client.send(List.of(call(store, store.create("a"))));
        store.pass(15_000);
        assertEquals(List.of(), replies);
        store.pass(10_000);
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME), codes());
        client.send(List.of(call(store, store.create("b"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(1));
    }

    @Test
    void anIdleConnectionIsKeptAsLongAsItsClientLives() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.pass(300_000);
        assertEquals(1, store.network.links().size());
        store.network.links().forEach(TwinLink::fallSilent);
        store.pass(300_000);
        assertEquals(0, store.network.links().size());
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertInstanceOf(RowChanged.class, replies.get(0));
    }

    @Test
    void connectionsBeyondTheLimitAreToldSo() {
        NetworkedStore store = store();
        for (int i = 0; i < 16; i++) {
            store.connect();
        }
        RemoteConnection client = store.connect();
        client.send(List.of(call(store, store.create("a"))));
        store.pass(100);
        assertEquals(List.of(ErrorCode.BUSY), codes());
    }

    /** It goes on, and who comes again finds what came of it: so he has to hear that this is worth it. */
    @Test
    void whoWaitsForASlowLookupHearsThatTheServerIsBusy() {
        NetworkedStore store = store();
        store.know((user, told) -> {});
        RemoteConnection client = store.connect();
        client.send(List.of(call(store, store.create("a"))));
        store.pass(12_000);
        assertEquals(List.of(ErrorCode.BUSY), codes());
        assertTrue(replies.get(0).toString().contains("'jo'"), replies.toString());
    }

    @Test
    void closingAnswersWhatWaits() {
        NetworkedStore store = store();
        RemoteConnection client = store.connect();
        store.hold();
        client.send(List.of(call(store, store.create("a"))));
        store.pass(10);
        client.close();
        store.pass(10);
        client.send(List.of(call(store, store.create("b"))));
        assertEquals(2, replies.size());
        assertEquals(ErrorCode.CLOSED, code(replies.get(1)));
    }
}
