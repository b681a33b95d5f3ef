package io.pfs.cluster;

import io.pfs.Check;
import io.pfs.ServerId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Who is to hold each seat. A pure function of the holders, their weights and who was to hold the seats before: whoever
 * computes it gets the same one. Unlike shards, seats need not be cut from a line: each has its part of every table
 * that is spread over all shards, whichever seats it comes together with.
 */
public final class SeatPlan {
    private SeatPlan() {}

    /**
     * The plan that follows another one: each holder gets its share of the seats, rounded down or up, and as few seats
     * as possible go to another. Asked again, with what it said before, it says the same.
     *
     * @param before of each seat, by its number; who is not in {@code weights} is no more
     * @param weights of those who can hold any, at least one
     */
    public static <H extends Comparable<H>> List<H> next(List<Optional<H>> before, NavigableMap<H, Integer> weights) {
        return next(before, weights, seat -> false);
    }

    /** The same, where some seats are to move before all others do. */
    static <H extends Comparable<H>> List<H> next(
            List<Optional<H>> before, NavigableMap<H, Integer> weights, IntPredicate isFirstToMove) {
        Check.that(!weights.isEmpty(), "somebody can hold a seat");
        List<H> holders = List.copyOf(weights.keySet());
        int[] planned = before.stream()
                .mapToInt(holder -> holder.map(holders::indexOf).orElse(LineCutter.NOBODY))
                .toArray();
        int[] owned = owned(planned, holders.size(), seat -> true);
        int[] staying = owned(planned, holders.size(), isFirstToMove.negate());
        int[] quotas = new Shares(members(weights)).quotas(planned.length, owned, staying);
        takeAway(planned, owned, quotas, isFirstToMove);
        takeAway(planned, owned, quotas, seat -> true);
        giveOut(planned, owned, quotas);
        return Arrays.stream(planned).mapToObj(holders::get).toList();
    }

    /**
     * The same, where some say that they can't open some of the seats: others get these, if there are any that can. Who says so keeps what it has
     * else, and is given nothing more but what it wants to try.
     */
    public static <H extends Comparable<H>> List<H> among(NavigableMap<H, SeatTaker> takers, List<Optional<H>> before) {
        Check.that(!takers.isEmpty(), "somebody can hold a seat");
        return new BarredPlan<>(before, takers).next();
    }

    /**
     * The plan that follows one that stands, where loads are uneven: in one or two seats it is another one, which {@link #next} leaves as it is. Empty if
     * they are even enough, if no such step makes it clearly better, or if numbers of seats come first.
     *
     * @param loads what each seat has to do, by its number: of 1,000, the time of one thread
     * @param mayMove seats that may go elsewhere for that
     */
    public static <H extends Comparable<H>> Optional<List<H>> evened(
            List<H> plan, NavigableMap<H, Integer> weights, List<Integer> loads, IntPredicate mayMove) {
        Check.that(loads.size() == plan.size(), "of each seat is known what it has to do", loads.size());
        return isKept(plan, weights) ? new EvenedPlan<>(plan, weights, loads, mayMove).next() : Optional.empty();
    }

    static <H extends Comparable<H>> boolean isKept(List<H> plan, NavigableMap<H, Integer> weights) {
        return next(plan.stream().map(Optional::of).toList(), weights).equals(plan);
    }

    private static List<Member> members(NavigableMap<?, Integer> weights) {
        List<Member> members = new ArrayList<>();
        weights.values().forEach(weight -> members.add(new Member(new ServerId(members.size()), weight)));
        return members;
    }

    private static int[] owned(int[] planned, int holders, IntPredicate isCounted) {
        int[] owned = new int[holders];
        IntStream.range(0, planned.length)
                .filter(seat -> planned[seat] != LineCutter.NOBODY && isCounted.test(seat))
                .forEach(seat -> owned[planned[seat]]++);
        return owned;
    }

    /** From who has too many, the last ones that may be taken. */
    private static void takeAway(int[] planned, int[] owned, int[] quotas, IntPredicate mayBeTaken) {
        for (int seat = planned.length - 1; seat >= 0; seat--) {
            int holder = planned[seat];
            if (holder != LineCutter.NOBODY && owned[holder] > quotas[holder] && mayBeTaken.test(seat)) {
                planned[seat] = LineCutter.NOBODY;
                owned[holder]--;
            }
        }
    }

    /** Each seat to who lacks most, so that neighbours go to different holders. */
    private static void giveOut(int[] planned, int[] owned, int[] quotas) {
        for (int seat = 0; seat < planned.length; seat++) {
            if (planned[seat] == LineCutter.NOBODY) {
                int holder = IntStream.range(0, quotas.length)
                        .boxed()
                        .max(Comparator.comparing((Integer h) -> quotas[h] - owned[h])
                                .thenComparing(Comparator.reverseOrder()))
                        .orElseThrow();
                planned[seat] = holder;
                owned[holder]++;
            }
        }
    }
}
