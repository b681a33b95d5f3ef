package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.env.system.Messages;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.Tenure;
import io.pfs.server.store.HeldSeats.Ending;
import io.pfs.testing.FullPipe;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ReadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a seat in the midst of its opening. */
final class HeldSeatsTest {
    private static final ServerId SEAT = new ServerId(0);
    private static final Epoch FIRST = new Epoch(1);
    private static final Epoch SECOND = new Epoch(2);

    @TempDir
    private Path folder;

    private HeldSeats seats;

    /** Has something done while a seat is being opened, just before it is served. */
    private record Meanwhile(Runnable task, boolean holds) implements Tenure {
        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            task.run();
            return () -> {};
        }
    }

    @BeforeEach
    void begin() {
        seats = LoneSeat.in(folder);
    }

    @AfterEach
    void close() {
        seats.close();
    }

    private void ask(Reply.Sink sink) {
        FileSystemFacts facts = seats.facts();
        ReadRow request = new ReadRow(facts.root().table(), RowName.of("row"), List.of());
        Envelope envelope = new Envelope(new RequestId(1, 2, 1), 0, facts.root().base(), request);
        seats.send(List.of(new Call(envelope, Long.MAX_VALUE, sink)));
    }

    private static ErrorCode code(Reply reply) {
        return assertInstanceOf(Refused.class, reply).code();
    }

    @Test
    void whatIsAskedMeanwhileIsAnsweredByTheSeat() {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        seats.open(SEAT, FIRST, new Meanwhile(() -> ask(answer::complete), true));
        assertEquals(ErrorCode.NOT_FOUND, code(answer.join()));
    }

    @Test
    void whatIsAskedMeanwhileIsRefusedIfItDoesNotOpen() {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        Runnable failing = () -> {
            ask(answer::complete);
            throw new PfsException(ErrorCode.NO_SPACE, "planned");
        };
        PfsException cause =
                assertThrows(PfsException.class, () -> seats.open(SEAT, FIRST, new Meanwhile(failing, true)));
        assertEquals(ErrorCode.NO_SPACE, cause.code());
        assertEquals(ErrorCode.NOT_OWNER, code(answer.join()));
        assertEquals(Set.of(), seats.held());
    }

    /** Its keeper tells all of it, who else would take it for served. */
    @Test
    void aSeatThatIsHeldWithoutItsStorageIsNotAnsweredFor() {
        assertFalse(seats.answers(SEAT), "it is not open");
        SwitchedTenure tenure = new SwitchedTenure();
        seats.open(SEAT, FIRST, tenure);
        assertTrue(seats.answers(SEAT));
        tenure.holds = false;
        assertFalse(seats.answers(SEAT));
        assertEquals(Set.of(SEAT), seats.held());
        tenure.holds = true;
        assertTrue(seats.answers(SEAT));
    }

    /** Or a seat would be given to others that is served here. */
    @Test
    void aMistakeInAnAnswerIsNoneOfTheOpening() {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        Reply.Sink throwing = reply -> {
            answer.complete(reply);
            throw new IllegalStateException("planned: the connection has ended, say");
        };
        seats.open(SEAT, FIRST, new Meanwhile(() -> ask(throwing), false));
        assertEquals(ErrorCode.NOT_OWNER, code(answer.join()), "its tenure does not hold any more");
        assertEquals(Set.of(SEAT), seats.held());
        seats.close(SEAT, Ending.AT_ONCE);
    }

    /** It is for people, who may not be there: the seat is served. */
    @Test
    void whatASeatLacksKeepsItFromNothing() throws IOException {
        for (Epoch epoch : List.of(FIRST, SECOND)) {
            seats.open(SEAT, epoch, new SwitchedTenure());
            seats.close(SEAT, Ending.AT_ONCE);
        }
        damage(folder.resolve("pool/" + HomeName.of("server-0000", SECOND) + "/journal/journal-0000000000000001"));
        try (FullPipe pipe = FullPipe.asStandardError()) {
            seats.open(SEAT, new Epoch(3), new SwitchedTenure());
            assertTrue(seats.answers(SEAT));
            pipe.empty();
            Messages.finish();
            assertTrue(
                    pipe.lines().stream().anyMatch(line -> line.startsWith("pfs: seat 0: ")),
                    () -> pipe.lines().toString());
        }
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1; // what it begins with is known without
        Files.write(file, bytes);
    }
}
