package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ServerId;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What this server measures of the seats that it has open, and when it says so: coarsely, seldom, and not for small differences, since all others look at everything when
 * one says something. Of a seat that it has opened only just it says nothing: what it does first is not what it does later.
 */
final class OwnLoads {
    static final long SAMPLE_NS = 5_000_000_000L;

    /** A mean over about so many of them, the newest ones first of all. */
    private static final int SAMPLES_IN_MEAN = 4;

    private static final int SAMPLES_MIN = 8;
    private static final int SAMPLES_BETWEEN_WORDS = 4;
    private static final int DIFFERENCE_MIN_PERMILLE = 50;
    /** One part of so many makes a difference. */
    private static final int DIFFERENCE_MIN_PART = 4;

    private static final int TWO_DIGITS_MAX = 100;
    private static final int COARSE_STEP = 10;

    private final ToLongFunction<ServerId> busyNs;
    private final NavigableMap<ServerId, Measured> measured = new TreeMap<>();
    private SeatLoads said = SeatLoads.NONE;
    private int samplesSinceSaid = SAMPLES_BETWEEN_WORDS;

    /**
     * A seat that is open.
     *
     * @param epoch since when
     * @param atNs of the last sample
     * @param busyNs until then
     * @param permille the mean
     */
    private record Measured(Epoch epoch, long atNs, long busyNs, int samples, double permille) {
        Measured and(long nowNs, long nowBusyNs) {
            double part = (double) SeatLoads.PERMILLE_MAX * (nowBusyNs - busyNs) / Math.max(1, nowNs - atNs);
            double sample =
                    Math.max(0, part); // a turn counts when it has ended, so one sample may have more than its time
            int more = Math.min(samples, SAMPLES_IN_MEAN - 1);
            return new Measured(epoch, nowNs, nowBusyNs, samples + 1, (permille * more + sample) / (more + 1));
        }

        /** Two digits: what is told is not exact anyway. */
        int coarse() {
            long whole = Math.min(SeatLoads.PERMILLE_MAX, Math.round(permille));
            return (int) (whole < TWO_DIGITS_MAX ? whole : (whole + COARSE_STEP / 2) / COARSE_STEP * COARSE_STEP);
        }
    }

    /** @param busyNs how long each seat has kept this server busy since it was opened */
    OwnLoads(ToLongFunction<ServerId> busyNs) {
        this.busyNs = busyNs;
    }

    /**
     * Looks at all seats once more; tells what is to be said now, if anything.
     *
     * @param open those that are, and in which epochs
     */
    Optional<SeatLoads> sample(Map<ServerId, Epoch> open, long nowNs) {
        measured.keySet().retainAll(open.keySet());
        open.forEach((seat, epoch) -> sample(seat, epoch, nowNs));
        samplesSinceSaid++;
        SeatLoads now = new SeatLoads(coarse());
        if (samplesSinceSaid < SAMPLES_BETWEEN_WORDS || !isNews(now)) {
            return Optional.empty();
        }
        samplesSinceSaid = 0;
        said = now;
        return Optional.of(now);
    }

    private void sample(ServerId seat, Epoch epoch, long nowNs) {
        long nowBusyNs = busyNs.applyAsLong(seat);
        Measured next = Optional.ofNullable(measured.get(seat))
                .filter(before -> before.epoch().equals(epoch))
                .map(before -> before.and(nowNs, nowBusyNs))
                .orElseGet(() -> new Measured(epoch, nowNs, nowBusyNs, 0, 0));
        measured.put(seat, next);
    }

    private NavigableMap<ServerId, Integer> coarse() {
        NavigableMap<ServerId, Integer> coarse = new TreeMap<>();
        measured.forEach((seat, its) -> {
            if (its.samples() >= SAMPLES_MIN) {
                coarse.put(seat, its.coarse());
            }
        });
        return coarse;
    }

    private boolean isNews(SeatLoads now) {
        return !now.permille().keySet().equals(said.permille().keySet())
                || now.permille().entrySet().stream()
                        .anyMatch(load ->
                                isOther(load.getValue(), said.of(load.getKey()).orElse(0)));
    }

    private static boolean isOther(int load, int than) {
        int difference = Math.abs(load - than);
        return difference >= DIFFERENCE_MIN_PERMILLE && difference * DIFFERENCE_MIN_PART >= Math.max(load, than);
    }

    /** All is closed, and who comes anew has said nothing. */
    void membershipLost() {
        measured.clear();
        said = SeatLoads.NONE;
    }
}
