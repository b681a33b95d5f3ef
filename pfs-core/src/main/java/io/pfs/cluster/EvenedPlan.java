package io.pfs.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The plan that follows one that stands where loads are uneven: one seat goes from who has much to do to another one, or two change places.
 *
 * <p>Of the two holders that this concerns, both have clearly less to do afterwards, for their weights, than the hotter one had. So nobody becomes the hottest by it, and while
 * loads stay as they are no plan comes again: steps come to an end.
 *
 * <p>{@link SeatPlan} leaves what comes of it as it is: numbers of seats stay proportional to weights, rounded down or up, and neither undoes what the other one did.
 */
final class EvenedPlan<H extends Comparable<H>> {
    /** Who has less to do than so is left alone, however little the others have: of 1,000, the time of one thread. */
    private static final int HOT_FROM_PERMILLE = 250;

    private static final double HOT_FROM_TIMES_MEAN = 1.3;

    /** Loads are told coarsely, and seldom: what is won must be clear. A word may be wrong by a quarter, so now and then a step is of no use. */
    private static final double BETTER_FROM = 0.85;

    private final List<H> plan;
    private final NavigableMap<H, Integer> weights;
    private final List<Integer> loads;
    private final IntPredicate mayMove;
    private final Map<H, Integer> loadOf = new TreeMap<>();

    /**
     * What a step comes to.
     *
     * @param back what the other one gives for the seat, if anything
     * @param heat of the hotter one of the two, afterwards
     * @param movedLoad of what changes its place
     */
    private record Step<H>(int seat, H from, H to, OptionalInt back, double heat, int movedLoad) {
        /** The best one comes first: where two win as much, the one that disturbs less. */
        static <H> Comparator<Step<H>> byGain() {
            return Comparator.comparingDouble((Step<H> step) -> step.heat)
                    .thenComparing(step -> step.back.isPresent())
                    .thenComparingInt(step -> step.movedLoad);
        }
    }

    EvenedPlan(List<H> plan, NavigableMap<H, Integer> weights, List<Integer> loads, IntPredicate mayMove) {
        this.plan = plan;
        this.weights = weights;
        this.loads = loads;
        this.mayMove = mayMove;
        IntStream.range(0, plan.size()).forEach(seat -> loadOf.merge(plan.get(seat), loads.get(seat), Integer::sum));
    }

    Optional<List<H>> next() {
        double weight = weights.values().stream().mapToInt(w -> w).sum();
        double mean = loads.stream().mapToInt(load -> load).sum() / weight;
        return weights.keySet().stream()
                .filter(holder -> load(holder) >= HOT_FROM_PERMILLE && heat(holder) >= HOT_FROM_TIMES_MEAN * mean)
                .sorted(Comparator.comparingDouble((H holder) -> heat(holder)).reversed())
                .flatMap(holder -> best(holder).stream())
                .findFirst()
                .map(this::after);
    }

    private Optional<Step<H>> best(H from) {
        double heatMax = BETTER_FROM * heat(from);
        return weights.keySet().stream()
                .filter(to -> !to.equals(from) && heat(to) < heatMax)
                .flatMap(to -> steps(from, to))
                .filter(step -> step.heat() <= heatMax)
                .min(Step.byGain());
    }

    private Stream<Step<H>> steps(H from, H to) {
        List<Integer> given = movable(from);
        List<Integer> taken = movable(to);
        Stream<Step<H>> moves = given.stream()
                .limit(mayHaveOneMore(to, given) ? given.size() : 0)
                .map(seat -> step(seat, to, OptionalInt.empty()));
        Stream<Step<H>> exchanges =
                given.stream().flatMap(seat -> taken.stream().map(back -> step(seat, to, OptionalInt.of(back))));
        return Stream.concat(moves, exchanges);
    }

    private List<Integer> movable(H holder) {
        return IntStream.range(0, plan.size())
                .filter(seat -> plan.get(seat).equals(holder) && mayMove.test(seat))
                .boxed()
                .toList();
    }

    /** Whether the usual plan leaves it so: that goes by numbers, whichever seat it is. */
    private boolean mayHaveOneMore(H holder, List<Integer> given) {
        if (given.isEmpty()) {
            return false;
        }
        List<H> after = new ArrayList<>(plan);
        after.set(given.get(0), holder);
        return SeatPlan.isKept(after, weights);
    }

    private Step<H> step(int seat, H to, OptionalInt back) {
        H from = plan.get(seat);
        int backLoad = back.isPresent() ? loads.get(back.getAsInt()) : 0;
        int more = loads.get(seat) - backLoad;
        double heat = Math.max(heat(from, -more), heat(to, more));
        return new Step<>(seat, from, to, back, heat, loads.get(seat) + backLoad);
    }

    private double heat(H holder) {
        return heat(holder, 0);
    }

    /** What it has to do for its weight, if it had so much more. */
    private double heat(H holder, int more) {
        return (double) (load(holder) + more) / weights.getOrDefault(holder, 1);
    }

    private int load(H holder) {
        return loadOf.getOrDefault(holder, 0);
    }

    private List<H> after(Step<H> step) {
        List<H> after = new ArrayList<>(plan);
        after.set(step.seat(), step.to());
        step.back().ifPresent(back -> after.set(back, step.from()));
        return List.copyOf(after);
    }
}
