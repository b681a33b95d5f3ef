package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a drain says, and how it ends. */
final class DrainProgressTest {
    private static final String A = "a:1";
    private static final String B = "b:1";
    private static final int MANY = 1000;

    private final DrainProgress progress = new DrainProgress(A);

    /** Two servers, of which the first holds so many seats. */
    private static ClusterPicture picture(boolean isCurrent, List<String> drained, int held) {
        List<ServerView> servers = List.of(new ServerView(A, 1, 0), new ServerView(B, 1, 0));
        SeatView seat = new SeatView(1, OptionalInt.of(0), OptionalInt.of(1), Optional.empty(), Optional.empty());
        return new ClusterPicture("pool", B, isCurrent, servers, drained, Collections.nCopies(held, seat));
    }

    @Test
    void eachSeatLessIsToldAndTheEnd() {
        assertEquals(Optional.of("a:1 has 2 seats to hand over"), progress.seen(picture(true, List.of(A), 2)));
        assertEquals(Optional.empty(), progress.seen(picture(true, List.of(A), 2)));
        assertEquals(Optional.of("a:1 has 1 seat to hand over"), progress.seen(picture(true, List.of(A), 1)));
        assertFalse(progress.isDone());
        assertEquals(Optional.empty(), progress.seen(picture(true, List.of(A), 0)));
        assertTrue(progress.isDone());
    }

    @Test
    void whatTakesLongIsToldAgain() {
        List<String> lines = Collections.nCopies(MANY, picture(true, List.of(A), 2)).stream()
                .flatMap(picture -> progress.seen(picture).stream())
                .toList();
        assertTrue(lines.size() > 2 && lines.size() < MANY / 10, lines.toString());
        assertEquals("a:1 has 2 seats to hand over still", lines.get(1));
    }

    /** It may be before or behind: neither that all is done nor that it was undone can be told from it. */
    @Test
    void aPictureThatIsOldEndsNothing() {
        Optional<String> line = Optional.empty();
        for (int i = 0; i < MANY; i++) {
            Optional<String> next = progress.seen(picture(false, i % 2 == 0 ? List.of() : List.of(A), 0));
            line = next.isPresent() ? next : line;
        }
        assertFalse(progress.isDone());
        assertTrue(line.orElseThrow().contains("does not reach ZooKeeper"), line.toString());
    }

    /** Whoever is asked next may hear of it later than who wrote it down. */
    @Test
    void whoHasNotHeardYetDoesNotSayThatItWasUndone() {
        for (int i = 0; i < 10; i++) {
            assertEquals(Optional.empty(), progress.seen(picture(true, List.of(), 0)));
            assertFalse(progress.isDone());
        }
        assertEquals(Optional.empty(), progress.seen(picture(true, List.of(A), 0)));
        assertTrue(progress.isDone());
    }

    @Test
    void whatWasUndoneBeforeAnybodySawItEnds() {
        PfsException undone = assertThrows(PfsException.class, () -> {
            for (int i = 0; i < MANY; i++) {
                Optional<String> unused = progress.seen(picture(true, List.of(), 2));
            }
        });
        assertEquals(ErrorCode.VERSION_CHANGED, undone.code());
    }

    /** Two were drained at once, each while the other was to take its seats. */
    @Test
    void nothingMovesWhereAllAreDrained() {
        PfsException refused = assertThrows(PfsException.class, () -> progress.seen(picture(true, List.of(A, B), 2)));
        assertEquals(ErrorCode.NOT_SUPPORTED, refused.code());
    }
}
