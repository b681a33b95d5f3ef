package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.cell.Segment;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class GcChoiceTest {
    private static final long FULL = 8_000;

    private static final long FOREIGN = Segment.idBeforeAll(new ServerId(1)) + 1;

    private final Map<Long, Long> lent = new TreeMap<>();
    private final SegmentCounts counts = new SegmentCounts(new ServerId(0));

    private void segment(long id, long counted, long live) {
        counts.apply(List.of(new CellsCounted(List.of(new Count(id, counted, counted - live)))));
    }

    private GcChoice choose(Set<Long> closed, Set<Long> setAside, GcGoal goal) {
        return GcChoice.of(closed, counts, lent, id -> id != FOREIGN, setAside, goal, FULL);
    }

    @Test
    void halfGarbageIsWorthwhileAndATwentiethIfAllIsWanted() {
        segment(1, 8_000, 4_000);
        segment(2, 8_000, 4_001);
        segment(3, 8_000, 7_600);
        segment(4, 8_000, 7_601);
        Set<Long> closed = Set.of(1L, 2L, 3L, 4L);
        assertEquals(List.of(1L), choose(closed, Set.of(), GcGoal.WORTHWHILE).victims());
        assertEquals(List.of(1L, 2L, 3L), choose(closed, Set.of(), GcGoal.ALL).victims());
    }

    @Test
    void whatIsDeadOrWasNeverCountedIsDeletedAtOnce() {
        segment(1, 8_000, 0);
        GcChoice choice = choose(Set.of(1L, 2L), Set.of(1L), GcGoal.WORTHWHILE);
        assertEquals(Set.of(1L, 2L), Set.copyOf(choice.dead()));
        assertEquals(List.of(), choice.victims());
    }

    @Test
    void whatWasLentIsKeptAndIsNoGarbage() {
        segment(1, 8_000, 0);
        segment(2, 8_000, 2_000);
        lent.put(1L, 10L);
        lent.put(2L, 2_001L);
        assertTrue(choose(Set.of(1L, 2L), Set.of(), GcGoal.WORTHWHILE).isNothing());
        lent.put(2L, 2_000L);
        assertEquals(
                List.of(2L), choose(Set.of(1L, 2L), Set.of(), GcGoal.WORTHWHILE).victims());
    }

    @Test
    void theOneWithTheLeastToCopyComesFirst() {
        segment(1, 8_000, 3_000);
        segment(2, 80_000, 10);
        assertEquals(
                List.of(2L, 1L),
                choose(Set.of(1L, 2L), Set.of(), GcGoal.WORTHWHILE).victims());
    }

    @Test
    void whatIsWrittenOrSetAsideIsLeftAlone() {
        segment(1, 8_000, 1_000);
        segment(2, 8_000, 1_000);
        assertTrue(choose(Set.of(1L), Set.of(1L), GcGoal.ALL).isNothing());
    }

    @Test
    void smallOnesArePutTogetherWhenThereAreMany() {
        LongStream.rangeClosed(1, 17).forEach(id -> segment(id, 900, 900));
        segment(18, 1_000, 1_000);
        Set<Long> few = LongStream.rangeClosed(2, 18).boxed().collect(Collectors.toSet());
        assertTrue(choose(few, Set.of(), GcGoal.WORTHWHILE).isNothing());
        segment(FOREIGN, 100, 100);
        Set<Long> fewAndOneOfOthers = LongStream.rangeClosed(2, 18).boxed().collect(Collectors.toSet());
        fewAndOneOfOthers.add(FOREIGN);
        assertTrue(choose(fewAndOneOfOthers, Set.of(), GcGoal.WORTHWHILE).isNothing());
        Set<Long> many = LongStream.rangeClosed(1, 18).boxed().collect(Collectors.toSet());
        assertEquals(17, choose(many, Set.of(), GcGoal.WORTHWHILE).victims().size());
    }

    @Test
    void smallOnesThatAreLentStayAsTheyAre() {
        LongStream.rangeClosed(1, 17).forEach(id -> segment(id, 900, 890));
        Set<Long> many = LongStream.rangeClosed(1, 17).boxed().collect(Collectors.toSet());
        lent.put(17L, 10L);
        assertTrue(choose(many, Set.of(), GcGoal.WORTHWHILE).isNothing(), "16 that would go");
        segment(18, 900, 900);
        many.add(18L);
        assertEquals(
                LongStream.rangeClosed(1, 18).filter(id -> id != 17).boxed().toList(),
                choose(many, Set.of(), GcGoal.WORTHWHILE).victims().stream()
                        .sorted()
                        .toList());
    }

    @Test
    void onlyWhatFitsIsCopied() {
        segment(1, 8_000, 1_000);
        segment(2, 8_000, 2_000);
        segment(3, 8_000, 3_000);
        segment(4, 8_000, 0);
        GcChoice all = choose(Set.of(1L, 2L, 3L, 4L), Set.of(), GcGoal.SCARCE);
        assertEquals(List.of(1L, 2L), all.within(5_999, counts, id -> true).victims());
        assertEquals(List.of(4L), all.within(0, counts, id -> true).dead());
        assertEquals(List.of(), all.within(999, counts, id -> true).victims());
        assertEquals(all, all.within(6_000, counts, id -> true));
        assertEquals(List.of(1L, 3L), all.within(4_000, counts, id -> id != 2).victims(), "one that would stay");
    }
}
