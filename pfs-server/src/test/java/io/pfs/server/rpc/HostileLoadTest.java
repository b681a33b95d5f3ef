package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.wire.Call;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.codec.ReplyCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that take more than their part: a client that means well is served beside them. */
final class HostileLoadTest {
    private static final long STRANGER = 0xbad;
    private static final int CONNECTIONS_MAX = 8;
    private static final long BYTES_MAX = 4 << 20;
    private static final int CALLS_MAX = 64;
    private static final SessionLimits SMALL =
            new SessionLimits(CONNECTIONS_MAX, CALLS_MAX, BYTES_MAX, 2 * BYTES_MAX, 120_000_000_000L);
    private static final int CELL_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    private static boolean isStrangers(Call call) {
        RequestId id = call.envelope().id();
        return id.clientHigh() == STRANGER && id.clientLow() == STRANGER;
    }

    private RpcRig open() {
        return new RpcRig(folder.resolve("data"), SMALL);
    }

    /** A cell of the root, which has none: an answer takes nothing, but is expected to take so much. */
    private static ReadCell cell(FileSystemFacts facts, int bytes) {
        return new ReadCell(facts.root().table(), RowName.of("nothing"), new ColumnId(1), 0, bytes);
    }

    @Test
    void moreConnectionsThanMayBe() {
        try (RpcRig rig = open()) {
            List<RawClient> flood = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS_MAX - 1; i++) {
                RawClient silent = rig.raw();
                flood.add(silent);
                silent.logIn(); // or the server might see another first
            }
            for (int i = 0; i < 20; i++) {
                try (RawClient surplus = rig.raw()) {
                    surplus.send(RawClient.hello()).expect(FrameKind.CHALLENGE);
                    assertEquals(ErrorCode.BUSY, surplus.send(RawClient.login()).goodbye());
                }
                rig.requireServed();
            }
            flood.forEach(RawClient::close);
            for (int i = 0; i < 20 + flood.size(); i++) {
                rig.network().awaitEnd();
            }
            try (RawClient next = rig.raw()) {
                next.logIn();
            }
        }
    }

    @Test
    void manyThatSayNothing() {
        try (RpcRig rig = new RpcRig(folder.resolve("data"), RpcRig.LIMITS)) {
            List<RawClient> silent = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                silent.add(rig.raw());
                rig.requireServed();
            }
            silent.forEach(RawClient::close);
        }
    }

    @Test
    void callsBeyondThePartOfOneClientWaitOutsideOfTheEngine() {
        try (RpcRig rig = open();
                RawClient greedy = rig.raw()) {
            FileSystemFacts facts = greedy.logIn();
            rig.gate().keep(HostileLoadTest::isStrangers);
            greedy.send(RawClient.calls(0, 5000, facts.root().base(), cell(facts, CELL_BYTES)));
            Call first = rig.gate().awaitKept();
            rig.requireServed();
            int more = rig.gate().keptNow();
            assertTrue(1 + more <= BYTES_MAX / CELL_BYTES, more + " more calls of one frame reached the engine");
            for (int i = 0; i < 20; i++) {
                rig.gate().handOn(first);
                greedy.expect(FrameKind.MESSAGES);
                first = rig.gate().awaitKept();
            }
            assertTrue(rig.gate().keptNow() < BYTES_MAX / CELL_BYTES);
            rig.gate().keep(call -> false);
            rig.gate().handOn(first);
            while (rig.gate().keptNow() > 0) {
                rig.gate().handOn(rig.gate().awaitKept());
            }
        }
    }

    @Test
    void noMoreSmallCallsAreInFlightThanAgreed() {
        try (RpcRig rig = open();
                RawClient greedy = rig.raw()) {
            FileSystemFacts facts = greedy.logIn();
            rig.gate().keep(HostileLoadTest::isStrangers);
            greedy.send(RawClient.calls(0, 5000, facts.root().base(), cell(facts, 1)));
            Call first = rig.gate().awaitKept();
            rig.requireServed();
            assertTrue(rig.gate().keptNow() < CALLS_MAX, rig.gate().keptNow() + " more calls are in flight");
            rig.gate().keep(call -> false);
            rig.gate().handOn(first);
            for (int i = 1; i < CALLS_MAX; i++) {
                rig.gate().handOn(rig.gate().awaitKept());
            }
            int answers = 0;
            while (answers < 5000) {
                answers += answersIn(greedy);
            }
            assertEquals(5000, answers, "each call is answered once");
        }
    }

    /** Each answer here is a refusal of the same length. */
    private static int answersIn(RawClient client) {
        ByteReader body = client.expect(FrameKind.MESSAGES);
        int count = 0;
        while (body.remaining() > 0) {
            body.u32("number");
            ReplyCodec.decode(body);
            count++;
        }
        return count;
    }

    @Test
    void pagesForWhoNeverReads() {
        try (RpcRig rig = open()) {
            for (int i = 0; i < 8; i++) {
                rig.table().put("large-" + i, "content", new byte[CELL_BYTES]);
            }
            ColumnId content = rig.table().columns().get(0).id();
            long before;
            try (RawClient greedy = rig.raw()) {
                greedy.logIn();
                rig.gate().keep(HostileLoadTest::isStrangers);
                Request page = new ListRows(table(rig), Optional.empty(), 8, 8 * CELL_BYTES, List.of(content));
                before = rig.gate().count();
                greedy.send(RawClient.calls(0, 10_000, table(rig).maker(), page));
                Call first = rig.gate().awaitKept();
                rig.gate().keep(call -> false);
                rig.gate().handOn(first);
                greedy.expect(FrameKind.PIECE);
                for (int i = 0; i < 100; i++) {
                    rig.requireServed();
                }
                long reached = rig.gate().count() - before - 200;
                assertTrue(reached < 100, reached + " pages of 8 MiB were made for one who takes none");
            }
            rig.network().awaitEnd();
        }
    }

    private static TableId table(RpcRig rig) {
        return rig.table().describe().id();
    }

    @Test
    void pingsOfWhoNeverReads() {
        int pings = 0;
        try (RpcRig rig = open();
                RawClient greedy = rig.raw()) {
            FileSystemFacts facts = greedy.logIn();
            rig.gate().keep(HostileLoadTest::isStrangers);
            byte[] some = new byte[50_000 * RawClient.ping().length];
            for (int at = 0; at < some.length; at += RawClient.ping().length) {
                System.arraycopy(RawClient.ping(), 0, some, at, RawClient.ping().length);
            }
            for (int i = 0; i < 20; i++) {
                greedy.send(some);
                pings += 50_000;
            }
            greedy.send(RawClient.calls(0, 1, facts.root().base(), cell(facts, 1)));
            Call last = rig.gate().awaitKept(); // all pings were met by now, and nothing was read
            rig.gate().keep(call -> false);
            rig.gate().handOn(last);
            greedy.send(RawClient.frame(77, new byte[0])); // has it end, so that all pongs can be counted
            int pongs = 0;
            FrameKind kind = Frame.kind(greedy.next().orElseThrow());
            while (kind == FrameKind.PONG || kind == FrameKind.MESSAGES) {
                pongs += kind == FrameKind.PONG ? 1 : 0;
                kind = Frame.kind(greedy.next().orElseThrow());
            }
            assertEquals(FrameKind.GOODBYE, kind);
            assertTrue(pongs < pings, "the server kept a pong for each of " + pings + " pings");
        }
    }

    /** Else a few that leave would take the memory of all for good. */
    @Test
    void whatWasKeptForWhoLeftIsFree() {
        try (RpcRig rig = open()) {
            rig.gate().keep(HostileLoadTest::isStrangers);
            for (int i = 0; i < 4; i++) {
                List<Call> calls = new ArrayList<>();
                try (RawClient leaving = rig.raw()) {
                    FileSystemFacts facts = leaving.logIn();
                    leaving.send(RawClient.calls(0, 2, facts.root().base(), cell(facts, CELL_BYTES)));
                    calls.add(rig.gate().awaitKept());
                    calls.add(rig.gate().awaitKept());
                }
                rig.network().awaitEnd();
                calls.forEach(rig.gate()::handOn);
                rig.requireServed();
            }
            try (RawClient next = rig.raw()) {
                FileSystemFacts facts = next.logIn();
                next.send(RawClient.calls(0, 2, facts.root().base(), cell(facts, CELL_BYTES)));
                Call first = rig.gate().awaitKept();
                Call second = rig.gate().awaitKept();
                rig.gate().handOn(second);
                next.expect(FrameKind.MESSAGES);
                rig.gate().handOn(first);
                next.expect(FrameKind.MESSAGES);
            }
        }
    }

    @Test
    void whoNeverReadsDoesNotKeepTheServerFromEnding() {
        try (RpcRig rig = open();
                RawClient greedy = rig.raw()) {
            rig.table().put("large", "content", new byte[CELL_BYTES]);
            ColumnId content = rig.table().columns().get(0).id();
            greedy.logIn();
            RowName large = RowName.of("large");
            ReadCell read = new ReadCell(table(rig), large, content, 0, CELL_BYTES);
            greedy.send(RawClient.calls(0, 1000, table(rig).maker(), read));
            greedy.expect(FrameKind.PIECE);
            rig.stop();
        }
    }
}
