package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell goes to another row, while others write to both, or the way to the server ends in the middle. */
final class MovedFormsTest {
    private static final String FROM = "/t/.columns/thumb/a";
    private static final String TO = "/t/.columns/thumb/b";

    @TempDir
    private Path temporary;

    private Way.Served served;
    private Pfs other;
    private Table table;
    private Meddled meddled;
    private Pfs pfs;

    /** Something happens once before a certain request leaves, which is refused if that fails. */
    private static final class Meddled implements Connection {
        private final Connection to;
        private Predicate<Request> isMoment = request -> false;
        private Runnable meddler = () -> {};

        Meddled(Connection to) {
            this.to = to;
        }

        void before(Predicate<Request> moment, Runnable task) {
            isMoment = moment;
            meddler = task;
        }

        @Override
        public FileSystemFacts facts() {
            return to.facts();
        }

        @Override
        public void send(List<Call> calls) {
            if (calls.stream().anyMatch(call -> isMoment.test(call.envelope().request()))) {
                isMoment = request -> false;
                try {
                    meddler.run();
                } catch (PfsException e) {
                    calls.forEach(call -> call.sink().answer(Refused.of(e)));
                    return;
                }
            }
            to.send(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {
            to.hears(listener);
        }

        @Override
        public void close() {
            to.close();
        }
    }

    @BeforeEach
    void open() {
        served = new Way.Served(temporary.resolve("data"), EmbeddedOptions.DEFAULT);
        other = Pfs.over(served, ClientOptions.DEFAULT);
        table = other.createTable("/t");
        table.put("a", "thumb", new byte[] {1});
        meddled = new Meddled(served.another());
        pfs = Pfs.over(meddled, ClientOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        pfs.close();
        other.close();
    }

    private static boolean takesAway(Request request) {
        return request instanceof EditRow edit && !edit.edit().removedCells().isEmpty();
    }

    private static boolean puts(Request request) {
        return request instanceof EditRow edit && !edit.edit().puts().isEmpty();
    }

    @Test
    void whatIsWrittenMeanwhileIsMovedToo() {
        meddled.before(MovedFormsTest::takesAway, () -> table.put("a", "thumb", new byte[] {2, 2}));
        pfs.forms().move(FROM, TO, false);
        assertArrayEquals(new byte[] {2, 2}, table.get("b", "thumb").orElseThrow());
        assertTrue(table.get("a", "thumb").isEmpty());
    }

    /** Within a row nothing can come in between. */
    @Test
    void whatIsWrittenMeanwhileIsMovedToAnotherColumnToo() {
        table.addColumn("medium");
        meddled.before(MovedFormsTest::puts, () -> table.put("a", "thumb", new byte[] {2, 2}));
        pfs.forms().move(FROM, "/t/.columns/medium/a", false);
        assertArrayEquals(new byte[] {2, 2}, table.get("a", "medium").orElseThrow());
        assertTrue(table.get("a", "thumb").isEmpty());
    }

    /** Be there a row before or not. */
    @Test
    void whatComesThereMeanwhileIsNotWrittenOver() {
        for (boolean isRowThere : new boolean[] {false, true}) {
            if (isRowThere) {
                table.put("b", "content", new byte[] {7});
            }
            meddled.before(MovedFormsTest::puts, () -> table.put("b", "thumb", new byte[] {9}));
            PfsException refused =
                    assertThrows(PfsException.class, () -> pfs.forms().move(FROM, TO, false));
            assertEquals(ErrorCode.ALREADY_EXISTS, refused.code());
            assertArrayEquals(new byte[] {9}, table.get("b", "thumb").orElseThrow());
            assertArrayEquals(new byte[] {1}, table.get("a", "thumb").orElseThrow());
            other.files().delete("/t/b");
        }
        meddled.before(MovedFormsTest::puts, () -> table.put("b", "thumb", new byte[] {9}));
        pfs.forms().move(FROM, TO, true);
        assertArrayEquals(new byte[] {1}, table.get("b", "thumb").orElseThrow());
    }

    @Test
    void aRowThatComesThereMeanwhileIsNotInTheWay() {
        meddled.before(MovedFormsTest::puts, () -> table.put("b", "content", new byte[] {7}));
        pfs.forms().move(FROM, TO, false);
        assertArrayEquals(new byte[] {1}, table.get("b", "thumb").orElseThrow());
        assertArrayEquals(new byte[] {7}, table.get("b", "content").orElseThrow());
    }

    @Test
    void anEmptyRowThatIsGivenSomethingMeanwhileStays() {
        pfs.forms().move(FROM, TO, false);
        meddled.before(
                RemoveRow.class::isInstance,
                () -> table.edit("a").tag("stars", 5).apply());
        PfsException refused =
                assertThrows(PfsException.class, () -> pfs.forms().removeEmptyRow(FROM));
        assertEquals(ErrorCode.VERSION_CHANGED, refused.code());
        pfs.forms().removeEmptyRow(FROM);
        assertTrue(table.row("a").isPresent());
        table.edit("a").untag("stars").apply();
        pfs.forms().removeEmptyRow(FROM);
        assertFalse(table.row("a").isPresent());
    }

    /** As who is killed there does. */
    @Test
    void whoEndsInBetweenLeavesBoth() {
        meddled.before(MovedFormsTest::takesAway, () -> {
            throw new PfsException(ErrorCode.PERMISSION_DENIED, "planted");
        });
        assertThrows(PfsException.class, () -> pfs.forms().move(FROM, TO, false));
        assertArrayEquals(new byte[] {1}, table.get("a", "thumb").orElseThrow());
        assertArrayEquals(new byte[] {1}, table.get("b", "thumb").orElseThrow());
        pfs.forms().move(FROM, TO, true);
        assertTrue(table.get("a", "thumb").isEmpty());
    }

    @Test
    void aCellGoesToAnotherTableAndColumn() {
        other.createTable("/u").addColumn("small");
        pfs.forms().move(FROM, "/u/.columns/small/x", false);
        assertArrayEquals(
                new byte[] {1}, other.openTable("/u").get("x", "small").orElseThrow());
        assertTrue(table.get("a", "thumb").isEmpty());
        PfsException refused = assertThrows(
                PfsException.class, () -> pfs.forms().move("/u/.columns/small/x", "/u/.columns/content/x", true));
        assertEquals(ErrorCode.NOT_SUPPORTED, refused.code());
    }
}
