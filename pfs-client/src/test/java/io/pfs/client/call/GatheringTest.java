package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer;
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GatheringTest {
    private static final RowName NAME = RowName.of("missing");

    private final ClientRig rig = new ClientRig();
    private final List<Reply> answers = new ArrayList<>();

    @BeforeEach
    void begin() {
        rig.server.readsMany();
    }

    private static Request page(int rowsMax) {
        return new ListRows(TinyServer.ROOT.table(), Optional.empty(), rowsMax, 0, List.of());
    }

    private static Request hop() {
        return new LookUp(TinyServer.ROOT.table(), NAME);
    }

    private void ask(Request request) {
        rig.caller.send(new Ask(request, new ShardId(0), answers::add));
    }

    private List<Request> seen() {
        return rig.server.seen().stream().map(Envelope::request).toList();
    }

    @Test
    void whatIsAskedTogetherIsOneRequestAndEachHasItsAnswer() {
        rig.caller.together(() -> {
            ask(page(10));
            ask(hop());
            assertTrue(seen().isEmpty(), "nothing is sent before all is asked");
        });
        assertEquals(2, assertInstanceOf(ReadMany.class, seen().get(0)).parts().size());
        assertEquals(1, seen().size());
        assertInstanceOf(RowsFound.class, answers.get(0));
        assertEquals(
                ErrorCode.NOT_FOUND,
                assertInstanceOf(Refused.class, answers.get(1)).code());
    }

    @Test
    void whatIsNoHopOrPageGoesAtOnce() {
        rig.caller.together(() -> {
            ask(new ReadRow(TinyServer.ROOT.table(), NAME, List.of()));
            assertEquals(1, answers.size());
            ask(page(10));
        });
        assertEquals(
                List.of(ReadRow.class, ListRows.class),
                seen().stream().map(Object::getClass).toList());
        assertEquals(2, answers.size());
    }

    @Test
    void aRequestHasNotTooManyPartsNorRows() {
        rig.caller.together(() -> {
            for (int i = 0; i < Limits.PARTS_PER_READ_MAX + 2; i++) {
                ask(hop());
            }
        });
        assertEquals(List.of(Limits.PARTS_PER_READ_MAX, 2), sizes());
        rig.server.forgetSeen();
        rig.caller.together(() -> {
            for (int i = 0; i < 5; i++) {
                ask(page(1 << 13));
            }
        });
        assertEquals(List.of(2, 2, 1), sizes());
        assertEquals(Limits.PARTS_PER_READ_MAX + 2 + 5, answers.size());
    }

    private List<Integer> sizes() {
        return seen().stream()
                .map(request -> request instanceof ReadMany many ? many.parts().size() : 1)
                .toList();
    }

    /** As what was asked alone: a part that was not served is asked again, by itself, and does not keep the others. */
    @Test
    void aPartThatWasNotServedIsAskedAgain() {
        for (ErrorCode code : List.of(ErrorCode.BUSY, ErrorCode.NOT_OWNER)) {
            rig.server.forgetSeen();
            answers.clear();
            rig.server.mishaps(Mishap.refused(code));
            rig.caller.together(() -> {
                ask(page(10));
                ask(page(20));
            });
            rig.time.runAll();
            assertEquals(2, answers.size());
            answers.forEach(answer -> assertInstanceOf(RowsFound.class, answer));
            assertEquals(
                    List.of(ReadMany.class, ListRows.class),
                    seen().stream().map(Object::getClass).toList());
            assertEquals(page(10), seen().get(1));
        }
    }

    /** The seat may be with a server by now that knows no such requests, so it is not sent again, wherever that is. */
    @Test
    void allPartsOfARefusedRequestAreAskedAlone() {
        for (ErrorCode code : List.of(
                ErrorCode.NOT_OWNER, ErrorCode.UNREACHABLE, ErrorCode.UNKNOWN_OUTCOME, ErrorCode.PROTOCOL_BROKEN)) {
            rig.server.forgetSeen();
            answers.clear();
            rig.server.refusesMany(code);
            rig.caller.together(() -> {
                ask(page(10));
                ask(page(20));
            });
            rig.time.runAll();
            assertEquals(2, answers.size());
            answers.forEach(answer -> assertInstanceOf(RowsFound.class, answer));
            assertEquals(
                    List.of(ReadMany.class, ListRows.class, ListRows.class),
                    seen().stream().map(Object::getClass).toList());
        }
    }

    /** What an answer leads to is asked for together with what the others do. */
    @Test
    void whatFollowsFromAnswersGoesTogetherToo() {
        rig.caller.together(() -> {
            for (int i = 0; i < 3; i++) {
                rig.caller.send(new Ask(hop(), new ShardId(0), reply -> ask(page(10))));
            }
        });
        assertEquals(List.of(3, 3), sizes());
        assertEquals(3, answers.size());
    }

    @Test
    void aServerThatDoesNotKnowItIsAskedForEach() {
        ClientRig old = new ClientRig();
        old.caller.together(() -> {
            for (int i = 0; i < 3; i++) {
                old.caller.send(new Ask(page(10), new ShardId(0), answers::add));
            }
        });
        assertEquals(3, old.server.seen().size());
        assertEquals(1, old.server.sendings());
        assertEquals(3, answers.size());
    }

    /** Nobody waits for ever for what could not be sent. */
    @Test
    void whatIsAskedWhileTheClientIsClosedIsRefused() {
        rig.caller.together(() -> {
            ask(page(10));
            ask(hop());
            rig.caller.close();
        });
        assertEquals(2, answers.size());
        for (Reply answer : answers) {
            assertEquals(
                    ErrorCode.CLOSED, assertInstanceOf(Refused.class, answer).code());
        }
    }

    /** What a sink throws is no reason for others not to get theirs. */
    @Test
    void eachGetsItsAnswerWhateverOthersDoWithTheirs() {
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler((where, cause) -> thrown.add(cause));
        try {
            rig.caller.together(() -> {
                rig.caller.send(new Ask(hop(), new ShardId(0), reply -> {
                    throw new PfsException(ErrorCode.USAGE, "of a sink");
                }));
                ask(page(10));
            });
        } finally {
            thread.setUncaughtExceptionHandler(before);
        }
        assertEquals(1, thrown.size());
        assertEquals(1, answers.size());
    }
}
