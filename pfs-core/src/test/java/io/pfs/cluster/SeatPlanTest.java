package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SeatPlanTest {
    @Test
    void oneHolderHasAll() {
        assertEquals(List.of("a", "a", "a"), SeatPlan.next(nobody(3), weights("a")));
    }

    @Test
    void whoJoinsGetsItsShareAndNothingElseMoves() {
        List<String> two = SeatPlan.next(planned(List.of("a", "a", "a", "a")), weights("a", "b"));
        assertEquals(List.of("a", "a", "b", "b"), two);
        assertEquals(List.of("a", "a", "b", "c"), SeatPlan.next(planned(two), weights("a", "b", "c")));
    }

    @Test
    void whatALeavingOneHadIsSpreadOverTheOthers() {
        List<String> three = List.of("a", "b", "c", "a", "b", "c");
        assertEquals(List.of("a", "b", "a", "a", "b", "b"), SeatPlan.next(planned(three), weights("a", "b")));
    }

    @Test
    void somebodyMustBeThere() {
        assertThrows(PfsException.class, () -> SeatPlan.next(nobody(2), new TreeMap<String, Integer>()));
    }

    @Test
    void anyHistoryOfHoldersStaysBalancedAndMovesTheLeast() {
        Seeds.each("SeatPlanTest", 300, SeatPlanTest::history);
    }

    private static void history(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int seats = random.nextInt(1, 100);
        TreeMap<Integer, Integer> weights = new TreeMap<>();
        weights.put(random.nextInt(1000), random.nextInt(1, 4));
        List<Integer> plan = SeatPlan.next(Collections.nCopies(seats, Optional.empty()), weights);
        for (int change = 0; change < 30; change++) {
            if (weights.size() > 1 && random.nextInt(3) == 0) {
                weights.remove(List.copyOf(weights.keySet()).get(random.nextInt(weights.size())));
            } else {
                weights.put(random.nextInt(1000), random.nextInt(1, 4));
            }
            List<Integer> next = SeatPlan.next(planned(plan), weights);
            assertEquals(next, SeatPlan.next(planned(next), weights), "asked again");
            requireBalance(next, weights);
            requireLeast(planned(plan), next, weights);
            plan = next;
        }
    }

    static void requireBalance(List<Integer> plan, NavigableMap<Integer, Integer> weights) {
        int total = weights.values().stream().mapToInt(w -> w).sum();
        weights.forEach((holder, weight) -> {
            int floor = plan.size() * weight / total;
            int has = Collections.frequency(plan, holder);
            assertTrue(has == floor || has == floor + 1, holder + " of " + weights + " has " + has + " of " + plan);
        });
    }

    /** No plan as balanced leaves more where it is: kept is all of what each had, up to its share. */
    static void requireLeast(
            List<Optional<Integer>> before, List<Integer> after, NavigableMap<Integer, Integer> weights) {
        int kept = 0;
        int keepable = 0;
        for (int seat = 0; seat < before.size(); seat++) {
            kept += before.get(seat).equals(Optional.of(after.get(seat))) ? 1 : 0;
        }
        for (int holder : weights.keySet()) {
            int had = Collections.frequency(before, Optional.of(holder));
            keepable += Math.min(had, Collections.frequency(after, holder));
        }
        assertEquals(keepable, kept);
    }

    private static NavigableMap<String, Integer> weights(String... holders) {
        NavigableMap<String, Integer> weights = new TreeMap<>();
        List.of(holders).forEach(holder -> weights.put(holder, 1));
        return weights;
    }

    private static List<Optional<String>> nobody(int seats) {
        return Collections.nCopies(seats, Optional.empty());
    }

    private static <H> List<Optional<H>> planned(List<H> plan) {
        List<Optional<H>> planned = new ArrayList<>();
        plan.forEach(holder -> planned.add(Optional.of(holder)));
        return planned;
    }
}
