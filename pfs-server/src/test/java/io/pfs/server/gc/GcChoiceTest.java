package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class GcChoiceTest {
    private static final long FULL = 8_000;

    private final SegmentCounts counts = new SegmentCounts(new ServerId(0));

    private void segment(long id, long counted, long live) {
        counts.apply(List.of(new CellsCounted(List.of(new Count(id, counted, counted - live)))));
    }

    private GcChoice choose(Set<Long> closed, Set<Long> setAside, GcGoal goal) {
        return GcChoice.of(closed, counts, setAside, goal, FULL);
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
        Set<Long> many = LongStream.rangeClosed(1, 18).boxed().collect(Collectors.toSet());
        assertEquals(17, choose(many, Set.of(), GcGoal.WORTHWHILE).victims().size());
    }
}
