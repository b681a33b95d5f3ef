package io.pfs.server.owner;

import io.pfs.ServerId;
import io.pfs.cluster.SeatPlan;
import io.pfs.env.Clock;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * When seats go elsewhere since loads are uneven. One step at a time: after it, and after anything else that has changed, nothing goes for a while, so that what was measured can follow; and what has gone
 * for that stays for longer. So loads that are old or absurd cost a few useless moves, and no more.
 */
final class LoadSteps {
    private static final long SECOND_NS = 1_000_000_000;
    static final long PAUSE_NS = 60 * SECOND_NS;
    static final long SEAT_REST_NS = 600 * SECOND_NS;
    private static final int RESTS_DOUBLED_MAX = 6;
    private static final int ROW_ENDS_AFTER_RESTS = 8;

    /** Servers do not say at the same time that they have more to do: so long after the first one has, all have. */
    static final long STEADY_NS = 30 * SECOND_NS;

    private final Clock clock;
    private Optional<ClusterView> last = Optional.empty();
    /** Whether that was with a plan that only loads could change. */
    private boolean wasPlanned;

    private long quietSinceNs;
    /** Since when there was a step to make each time that was asked for one. */
    private Optional<Long> unevenSinceNs = Optional.empty();

    /** Those that went elsewhere for that, as far as this server saw it. */
    private final Map<Integer, Gone> gone = new TreeMap<>();

    /**
     * A seat that went.
     *
     * @param times how often in a row: what goes again and again wins nothing by it, as where one of the servers is slow
     */
    private record Gone(long atNs, int times) {
        long restNs() {
            return SEAT_REST_NS << Math.min(times - 1, RESTS_DOUBLED_MAX);
        }

        /** Once more; after a long time without, it is as if it were the first time. */
        Gone again(long nowNs) {
            boolean isInRow = nowNs - atNs < ROW_ENDS_AFTER_RESTS * restNs();
            return new Gone(nowNs, isInRow ? times + 1 : 1);
        }
    }

    LoadSteps(Clock clock) {
        this.clock = clock;
    }

    /** @param isPlanned whether what is wanted is what is to be wanted now, loads aside */
    void seen(ClusterView view, boolean isPlanned) {
        long nowNs = clock.monotonicNs();
        if (!last.filter(before -> isQuiet(before, view)).isPresent()) {
            quietSinceNs = nowNs;
            if (wasPlanned && isPlanned) {
                last.filter(before -> isSameButForLoads(before, view))
                        .ifPresent(before -> changes(before, view).forEach(seat -> went(seat, nowNs)));
            }
        }
        last = Optional.of(view);
        wasPlanned = isPlanned;
    }

    private static boolean isQuiet(ClusterView before, ClusterView now) {
        return before.wanted().equals(now.wanted())
                && before.seats().equals(now.seats())
                && before.unread().equals(now.unread())
                && isSameButForLoads(before, now);
    }

    private static boolean isSameButForLoads(ClusterView before, ClusterView now) {
        return before.drained().equals(now.drained()) && unloaded(before).equals(unloaded(now));
    }

    private void went(int seat, long nowNs) {
        Gone before = gone.get(seat);
        gone.put(seat, before == null ? new Gone(nowNs, 1) : before.again(nowNs));
    }

    private static List<JoinedServer> unloaded(ClusterView view) {
        return view.servers().values().stream()
                .map(server -> server.loaded(SeatLoads.NONE))
                .toList();
    }

    private static IntStream changes(ClusterView before, ClusterView now) {
        return IntStream.range(0, now.wanted().size())
                .filter(seat -> !before.wanted().get(seat).equals(now.wanted().get(seat)));
    }

    /** Who is to be wanted now instead of those in the view that was seen last; empty as a rule. To be asked now and then. */
    Optional<List<Optional<MemberId>>> next() {
        long nowNs = clock.monotonicNs();
        Optional<List<Optional<MemberId>>> step =
                last.filter(view -> wasPlanned).flatMap(view -> step(view, seat -> hasRested(seat, nowNs)));
        unevenSinceNs = step.map(any -> unevenSinceNs.orElse(nowNs));
        boolean isSteady = unevenSinceNs.filter(ns -> nowNs - ns >= STEADY_NS).isPresent();
        return step.filter(any -> isSteady && nowNs - quietSinceNs >= PAUSE_NS);
    }

    private boolean hasRested(int seat, long nowNs) {
        return Optional.ofNullable(gone.get(seat))
                .filter(its -> nowNs - its.atNs() < its.restNs())
                .isEmpty();
    }

    /** What comes of a view in which everything is where it is to be, and everybody says what there is to do: of others, nothing. */
    private static Optional<List<Optional<MemberId>>> step(ClusterView view, IntPredicate mayMove) {
        List<Integer> loads = IntStream.range(0, view.seats().size())
                .boxed()
                .flatMap(seat -> load(view, seat).stream())
                .toList();
        boolean isAllKnown =
                loads.size() == view.seats().size() && !view.candidates().isEmpty();
        if (!isAllKnown || view.servers().values().stream().anyMatch(JoinedServer::isTroubled)) {
            return Optional.empty();
        }
        List<MemberId> plan = view.wanted().stream().flatMap(Optional::stream).toList();
        return SeatPlan.evened(plan, weights(view), loads, mayMove)
                .map(next -> next.stream().map(Optional::of).toList());
    }

    /** As who serves it where it is to be says. */
    private static Optional<Integer> load(ClusterView view, int seat) {
        ServerId number = new ServerId(seat);
        return view.wanted()
                .get(seat)
                .filter(view.seat(number)::isHeldBy)
                .map(view.servers()::get)
                .flatMap(server -> server.loads().of(number));
    }

    private static NavigableMap<MemberId, Integer> weights(ClusterView view) {
        NavigableMap<MemberId, Integer> weights = new TreeMap<>();
        view.candidates().forEach(server -> weights.put(server.member(), server.weight()));
        return weights;
    }

    /** Who comes anew waits as if all had just changed. */
    void membershipLost() {
        last = Optional.empty();
        unevenSinceNs = Optional.empty();
        wasPlanned = false;
    }
}
