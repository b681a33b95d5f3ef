package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.SeatPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How it looks which server has which seats. */
final class SeatPictureTest {
    private static SeatPlace seat(int seat, String server) {
        return new SeatPlace(seat, 256, server.isEmpty() ? Optional.empty() : Optional.of(server));
    }

    @Test
    void aServerHasALetterAndWhatIsServedNowhereADot() {
        SeatPicture picture = new SeatPicture(List.of(seat(0, "b:2"), seat(1, "a:1"), seat(2, ""), seat(3, "b:2")));
        assertEquals(
                List.of(
                        "    0  BA.B",
                        "    A  a:1: 1 seat, 256 shards",
                        "    B  b:2: 2 seats, 512 shards",
                        "    .  served by nobody now: 1 seat, 256 shards"),
                picture.lines());
        assertEquals(
                List.of(
                        "{\"seats\":1,\"shards\":256,\"numbers\":[\"1\"],\"server\":\"a:1\"}",
                        "{\"seats\":2,\"shards\":512,\"numbers\":[\"0\",\"3\"],\"server\":\"b:2\"}",
                        "{\"seats\":1,\"shards\":256,\"numbers\":[\"2\"]}"),
                picture.json().stream().map(Object::toString).toList());
    }

    @Test
    void manySeatsTakeLinesAndServersBehindTheLastLetterShareASign() {
        List<SeatPlace> seats = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            seats.add(seat(i, String.format("h:%02d", i)));
        }
        List<String> lines = new SeatPicture(seats).lines();
        assertEquals("    0  ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz############", lines.get(0));
        assertEquals("   64  #", lines.get(1));
        assertEquals(2 + 65, lines.size());
    }
}
