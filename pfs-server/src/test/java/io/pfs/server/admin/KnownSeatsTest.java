package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.SeatTrouble.Standing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What servers know of seats beyond what clients do. */
final class KnownSeatsTest {
    private static final SeatMove FIRST = new SeatMove(1, Optional.empty(), "b:1", SeatMove.Cause.FIRST, 1, 2);
    private static final SeatView SERVED =
            new SeatView(1, OptionalInt.of(1), OptionalInt.of(1), Optional.empty(), Optional.of(FIRST));
    private static final List<SeatPlace> PLACES =
            List.of(new SeatPlace(0, 8, Optional.of("b:1")), new SeatPlace(1, 8, Optional.of("b:1")));
    private static final List<String> LINE = List.of("a line");

    private static ClusterPicture picture(boolean isCurrent, SeatTrouble... troubles) {
        List<ServerView> servers = List.of(new ServerView("a:1", 1, 0), new ServerView("b:1", 1, 0));
        return new ClusterPicture(
                "pool", "b:1", isCurrent, servers, List.of(), List.of(SERVED, SERVED), List.of(troubles));
    }

    private static KnownSeats refused(ErrorCode code) {
        return KnownSeats.of(PLACES, () -> {
            throw new PfsException(code, "planned");
        });
    }

    private static String json(KnownSeats seats) {
        return seats.json(List.of(Json.object().with("seats", 2))).toString();
    }

    @Test
    void aSilentSeatIsWithoutAServer() {
        SeatTrouble silence = new SeatTrouble(1, 1, Standing.SILENT, 1000, "no storage");
        KnownSeats seats = KnownSeats.of(PLACES, () -> picture(true, silence));
        assertEquals(List.of(PLACES.get(0), new SeatPlace(1, 8, Optional.empty())), seats.places());
        assertFalse(seats.isWhole());
        assertEquals(LINE, seats.lines(LINE));
        assertEquals("[{\"seats\":2,\"current\":true}]", json(seats));
    }

    @Test
    void whatWasHeardLastIsNoPromise() {
        assertTrue(KnownSeats.of(PLACES, () -> picture(true)).isWhole());
        KnownSeats old = KnownSeats.of(PLACES, () -> picture(false));
        assertFalse(old.isWhole());
        assertEquals(PLACES, old.places());
        assertEquals(
                List.of(
                        "as b:1 heard it last: it does not reach ZooKeeper now, and can't say who serves what",
                        "a line"),
                old.lines(LINE));
        assertEquals("[{\"seats\":2,\"current\":false}]", json(old));
    }

    /** In a list nothing moves, and who is no superuser is told no more. */
    @Test
    void whereNoMoreCanBeToldPlacesAreWhatClientsKnow() {
        for (ErrorCode code : List.of(ErrorCode.NOT_SUPPORTED, ErrorCode.PERMISSION_DENIED)) {
            KnownSeats seats = refused(code);
            assertEquals(new KnownSeats(PLACES, Optional.empty()), seats);
            assertTrue(seats.isWhole());
            assertEquals(LINE, seats.lines(LINE));
            assertEquals("[{\"seats\":2}]", json(seats));
        }
    }

    /** Who doesn't answer may serve nothing of what clients remember. */
    @Test
    void anyOtherRefusalIsTheAnswer() {
        for (ErrorCode code : List.of(ErrorCode.BUSY, ErrorCode.UNREACHABLE)) {
            assertSame(
                    code, assertThrows(PfsException.class, () -> refused(code)).code());
        }
    }
}
