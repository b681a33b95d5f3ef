package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CallerTest {
    private final ClientRig rig = new ClientRig();
    private final List<Reply> answers = new ArrayList<>();

    private static Request create(String name) {
        return new Request.EditRow(
                TinyServer.ROOT.table(), RowName.of(name), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
    }

    private static Request read(String name) {
        return new Request.ReadRow(TinyServer.ROOT.table(), RowName.of(name), List.of());
    }

    private Ask ask(Request request) {
        return new Ask(request, new ShardId(0), answers::add);
    }

    private Reply answerTo(Request request) {
        rig.caller.send(ask(request));
        rig.time.runAll();
        assertEquals(1, answers.size(), "one answer");
        return answers.remove(0);
    }

    private void refused(ErrorCode code, Reply reply) {
        assertEquals(code, assertInstanceOf(Refused.class, reply).code(), reply.toString());
    }

    @Test
    void manyTravelTogetherEachWithItsId() {
        rig.caller.send(List.of(ask(create("a")), ask(create("b")), ask(read("a"))));
        assertEquals(3, answers.size());
        assertInstanceOf(RowFound.class, answers.get(2));
        assertEquals(1, rig.server.sendings());
        assertEquals(List.of(1L, 2L, 3L), sequences());
        assertEquals(List.of(1L, 1L, 1L), lowestOpen());
        rig.caller.send(ask(read("b")));
        assertEquals(4, rig.server.seen().get(3).lowestOpen(), "all before it are answered");
    }

    private List<Long> sequences() {
        return rig.server.seen().stream().map(seen -> seen.id().sequence()).toList();
    }

    private List<Long> lowestOpen() {
        return rig.server.seen().stream().map(Envelope::lowestOpen).toList();
    }

    @Test
    void whatMayBeDoneIsNotSaidToBeUndoneByAConnectionThatFails() {
        for (ErrorCode code :
                List.of(ErrorCode.NOT_AUTHENTICATED, ErrorCode.VERSION_UNKNOWN, ErrorCode.PROTOCOL_BROKEN)) {
            rig.server.mishaps(Mishap.lost(ErrorCode.UNKNOWN_OUTCOME), Mishap.lost(code));
            refused(ErrorCode.UNKNOWN_OUTCOME, answerTo(create("row-" + code)));
        }
    }

    /** A server that dies with a change under way leaves its client in doubt until it has a heir; others answer all the while. */
    @Test
    void aChangeThatNobodyAnswersDoesNotHoldUpOthers() {
        ClientRig narrow = new ClientRig(8);
        narrow.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
        narrow.caller.send(ask(create("doubted")));
        for (int i = 0; i < 20; i++) {
            narrow.caller.send(ask(create("row" + i)));
        }
        assertEquals(20, answers.size());
        narrow.time.runAll();
        assertEquals(21, answers.size());
        answers.forEach(answer -> assertInstanceOf(RowChanged.class, answer));
        requireWithin(2, narrow);
    }

    /** Servers keep only so many answers: one that is asked for again must be among them. */
    @Test
    void whoWaitsForAnAnswerInEachWindowDoesNotRunFarAhead() {
        ClientRig narrow = new ClientRig(8);
        for (int i = 0; i < 4; i++) {
            narrow.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
            narrow.caller.send(ask(create("doubted" + i)));
            narrow.caller.send(ask(create("beside" + i)));
        }
        List<Ask> more = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            more.add(ask(create("row" + i)));
        }
        narrow.caller.send(more);
        narrow.caller.send(ask(create("last")));
        assertEquals(8, narrow.server.seen().size());
        assertEquals(4, answers.size());
        narrow.time.runAll();
        assertEquals(19, answers.size());
        answers.forEach(answer -> assertInstanceOf(RowChanged.class, answer));
        requireWithin(2, narrow);
    }

    private static void requireWithin(int windowMax, ClientRig rig) {
        rig.server
                .seen()
                .forEach(seen -> assertTrue(seen.id().sequence() - seen.lowestOpen() < windowMax, seen.toString()));
    }

    @Test
    void whatMayBeDoneIsRepeatedUnderItsId() {
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME), Mishap.lost(ErrorCode.UNKNOWN_OUTCOME));
        RowChanged changed = assertInstanceOf(RowChanged.class, answerTo(create("a")));
        assertEquals(1, changed.version(), "created once, though asked three times");
        assertEquals(List.of(1L, 1L, 1L), sequences());
    }

    @Test
    void whatWasNotDoneIsRepeatedUnderANewId() {
        rig.server.mishaps(Mishap.refused(ErrorCode.BUSY), Mishap.refused(ErrorCode.NO_SPACE));
        assertInstanceOf(RowChanged.class, answerTo(create("a")));
        assertEquals(List.of(1L, 2L, 3L), sequences());
        assertEquals(List.of(1L, 2L, 3L), lowestOpen());
    }

    @Test
    void onceItMayBeDoneItStaysThatRequest() {
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.FORCE_FAILED), Mishap.refused(ErrorCode.BUSY));
        assertInstanceOf(RowChanged.class, answerTo(create("a")));
        assertEquals(List.of(1L, 1L, 1L), sequences());
    }

    @Test
    void aDecisionIsFinal() {
        assertInstanceOf(RowChanged.class, answerTo(create("a")));
        refused(ErrorCode.ALREADY_EXISTS, answerTo(create("a")));
        refused(ErrorCode.NOT_FOUND, answerTo(read("b")));
        assertEquals(3, rig.server.seen().size());
    }

    @Test
    void givenUpItSaysThatItWasNotDone() {
        for (int i = 0; i < 100; i++) {
            rig.server.mishaps(Mishap.refused(ErrorCode.BUSY));
        }
        long before = rig.time.monotonicNs();
        Reply reply = answerTo(create("a"));
        refused(ErrorCode.BUSY, reply);
        assertTrue(((Refused) reply).message().contains("asked"), reply.toString());
        assertTrue(rig.time.monotonicNs() - before <= ClientRig.TIMEOUT_NS, "in time");
        assertTrue(
                rig.server.seen().size() > 5,
                "many times, further and further apart: " + rig.server.seen().size());
        assertTrue(
                rig.server.seen().size() < 40,
                "further and further apart: " + rig.server.seen().size());
    }

    @Test
    void givenUpItSaysThatItMayBeDone() {
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
        for (int i = 0; i < 100; i++) {
            rig.server.mishaps(Mishap.refused(ErrorCode.NO_SPACE));
        }
        Reply reply = answerTo(create("a"));
        refused(ErrorCode.UNKNOWN_OUTCOME, reply);
        assertTrue(((Refused) reply).message().contains("may or may not have been done"), reply.toString());
    }

    /** A server that has not heard of a client for long does not know any more what it did for him. */
    @Test
    void whatMayBeDoneIsNotRepeatedForEver() {
        long hourNs = 3_600_000_000_000L;
        ClientRig patient = new ClientRig(CallEnv.WINDOW_MAX, hourNs);
        patient.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
        for (int i = 0; i < 1000; i++) {
            patient.server.mishaps(Mishap.refused(ErrorCode.BUSY));
        }
        patient.caller.send(ask(create("a")));
        patient.time.runAll();
        refused(ErrorCode.UNKNOWN_OUTCOME, answers.remove(0));
        long lastedNs = patient.time.monotonicNs();
        assertTrue(lastedNs < Limits.REPLY_KEPT_MILLIS * 1_000_000, "lasted " + lastedNs);

        patient.server.mishaps(Mishap.refused(ErrorCode.BUSY));
        patient.caller.send(ask(create("b")));
        patient.time.runAll();
        assertInstanceOf(RowChanged.class, answers.remove(0));
    }

    @Test
    void aReadHasNoOutcomeToDoubt() {
        for (int i = 0; i < 100; i++) {
            rig.server.mishaps(Mishap.refused(ErrorCode.UNKNOWN_OUTCOME));
        }
        refused(ErrorCode.UNKNOWN_OUTCOME, answerTo(read("a")));
        List<Long> sequences = sequences();
        assertNotEquals(sequences.get(0), sequences.get(1), "it may be asked anew");
    }

    @Test
    void damageAfterADoubtLeavesTheDoubt() {
        rig.server.mishaps(Mishap.lost(ErrorCode.UNKNOWN_OUTCOME), Mishap.refused(ErrorCode.CORRUPT));
        refused(ErrorCode.UNKNOWN_OUTCOME, answerTo(create("a")));
        rig.server.mishaps(Mishap.refused(ErrorCode.CORRUPT));
        refused(ErrorCode.CORRUPT, answerTo(create("b")));
    }

    @Test
    void whoLeadsNowhereIsNotAskedForEver() {
        for (int i = 0; i < 100; i++) {
            rig.server.mishaps(Mishap.refused(ErrorCode.NOT_OWNER));
        }
        refused(ErrorCode.NOT_OWNER, answerTo(read("a")));
        assertEquals(9, rig.server.seen().size());
    }

    @Test
    void whatMovesIsFollowedAsLongAsThereIsTime() {
        rig.server.hasOthers();
        for (int i = 0; i < 6; i++) {
            rig.server.mishaps(Mishap.refused(ErrorCode.NOT_OWNER), Mishap.refused(ErrorCode.CLOSED));
        }
        refused(ErrorCode.NOT_FOUND, answerTo(read("a")));
        assertEquals(13, rig.server.seen().size());
    }

    @Test
    void whatWentAstrayIsAskedAgainAsSoonAsItIsKnownWhere() {
        rig.server.mishaps(Mishap.refused(ErrorCode.NOT_OWNER), Mishap.refused(ErrorCode.BUSY));
        rig.server.hasOthers();
        rig.caller.send(ask(create("a")));
        rig.server.refreshed();
        assertEquals(0, answers.size(), "who is busy is not elsewhere");
        assertEquals(2, rig.server.seen().size());
        rig.server.refreshed();
        assertEquals(2, rig.server.seen().size());
        rig.time.runAll();
        assertInstanceOf(RowChanged.class, answers.remove(0));
        assertEquals(3, rig.server.seen().size(), "once each");
    }

    @Test
    void closingAnswersWhatIsOnItsWay() {
        rig.server.hold();
        rig.caller.send(List.of(ask(create("a")), ask(read("a"))));
        assertEquals(0, answers.size());
        rig.caller.close();
        refused(ErrorCode.UNKNOWN_OUTCOME, answers.get(0));
        refused(ErrorCode.CLOSED, answers.get(1));
        PfsException refused = assertThrows(PfsException.class, () -> rig.caller.send(ask(read("a"))));
        assertEquals(ErrorCode.CLOSED, refused.code());
        rig.caller.close();
    }

    @Test
    void closingAnswersWhatWaitsToBeRepeated() {
        rig.server.mishaps(Mishap.refused(ErrorCode.BUSY), Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
        rig.caller.send(List.of(ask(create("a")), ask(create("b"))));
        assertEquals(0, answers.size());
        assertEquals(2, rig.time.waiting());
        rig.caller.close();
        assertEquals(2, answers.size());
        List<ErrorCode> codes = answers.stream()
                .map(answer -> ((Refused) answer).code())
                .sorted()
                .toList();
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME, ErrorCode.CLOSED), codes, "only one of them may be done");
        rig.time.runAll();
        assertEquals(2, answers.size(), "and once each");
    }

    @Test
    void aConnectionThatIsGoneRefusesAll() {
        rig.server.close();
        refused(ErrorCode.CLOSED, answerTo(read("a")));
    }

    @Test
    void waitsGrowAndDiffer() {
        long spread = 0;
        for (int repetition = 0; repetition < 70; repetition++) {
            long bound = Math.min(1_000_000_000L, 1_000_000L << Math.min(repetition, 10));
            long low = Backoff.delayNs(repetition, () -> 0);
            long high = Backoff.delayNs(repetition, () -> bound / 2);
            assertEquals(bound / 2, low);
            assertEquals(bound, high);
            spread += high - low;
        }
        assertTrue(spread > 0);
    }
}
