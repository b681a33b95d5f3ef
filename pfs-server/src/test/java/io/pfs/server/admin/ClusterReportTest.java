package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** What is said of servers that can't open seats. */
final class ClusterReportTest {
    private static final SeatMove FIRST = new SeatMove(1, Optional.empty(), "b:1", SeatMove.Cause.FIRST, 1, 2);
    private static final SeatView SERVED =
            new SeatView(1, OptionalInt.of(1), OptionalInt.of(1), Optional.empty(), Optional.of(FIRST));
    private static final SeatView CLOSED =
            new SeatView(1, OptionalInt.empty(), OptionalInt.of(1), Optional.empty(), Optional.empty());

    private static ClusterReport report(SeatView seat, List<String> drained, SeatTrouble... troubles) {
        List<ServerView> servers = List.of(new ServerView("a:1", 1, 0), new ServerView("b:1", 1, 0));
        ClusterPicture picture =
                new ClusterPicture("pool", "b:1", true, servers, drained, List.of(SERVED, seat), List.of(troubles));
        return new ClusterReport("id", picture, List.of(8, 8));
    }

    private static boolean isHopeless(ClusterReport report) {
        return report.lines().stream().anyMatch(line -> line.startsWith("no server can open seat 1:"));
    }

    @Test
    void whoCannotOpenWhatIsToldAndWhy() {
        ClusterReport report = report(SERVED, List.of(), new SeatTrouble(0, 1, Standing.OTHERS, 1000, "disk full"));
        assertTrue(report.isWhole());
        assertTrue(report.lines()
                .contains("       can't open seat 1, which is for others, since 1970-01-01T00:00:01Z: disk full"));
        assertFalse(isHopeless(report));
        String json = report.json().toString();
        assertTrue(
                json.contains(
                        "\"troubles\":[{\"seat\":1,\"standing\":\"others\",\"sinceMillis\":1000,\"cause\":\"disk full\"}]"),
                json);
        assertTrue(json.contains("\"hopeless\":[]"), json);
    }

    /** Else whoever looks would take for served what answers nothing. */
    @Test
    void aSeatThatIsSilentIsServedByNobodyAndItIsToldWhy() {
        ClusterReport report = report(
                SERVED,
                List.of(),
                new SeatTrouble(1, 0, Standing.SILENT, 1000, "no storage"),
                new SeatTrouble(1, 1, Standing.SILENT, 1400, "no storage"));
        assertFalse(report.isWhole());
        List<String> lines = report.lines();
        assertTrue(lines.contains("    0  .."), lines::toString);
        assertTrue(
                lines.contains("    B  b:1: 0 seats, 0 shards, is to have 2 seats, there since 1970-01-01T00:00:00Z"),
                lines::toString);
        assertTrue(
                lines.contains("       answers nothing of seats 0, 1 since 1970-01-01T00:00:01Z: no storage"),
                lines::toString);
        assertTrue(
                lines.contains(
                        "2 seats served by nobody now (.), 2 of them silent, 0 seats on the way: see bin/pfs admin moves"),
                lines::toString);
        assertFalse(isHopeless(report), "it is open");
        String json = report.json().toString();
        assertTrue(json.contains("\"unserved\":2,\"moving\":0"), json);
        assertTrue(json.contains("\"silent\":[\"0\",\"1\"]"), json);
        assertTrue(
                json.contains("{\"seat\":0,\"standing\":\"silent\",\"sinceMillis\":1000,\"cause\":\"no storage\"}"),
                json);
    }

    /** Who had what is of use to whoever looks for the servers, but is no promise; a move is also told by servers of versions before. */
    @Test
    void ofAServerThatDoesNotReachZooKeeperNothingCountsAsServedNorAsMoving() {
        SeatMove move = new SeatMove(2, Optional.of("b:1"), "a:1", SeatMove.Cause.BALANCE, 3_600_000, 5);
        SeatView held = new SeatView(1, OptionalInt.of(1), OptionalInt.of(0), Optional.of(move), Optional.empty());
        List<ServerView> servers = List.of(new ServerView("a:1", 1, 0), new ServerView("b:1", 1, 0));
        List<SeatTrouble> troubles = List.of(
                new SeatTrouble(0, 1, Standing.HERE, 0, "damaged"), new SeatTrouble(1, 1, Standing.HERE, 0, "damaged"));
        ClusterReport report = new ClusterReport(
                "id",
                new ClusterPicture("pool", "b:1", false, servers, List.of(), List.of(held, CLOSED), troubles),
                List.of(8, 8));
        assertFalse(report.isWhole());
        List<String> lines = report.lines();
        assertEquals(
                "as b:1 heard it last: it does not reach ZooKeeper now, and can't say who serves what", lines.get(1));
        assertEquals("    0  B.", lines.get(2));
        assertTrue(
                lines.contains(
                        "    A  a:1: had 0 seats, 0 shards, was to have 1 seat, there since 1970-01-01T00:00:00Z"),
                lines::toString);
        assertEquals(
                "whether any seat is served now is not known here: ask another server; if none reaches ZooKeeper, look"
                        + " whether it runs",
                lines.get(lines.size() - 1));
        String json = report.json().toString();
        assertTrue(json.contains("\"current\":false,\"seats\":2,\"shards\":16,\"unserved\":2,\"moving\":0"), json);
        assertTrue(json.contains("\"hopeless\":[]"), json);
    }

    /** What it says of a seat that another one has by now counts no more. */
    @Test
    void whoHasASeatNoMoreIsNotHeardOfItsSilence() {
        ClusterReport report = report(SERVED, List.of(), new SeatTrouble(0, 1, Standing.SILENT, 1000, "no storage"));
        assertTrue(report.isWhole());
        assertTrue(report.json().toString().contains("\"silent\":[]"));
    }

    @Test
    void howBusyServersAreIsTold() {
        List<ServerView> servers =
                List.of(new ServerView("a:1", 1, 0), new ServerView("b:1", 1, 0, OptionalInt.of(1_374)));
        ClusterPicture picture = new ClusterPicture("pool", "b:1", true, servers, List.of(), List.of(SERVED));
        ClusterReport report = new ClusterReport("id", picture, List.of(8));
        assertTrue(
                report.lines()
                        .contains(
                                "    B  b:1: 1 seat, 8 shards, busy 137 % of a core, there since 1970-01-01T00:00:00Z"),
                report.lines().toString());
        assertTrue(
                report.lines().contains("    A  a:1: 0 seats, 0 shards, there since 1970-01-01T00:00:00Z"),
                report.lines().toString());
        String json = report.json().toString();
        assertTrue(json.contains("\"busyPermille\":1374"), json);
        assertEquals(json.indexOf("busyPermille"), json.lastIndexOf("busyPermille"), "only who has said: " + json);
    }

    @Test
    void aSeatThatNobodyCanOpenIsToldOnceMore() {
        SeatTrouble a = new SeatTrouble(0, 1, Standing.OTHERS, 0, "damaged");
        SeatTrouble b = new SeatTrouble(1, 1, Standing.TRIED, 0, "damaged");
        assertFalse(isHopeless(report(CLOSED, List.of(), b)));
        assertTrue(isHopeless(report(CLOSED, List.of("a:1"), b)));
        ClusterReport report = report(CLOSED, List.of(), a, b);
        assertTrue(isHopeless(report));
        assertTrue(report.json().toString().contains("\"hopeless\":[\"1\"]"));
        assertEquals(
                2,
                report.lines().stream()
                        .filter(line -> line.contains("can't open seat 1,"))
                        .count());
        assertFalse(isHopeless(report(SERVED, List.of(), a, b)), "what was open before is served");
    }
}
