package io.pfs.server.owner;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.server.owner.Troubles.Trouble;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What this server says of the seats that it could not open, or not serve for more than a moment. After some tries others are to have them. Later it
 * has one of them again, to try: one, since that is away from who serves it meanwhile. If it serves that,
 * it has no more to say of any; if not, it tries the next one after twice the time.
 */
final class OwnTroubles {
    private static final int TRIES = 3;
    private static final long SECOND_NS = 1_000_000_000;
    /** What is open for so long is served. */
    private static final long STEADY_NS = 5 * SECOND_NS;

    /** All that keeps an open seat silent while the lease holds. */
    private static final String OUT_OF_REACH = "its storage is out of reach";

    private static final String HANGS = "its opening takes more than a minute, and goes on: its storage may hang";

    private static final long AGAIN_MIN_NS = 30 * SECOND_NS;
    private static final long AGAIN_MAX_NS = 3600 * SECOND_NS;

    private final SeatKeeper.Drive drive;
    /** There is something else to be said now. */
    private final Runnable changed;

    private final NavigableMap<ServerId, Integer> failures = new TreeMap<>();
    /** When those that are open were opened. */
    private final Map<ServerId, Long> openedNs = new TreeMap<>();

    private final NavigableSet<ServerId> barred = new TreeSet<>();
    private final NavigableMap<ServerId, Trouble> causes = new TreeMap<>();
    /** Those that it holds, and does not answer for: for people, who else would take them for served. */
    private final NavigableMap<ServerId, Trouble> silent = new TreeMap<>();

    /** Those whose opening takes long, be it that of a membership that is lost. */
    private final NavigableMap<ServerId, Trouble> hanging = new TreeMap<>();
    /** Of these, those that it does not hold any more: while that goes on it can't open them anew. */
    private final NavigableSet<ServerId> stuck = new TreeSet<>();

    private Optional<ServerId> tried = Optional.empty();
    private ServerId triedLast = new ServerId(0);
    private long againNs = AGAIN_MIN_NS;
    private boolean isWaiting;
    /** When it is to try again, or was to the last time. */
    private Optional<Long> againAtNs = Optional.empty();

    private Troubles said = Troubles.NONE;

    OwnTroubles(SeatKeeper.Drive drive, Runnable changed) {
        this.drive = drive;
        this.changed = changed;
    }

    Troubles said() {
        return said;
    }

    /** Whether it is to have this one now, to find out whether it can open it. */
    boolean tries(ServerId seat) {
        return tried.equals(Optional.of(seat));
    }

    /** It could not be opened, or serves nothing any more by itself. */
    void failed(ServerId seat, PfsException cause) {
        closed(seat);
        int times = failures.merge(seat, 1, Integer::sum);
        boolean wasTried = tries(seat);
        if (wasTried) {
            tried = Optional.empty();
            tryLater();
        }
        if (cause.code() == ErrorCode.EPOCH_PASSED) {
            keep(seat, cause);
            barred.remove(seat); // nor is it tried: it stays closed here until people have said what is true
        } else if (wasTried || times >= TRIES) {
            keep(seat, cause);
            if (wasTried || cause.code() != ErrorCode.LOCKED) { // who looks at the pool keeps it from all others, too
                bar(seat, cause);
            }
        }
        say();
    }

    /** It is open no more, be it in order. */
    void closed(ServerId seat) {
        if (wasSteady(seat)) {
            failures.remove(seat);
        }
    }

    private boolean wasSteady(ServerId seat) {
        boolean wasSteady = isSteady(seat);
        openedNs.remove(seat);
        return wasSteady;
    }

    /** Whether it has been open for a while. */
    boolean isSteady(ServerId seat) {
        return Optional.ofNullable(openedNs.get(seat))
                .filter(ns -> drive.clock().monotonicNs() - ns >= STEADY_NS)
                .isPresent();
    }

    private void keep(ServerId seat, PfsException cause) {
        keep(causes, seat, told(cause));
    }

    private static String told(PfsException cause) {
        return cause.code() + ": " + cause.detail();
    }

    /** Since when stays what it was. */
    private void keep(NavigableMap<ServerId, Trouble> troubles, ServerId seat, String cause) {
        long sinceMillis = Optional.ofNullable(troubles.get(seat))
                .map(Trouble::sinceMillis)
                .orElseGet(drive.clock()::wallMillis);
        troubles.put(seat, new Trouble(sinceMillis, cause));
    }

