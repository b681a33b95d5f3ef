package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ServerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a server says of what its seats have to do, and when. */
final class OwnLoadsTest {
    private static final ServerId ONE = new ServerId(1);
    private static final ServerId TWO = new ServerId(2);
    private static final int LONG_ENOUGH = 8;
    private static final int BETWEEN_WORDS = 4;

    private final Map<ServerId, Epoch> open = new TreeMap<>();
    private final Map<ServerId, Long> busyNs = new TreeMap<>();
    private final OwnLoads loads = new OwnLoads(seat -> busyNs.getOrDefault(seat, 0L));
    private long nowNs = -7;

    OwnLoadsTest() {
        open.put(ONE, new Epoch(5));
        assertEquals(Optional.empty(), sample(0));
    }

    /** Time passes in which all seats are busy for so much of it. */
    private Optional<SeatLoads> sample(int permille) {
        nowNs += OwnLoads.SAMPLE_NS;
        open.keySet().forEach(seat -> busyNs.merge(seat, OwnLoads.SAMPLE_NS / 1000 * permille, Long::sum));
        return loads.sample(open, nowNs);
    }

    private List<SeatLoads> samples(int count, int permille) {
        List<SeatLoads> said = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sample(permille).ifPresent(said::add);
        }
        return said;
    }

    private static SeatLoads said(int permille) {
        return new SeatLoads(new TreeMap<>(Map.of(ONE, permille)));
    }

    @Test
    void whatWasOpenedOnlyJustIsNotTalkedOf() {
        assertEquals(List.of(), samples(LONG_ENOUGH - 1, 333));
        assertEquals(Optional.of(said(330)), sample(333));
        assertEquals(List.of(), samples(100, 333));
    }

    @Test
    void whatIsIdleIsTalkedOfToo() {
        assertEquals(List.of(said(0)), samples(100, 0));
    }

    @Test
    void whatIsOpenedAnewBeginsAnew() {
        assertEquals(List.of(said(100)), samples(LONG_ENOUGH, 100));
        open.put(ONE, new Epoch(7));
        busyNs.clear();
        assertEquals(List.of(SeatLoads.NONE), samples(LONG_ENOUGH, 200));
        assertEquals(List.of(said(200)), samples(1, 200));
    }

    @Test
    void whatIsClosedIsTalkedOfNoMore() {
        assertEquals(List.of(said(100)), samples(LONG_ENOUGH, 100));
        open.clear();
        assertEquals(List.of(SeatLoads.NONE), samples(100, 0));
    }

    @Test
    void smallChangesAreKeptToOneself() {
        assertEquals(List.of(said(100)), samples(LONG_ENOUGH, 100));
        assertEquals(List.of(), samples(100, 130));
        assertEquals(1, samples(100, 150).size());
        assertEquals(List.of(), samples(100, 160));
    }

    @Test
    void largeChangesAreSaidNotTooOften() {
        assertEquals(List.of(said(0)), samples(LONG_ENOUGH, 0));
        int words = samples(10 * BETWEEN_WORDS, 0).size();
        for (int turn = 0; turn < 10; turn++) {
            words += samples(BETWEEN_WORDS, turn % 2 == 0 ? 1000 : 0).size();
        }
        assertTrue(words > 1 && words <= 10, words + " words");
    }

    @Test
    void absurdTimesAreCut() {
        assertEquals(List.of(said(SeatLoads.PERMILLE_MAX)), samples(LONG_ENOUGH, 5000));
        busyNs.clear();
        samples(100, 0);
        assertEquals(List.of(), samples(100, 0));
    }

    @Test
    void aNewMemberSaysEverythingAnew() {
        assertEquals(List.of(said(100)), samples(LONG_ENOUGH, 100));
        loads.membershipLost();
        assertEquals(List.of(said(100)), samples(LONG_ENOUGH + 1, 100));
    }

    @Test
    void whatIsOpenedLaterIsTalkedOfLater() {
        open.put(TWO, new Epoch(1));
        List<SeatLoads> said = samples(100, 40);
        assertEquals(2, said.size(), said::toString);
        assertEquals(Map.of(ONE, 40, TWO, 40), said.get(1).permille());
    }
}
