package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class EvenedPlanTest {
    private static final List<String> SIX = List.of("a", "a", "a", "b", "b", "b");

    private final NavigableMap<String, Integer> weights = new TreeMap<>();

    EvenedPlanTest() {
        weights.put("a", 1);
        weights.put("b", 1);
    }

    private Optional<List<String>> evened(List<String> plan, Integer... loads) {
        return SeatPlan.evened(plan, weights, List.of(loads), seat -> true);
    }

    @Test
    void aHotSeatIsExchangedForACoolOne() {
        assertEquals(Optional.of(List.of("b", "a", "a", "a", "b", "b")), evened(SIX, 300, 310, 10, 10, 20, 20));
        assertEquals(Optional.of(List.of("a", "b", "a", "a", "b", "b")), evened(SIX, 10, 20, 30, 300, 10, 310));
    }

    @Test
    void whereSeatsAreManyOfOneAndFewOfAnotherOneMoves() {
        assertEquals(Optional.of(List.of("b", "a", "b")), evened(List.of("a", "a", "b"), 300, 300, 0));
    }

    @Test
    void whereNumbersOfSeatsComeFirstNothingElseMoves() {
        assertEquals(Optional.empty(), evened(List.of("a", "a", "b", "b"), 300, 300, 300, 0));
        assertEquals(Optional.empty(), evened(List.of("a", "a", "a", "b"), 400, 400, 400, 0));
    }

    @Test
    void whatWouldOnlyMakeAnotherOneTheHottestIsLeft() {
        assertEquals(Optional.empty(), evened(SIX, 900, 0, 0, 0, 0, 0));
        assertEquals(Optional.empty(), evened(SIX, 900, 20, 10, 0, 0, 0));
    }

    @Test
    void whoHasOneThatIsTooHotForAllGivesTheOthersAway() {
        assertEquals(Optional.of(List.of("a", "b", "a", "a", "b", "b")), evened(SIX, 600, 300, 0, 0, 0, 0));
    }

    @Test
    void whereOneCannotBeHelpedTheNextOneIs() {
        weights.put("c", 1);
        List<String> plan = List.of("a", "a", "b", "b", "c", "c");
        assertEquals(Optional.of(List.of("a", "a", "c", "b", "b", "c")), evened(plan, 1000, 0, 400, 400, 0, 0));
    }

    @Test
    void whoIsIdleIsLeftAlone() {
        assertEquals(Optional.empty(), evened(SIX, 80, 80, 80, 0, 0, 0));
    }

    @Test
    void whatIsEvenEnoughIsLeftAlone() {
        assertEquals(Optional.empty(), evened(SIX, 200, 200, 200, 160, 160, 160));
        assertEquals(Optional.empty(), evened(SIX, 290, 290, 290, 160, 160, 160), "less than 1.3 times the mean");
    }

    @Test
    void whoHasTwiceTheWeightMayHaveTwiceTheLoad() {
        weights.put("a", 2);
        assertEquals(Optional.empty(), evened(List.of("a", "a", "a", "a", "b", "b"), 200, 200, 200, 200, 200, 200));
    }

    @Test
    void whatMayNotMoveStays() {
        assertEquals(
                Optional.of(List.of("a", "b", "a", "b", "a", "b")),
                SeatPlan.evened(SIX, weights, List.of(300, 300, 10, 10, 20, 20), seat -> seat != 0 && seat != 3));
        assertEquals(Optional.empty(), SeatPlan.evened(SIX, weights, List.of(300, 300, 10, 10, 20, 20), seat -> false));
    }

    @Test
    void anyLoadsComeToRestWithFewSteps() {
        Seeds.each("EvenedPlanTest", 500, EvenedPlanTest::comesToRest);
    }

    private static void comesToRest(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int seats = random.nextInt(1, 60);
        TreeMap<Integer, Integer> weights = new TreeMap<>();
        for (int count = random.nextInt(1, 8); count > 0; count--) {
            weights.put(random.nextInt(1000), random.nextInt(3) == 0 ? random.nextInt(1, 4) : 1);
        }
        List<Integer> loads = loads(random, seats);
        List<Integer> plan = SeatPlan.next(Collections.nCopies(seats, Optional.empty()), weights);
        Set<List<Integer>> all = new HashSet<>(Set.of(plan));
        Optional<List<Integer>> next = SeatPlan.evened(plan, weights, loads, seat -> true);
        while (next.isPresent()) {
            requireStep(plan, next.get(), weights, loads);
            assertTrue(all.add(next.get()), "no plan comes again");
            plan = next.get();
            next = SeatPlan.evened(plan, weights, loads, seat -> true);
        }
        assertTrue(all.size() - 1 <= seats, all.size() - 1 + " steps of " + seats + " seats");
    }

    /** Many have little to do, and some have much. */
    private static List<Integer> loads(SplittableRandom random, int seats) {
        int hotPercent = random.nextInt(100);
        return IntStream.range(0, seats)
                .map(seat -> random.nextInt(random.nextInt(100) < hotPercent ? 1000 : 50))
                .boxed()
                .toList();
    }

    private static void requireStep(
            List<Integer> plan, List<Integer> next, NavigableMap<Integer, Integer> weights, List<Integer> loads) {
        long moved = IntStream.range(0, plan.size())
                .filter(seat -> !plan.get(seat).equals(next.get(seat)))
                .count();
        assertTrue(moved == 1 || moved == 2, moved + " seats move");
        SeatPlanTest.requireBalance(next, weights);
        assertEquals(next, SeatPlan.next(next.stream().map(Optional::of).toList(), weights), "it is kept");
        assertTrue(isCooler(heats(next, weights, loads), heats(plan, weights, loads)), "a step makes it better");
    }

    /** From the hottest on: the first that differs tells. */
    private static boolean isCooler(List<Double> heats, List<Double> than) {
        return IntStream.range(0, heats.size())
                .filter(i -> !heats.get(i).equals(than.get(i)))
                .mapToObj(i -> heats.get(i) < than.get(i))
                .findFirst()
                .orElse(false);
    }

    private static List<Double> heats(List<Integer> plan, NavigableMap<Integer, Integer> weights, List<Integer> loads) {
        List<Double> heats = new ArrayList<>();
        weights.forEach((holder, weight) -> heats.add(IntStream.range(0, plan.size())
                        .filter(seat -> plan.get(seat).equals(holder))
                        .map(loads::get)
                        .sum()
                / (double) weight));
        heats.sort(Comparator.reverseOrder());
        return heats;
    }
}