    /** It serves nothing any more by itself, and is held until it is closed. */
    void stopped(ServerId seat, PfsException cause) {
        keep(silent, seat, told(cause));
        say();
    }

    /** It is open, and nothing is answered of it, though by the lease it could be. */
    void silent(ServerId seat) {
        keep(silent, seat, OUT_OF_REACH);
    }

    /** It is answered for, or not held any more. */
    void silenceEnds(ServerId seat) {
        silent.remove(seat);
    }

    /**
     * It is being opened, and that takes long.
     *
     * @param isHeld whether this server may serve it when that comes to its end
     */
    void hangs(ServerId seat, boolean isHeld) {
        keep(hanging, seat, HANGS);
        boolean unused = isHeld ? stuck.remove(seat) : stuck.add(seat);
    }

    /** Its opening has come to an end, with whatever. */
    void hangsNoMore(ServerId seat) {
        hanging.remove(seat);
        stuck.remove(seat);
    }

    private void bar(ServerId seat, PfsException cause) {
        tryLater();
        if (barred.add(seat)) {
            drive.told()
                    .accept("seat " + seat.value()
                            + " can't be opened here, and is for others if there are any; the next try of such a seat here is in "
                            + untilAgainNs() / SECOND_NS + " s: " + cause.getMessage());
        }
    }

    private long untilAgainNs() {
        return Math.max(0, againAtNs.orElseThrow() - drive.clock().monotonicNs());
    }

    /** Unless that is to come anyway. After a long time without trouble it begins anew. */
    private void tryLater() {
        if (isWaiting) {
            return;
        }
        long nowNs = drive.clock().monotonicNs();
        boolean isAnew = againAtNs.filter(ns -> nowNs - ns < AGAIN_MAX_NS).isEmpty();
        againNs = isAnew ? AGAIN_MIN_NS : Math.min(AGAIN_MAX_NS, 2 * againNs);
        againAtNs = Optional.of(nowNs + againNs);
        isWaiting = true;
        drive.timers().after(againNs, () -> {
            isWaiting = false;
            tryNext();
            say();
        });
    }

    private void tryNext() {
        if (tried.isEmpty() && !barred.isEmpty()) {
            ServerId next = Optional.ofNullable(barred.higher(triedLast)).orElseGet(barred::first);
            barred.remove(next);
            tried = Optional.of(next);
            triedLast = next;
        }
    }

    /** It is open; but it may fail again soon, for what kept it closed before. */
    void opened(ServerId seat) {
        long nowNs = drive.clock().monotonicNs();
        openedNs.put(seat, nowNs);
        if (barred.remove(seat) && tried.isEmpty()) {
            tried = Optional.of(seat);
        }
        if (tries(seat)) {
            drive.timers().after(STEADY_NS, () -> steady(seat, nowNs));
        } else {
            causes.remove(seat);
        }
        say();
    }

    /** Unless it has failed again, what kept this server from this one is gone, and so it may be with all of them. */
    private void steady(ServerId seat, long sinceNs) {
        boolean isOpenSince = openedNs.getOrDefault(seat, sinceNs - 1) == sinceNs;
        if (tries(seat) && isOpenSince) {
            barred.add(seat);
            failures.keySet().removeAll(barred);
            causes.keySet().removeAll(barred);
            barred.clear();
            tried = Optional.empty();
            say();
        }
    }

    /** Those who come anew may fare better with what others had, or may have had; and they hold nothing yet. */
    void membershipLost() {
        silent.clear();
        stuck.addAll(hanging.keySet());
        failures.keySet().removeIf(seat -> !barred.contains(seat));
        causes.keySet().removeIf(seat -> !barred.contains(seat) && !tries(seat));
        say();
    }

    /** Says what is to be said by now, if it is something else than before. */
    void say() {
        Troubles now = withHanging();
        if (!now.equals(said)) {
            said = now;
            changed.run();
        }
    }

    /** Who has an opening that hangs is as one that tries: it keeps that seat and what it has else, and is given nothing more. One that is stuck it can't even try. */
    private Troubles withHanging() {
        NavigableSet<ServerId> others = new TreeSet<>(barred);
        others.addAll(stuck);
        NavigableMap<ServerId, Trouble> why = new TreeMap<>(causes);
        why.putAll(hanging); // what goes on now, whatever it was before
        Optional<ServerId> held =
                hanging.keySet().stream().filter(this::mayOpen).findFirst();
        return new Troubles(others, tried.filter(this::mayOpen).or(() -> held), why, silent);
    }

    private boolean mayOpen(ServerId seat) {
        return !stuck.contains(seat);
    }
}
