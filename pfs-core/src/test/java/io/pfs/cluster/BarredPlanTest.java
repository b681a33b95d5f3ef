package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class BarredPlanTest {
    private static final List<String> THREE = List.of("a", "b", "c", "a", "b", "c");

    private final NavigableMap<String, SeatTaker> takers = new TreeMap<>();

    BarredPlanTest() {
        List.of("a", "b", "c").forEach(holder -> takers.put(holder, SeatTaker.ofWeight(1)));
    }

    private void bar(String holder, Integer... seats) {
        takers.put(holder, new SeatTaker(1, new TreeSet<>(List.of(seats)), OptionalInt.empty()));
    }

    private List<String> next(List<String> before) {
        return SeatPlan.among(takers, before.stream().map(Optional::of).toList());
    }

    @Test
    void whereAllCanOpenAllItIsTheUsualPlan() {
        assertEquals(THREE, next(THREE));
        takers.remove("c");
        assertEquals(List.of("a", "b", "a", "a", "b", "b"), next(THREE));
    }

    @Test
    void whatOneCannotOpenAnotherGetsAndNothingElseMoves() {
        bar("a", 3);
        assertEquals(List.of("a", "b", "c", "b", "b", "c"), next(THREE));
    }

    @Test
    void whoCanOpenNothingHasNothing() {
        bar("a", 0, 3);
        assertEquals(List.of("b", "b", "c", "c", "b", "c"), next(THREE));
    }

    @Test
    void whoCannotOpenOneIsGivenNoOtherWhileOthersCan() {
        bar("a", 3);
        takers.remove("b");
        assertEquals(List.of("a", "c", "c", "c", "c", "c"), next(THREE));
    }

    @Test
    void whatNobodyCanOpenSaysNothingOfAnybody() {
        bar("a", 3);
        bar("b", 3);
        bar("c", 3);
        assertEquals(THREE, next(THREE));
        takers.remove("b");
        assertEquals(List.of("a", "a", "c", "a", "c", "c"), next(THREE));
    }

    @Test
    void ifAllHaveTroubleEachSeatGoesToOneThatCanOpenIt() {
        bar("a", 0, 3);
        bar("b", 1);
        bar("c", 3);
        assertEquals(List.of("b", "a", "c", "b", "b", "c"), next(THREE));
    }

    @Test
    void whoTriesASeatGetsThatOne() {
        takers.put("a", new SeatTaker(1, new TreeSet<>(List.of(0)), OptionalInt.of(3)));
        List<String> before = List.of("b", "b", "c", "c", "b", "c");
        assertEquals(List.of("b", "b", "c", "a", "b", "c"), next(before));
    }

    /** Nobody knows yet whether it can. */
    @Test
    void whoTriesTheOnlyOneThatItCouldNotOpenGetsThatOneAlone() {
        bar("a", 0);
        List<String> before = List.of("b", "b", "b", "b", "c", "c", "c", "c");
        assertEquals(before, next(before));
        tries("a", 0);
        assertEquals(List.of("a", "b", "b", "b", "c", "c", "c", "c"), next(before));
    }

    private void tries(String holder, int seat) {
        takers.put(holder, new SeatTaker(1, new TreeSet<>(), OptionalInt.of(seat)));
    }

    @Test
    void whileWhatNobodyCanOpenGoesRoundNothingElseMoves() {
        takers.remove("c");
        bar("a", 0);
        List<String> plan = next(List.of("a", "a", "b", "b"));
        bar("b", 0);
        plan = next(plan);
        for (String holder : List.of("a", "b", "a", "b")) {
            tries(holder, 0);
            plan = next(plan);
            assertEquals(List.of(holder, "a", "b", "b"), plan);
            bar(holder, 0);
            plan = next(plan);
            assertEquals(List.of("a", "b", "b"), plan.subList(1, 4));
        }
    }

    @Test
    void triesOfWhatNobodyCanOpenMoveNothingElseAndLeaveAllBalanced() {
        Seeds.each("BarredPlanTest", 500, BarredPlanTest::hopeless);
    }

    private static void hopeless(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int seats = random.nextInt(1, 30);
        SortedSet<Integer> hopeless = new TreeSet<>();
        for (int times = random.nextInt(1, 4); times > 0; times--) {
            hopeless.add(random.nextInt(seats));
        }
        NavigableMap<Integer, Integer> weights = new TreeMap<>();
        for (int count = random.nextInt(1, 6); count > 0; count--) {
            weights.put(random.nextInt(8), random.nextInt(1, 4));
        }
        List<Optional<Integer>> plan = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            plan.add(random.nextInt(3) == 0 ? Optional.empty() : Optional.of(random.nextInt(8)));
        }
        NavigableMap<Integer, SeatTaker> takers = new TreeMap<>();
        weights.forEach((holder, weight) -> takers.put(holder, new SeatTaker(weight, hopeless, OptionalInt.empty())));
        List<Integer> first = SeatPlan.among(takers, plan);
        SeatPlanTest.requireBalance(first, weights);
        SeatPlanTest.requireLeast(plan, first, weights);
        List<Integer> last = first;
        for (int tries = 0; tries < 10; tries++) {
            int holder = List.copyOf(weights.keySet()).get(random.nextInt(weights.size()));
            int tried = List.copyOf(hopeless).get(random.nextInt(hopeless.size()));
            SortedSet<Integer> others = new TreeSet<>(hopeless);
            others.remove(tried);
            takers.put(holder, new SeatTaker(weights.get(holder), others, OptionalInt.of(tried)));
            last = again(takers, last);
            assertEquals(holder, last.get(tried));
            takers.put(holder, new SeatTaker(weights.get(holder), hopeless, OptionalInt.empty()));
            last = again(takers, last);
            SeatPlanTest.requireBalance(last, weights);
            for (int seat = 0; seat < seats; seat++) {
                assertTrue(hopeless.contains(seat) || last.get(seat).equals(first.get(seat)), "a healthy one moves");
            }
        }
    }

    private static List<Integer> again(NavigableMap<Integer, SeatTaker> takers, List<Integer> before) {
        return SeatPlan.among(takers, before.stream().map(Optional::of).toList());
    }

    @Test
    void whatIsSaidOfSeatsThatAreNotThereIsNothing() {
        takers.put("a", new SeatTaker(1, new TreeSet<>(List.of(77)), OptionalInt.of(78)));
        assertEquals(THREE, next(THREE));
    }

    @Test
    void askedAgainItSaysTheSameAndNobodyHasWhatOnlyOthersCanOpen() {
        Seeds.each("BarredPlanTest", 500, BarredPlanTest::history);
    }

    private static void history(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int seats = random.nextInt(1, 30);
        List<Optional<Integer>> plan = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            plan.add(random.nextInt(3) == 0 ? Optional.empty() : Optional.of(random.nextInt(8)));
        }
        for (int change = 0; change < 10; change++) {
            NavigableMap<Integer, SeatTaker> takers = takers(random, seats);
            List<Integer> next = SeatPlan.among(takers, plan);
            plan = next.stream().map(Optional::of).toList();
            assertEquals(next, SeatPlan.among(takers, plan), () -> "asked again, of " + takers);
            for (int seat = 0; seat < seats; seat++) {
                requireAble(next.get(seat), seat, takers);
            }
        }
    }

    private static NavigableMap<Integer, SeatTaker> takers(SplittableRandom random, int seats) {
        NavigableMap<Integer, SeatTaker> takers = new TreeMap<>();
        int count = random.nextInt(1, 6);
        int troubled = random.nextInt(count + 1);
        for (int i = 0; i < count; i++) {
            SortedSet<Integer> barred = new TreeSet<>();
            for (int times = i < troubled ? random.nextInt(1, seats + 1) : 0; times > 0; times--) {
                barred.add(random.nextInt(seats));
            }
            int tried = random.nextInt(4) == 0 ? random.nextInt(seats) : -1;
            boolean tries = tried >= 0 && !barred.contains(tried);
            takers.put(
                    random.nextInt(8),
                    new SeatTaker(random.nextInt(1, 4), barred, tries ? OptionalInt.of(tried) : OptionalInt.empty()));
        }
        return takers;
    }

    private static void requireAble(int holder, int seat, NavigableMap<Integer, SeatTaker> takers) {
        assertTrue(takers.containsKey(holder));
        boolean canSome =
                takers.values().stream().anyMatch(taker -> !taker.barred().contains(seat));
        assertFalse(canSome && takers.get(holder).barred().contains(seat), () -> holder + " can't open " + seat);
    }
}
