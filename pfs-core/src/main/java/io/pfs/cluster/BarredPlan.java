package io.pfs.cluster;

import io.pfs.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The plan where somebody can't open some of the seats.
 *
 * <p>Such a holder keeps what it has and is given nothing else: what keeps it from one seat may keep it from others, which are served where
 * they are. So it is while it tries one again: nobody knows yet whether it can. A seat that nobody can open says nothing of any holder, and is planned as
 * all others, but moves before these do: wherever it is, nobody is served by it.
 *
 * <p>Asked again, it says the same: what is fixed is so by who has it, and for the rest {@link SeatPlan} answers.
 */
final class BarredPlan<H extends Comparable<H>> {
    private final List<Optional<H>> before;
    private final NavigableMap<H, SeatTaker> takers;
    /** Those who can't open all that somebody can, or try to. */
    private final NavigableSet<H> limited = new TreeSet<>();

    BarredPlan(List<Optional<H>> before, NavigableMap<H, SeatTaker> takers) {
        this.before = before;
        this.takers = takers;
        takers.forEach((holder, taker) -> {
            if (isLimited(taker)) {
                limited.add(holder);
            }
        });
    }

    List<H> next() {
        List<Optional<H>> fixed =
                IntStream.range(0, before.size()).mapToObj(this::fixed).toList();
        List<Integer> free = IntStream.range(0, before.size())
                .filter(seat -> fixed.get(seat).isEmpty())
                .boxed()
                .toList();
        List<Optional<H>> plan = new ArrayList<>(fixed);
        NavigableMap<H, Integer> able = able();
        if (able.isEmpty()) {
            free.forEach(seat -> plan.set(seat, Optional.of(fewest(seat, plan))));
        } else {
            List<H> shared = SeatPlan.next(free.stream().map(before::get).toList(), able, i -> isHopeless(free.get(i)));
            IntStream.range(0, free.size()).forEach(i -> plan.set(free.get(i), Optional.of(shared.get(i))));
        }
        return plan.stream().map(Optional::orElseThrow).toList();
    }

    private Optional<H> fixed(int seat) {
        Optional<H> trying =
                takers.keySet().stream().filter(holder -> tries(holder, seat)).findFirst();
        return trying.isPresent()
                ? trying
                : before.get(seat).filter(takers::containsKey).filter(h -> limited.contains(h) && !isBarred(h, seat));
    }

    /** Those who can open all that somebody can, as far as is known. */
    private NavigableMap<H, Integer> able() {
        NavigableMap<H, Integer> able = new TreeMap<>();
        takers.forEach((holder, taker) -> {
            if (!limited.contains(holder)) {
                able.put(holder, taker.weight());
            }
        });
        return able;
    }

    private boolean isLimited(SeatTaker taker) {
        return taker.barred().stream().anyMatch(seat -> isThere(seat) && !isHopeless(seat))
                || taker.tried().stream().anyMatch(this::isThere);
    }

    private boolean isThere(int seat) {
        return seat < before.size();
    }

    /** Whether it can't open what somebody else can. */
    private boolean isBarred(H holder, int seat) {
        return bars(holder, seat) && !isHopeless(seat);
    }

    private boolean isHopeless(int seat) {
        return takers.keySet().stream().allMatch(holder -> bars(holder, seat));
    }

    private boolean bars(H holder, int seat) {
        return taker(holder).barred().contains(seat);
    }

    private boolean tries(H holder, int seat) {
        return taker(holder).tried().orElse(-1) == seat;
    }

    /** Of those who can open it, the one with fewest for its weight. */
    private H fewest(int seat, List<Optional<H>> plan) {
        return takers.keySet().stream()
                .filter(holder -> !isBarred(holder, seat))
                .min(Comparator.comparingDouble((H holder) -> (double) plan.stream()
                                .filter(Optional.of(holder)::equals)
                                .count()
                        / taker(holder).weight()))
                .orElseThrow();
    }

    private SeatTaker taker(H holder) {
        return Check.present(takers.get(holder), "who holds a seat can hold one");
    }
}
