package io.pfs.server.collect;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.change.Change;
import io.pfs.server.column.SegmentScan;
import io.pfs.server.gc.GcChoice;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.gc.SegmentRead;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Collects segments, in rounds: what is dead is deleted; of what is mostly garbage the rest is copied, a piece at a time,
 * until it is dead. One piece is under way at a time, and between two of them the loop serves. A round can end anywhere, by
 * a crash too: what it moved is moved, and the next begins with what is counted then.
 */
final class SegmentGc {
    /** What can't be moved by going through a segment so often is not moved by going through it again. */
    private static final int PASSES_MAX = 3;
    /** So many in a row that can't be read are no bad spots: storage is away. */
    static final int UNREAD_MAX = 3;

    private final CellSpace space;
    private final GcStep.Surroundings around;
    private final GcPace pace;
    /** Segments in which something could not be moved, with what was needed of them then. */
    private final TreeMap<Long, Long> setAside = new TreeMap<>();
    /** Segments of which the disk did not give back all that was needed when they were last tried. */
    private final TreeSet<Long> unread = new TreeSet<>();
    /** Those to which that ever happened: the others come first. */
    private final TreeSet<Long> suspect = new TreeSet<>();

    private int unreadInARow;

    private final ArrayDeque<Long> victims = new ArrayDeque<>();
    private Optional<Consumer<Optional<PfsException>>> running = Optional.empty();
    /** Why something could not be read in this round, of what was met first. */
    private Optional<PfsException> damage = Optional.empty();

    private boolean stopping;

    SegmentGc(CellSpace space, GcStep.Surroundings around, GcPace pace) {
        this.space = space;
        this.around = around;
        this.pace = pace;
    }

    boolean isRunning() {
        return running.isPresent();
    }

    /** Ends the round that is under way behind the piece that is. */
    void stop() {
        stopping = true;
    }

    /**
     * Starts a round; {@code ended} hears what ended it early, if anything did.
     *
     * @param roomBytes so much may be copied
     * @param isPaced whether it rests now and then, since nobody waits for it
     */
    void start(GcGoal goal, long roomBytes, boolean isPaced, Consumer<Optional<PfsException>> ended) {
        Check.that(!isRunning(), "one round runs at a time");
        running = Optional.of(ended);
        stopping = false;
        damage = Optional.empty();
        unreadInARow = 0;
        if (!isPaced) {
            space.tryUnreadAgain();
        }
        pace.round(isPaced);
        space.roll(goal);
        Set<Long> closed = space.closed();
        space.streams().writes().whenSettled(() -> settle(goal, roomBytes, closed));
    }

    private void settle(GcGoal goal, long roomBytes, Set<Long> closed) {
        settleThen(() -> choose(goal, roomBytes, closed));
    }

    private void settleThen(Runnable then) {
        if (isEnding()) {
            end(damage);
            return;
        }
        space.settle(this::isEnding, this::damaged, failure -> {
            if (failure.isPresent() || isEnding()) {
                end(failure.or(() -> damage));
            } else {
                then.run();
            }
        });
    }

    private boolean isEnding() {
        return stopping || !space.isServing();
    }

    /** Who asked for this round hears of it when that has ended. */
    private void damaged(PfsException cause) {
        damage = damage.or(() -> Optional.of(cause));
    }

    private void choose(GcGoal goal, long roomBytes, Set<Long> closed) {
        GcChoice choice = space.choose(closed, passedOver(), goal, roomBytes);
        suspect.retainAll(closed);
        victims.clear();
        victims.addAll(choice.victims());
        victims.removeAll(suspect);
        choice.victims().stream().filter(suspect::contains).forEach(victims::add);
        drop(choice.dead(), this::nextVictim);
    }

    /** Those that are as they were when they were set aside, for the others are worth another try; and what was not read. */
    Set<Long> passedOver() {
        setAside.entrySet().removeIf(entry -> space.counts().live(entry.getKey()) != entry.getValue());
        Set<Long> all = new TreeSet<>(setAside.keySet());
        all.addAll(unread);
        return all;
    }

    /** What could not be read may be by now. */
    void tryUnreadAgain() {
        unread.clear();
    }

    private void drop(List<Long> dead, Runnable then) {
        if (dead.isEmpty()) {
            then.run();
            return;
        }
        int some = Math.min(dead.size(), Change.DROPPED_MAX);
        space.drop(dead.subList(0, some), () -> drop(dead.subList(some, dead.size()), then), e -> end(Optional.of(e)));
    }

    private void nextVictim() {
        Long victim = victims.poll();
        if (victim == null || stopping) {
            end(damage);
        } else {
            new Evacuation(victim).step();
        }
    }

    private void end(Optional<PfsException> failure) {
        Consumer<Optional<PfsException>> told = running.orElseThrow();
        running = Optional.empty();
        victims.clear();
        around.counters().round();
        told.accept(failure);
    }

    /** One segment on its way to be dead. */
    private final class Evacuation {
        private final long victim;
        private long offset = SegmentScan.BEGIN;
        private int pass = 1;
        private int tooLate;
        /** Whether a row of it could not be read, and its cells stay. */
        private boolean isAnyRowUnread;

        Evacuation(long victim) {
            this.victim = victim;
        }

        void step() {
            if (space.isDead(victim)) {
                drop(List.of(victim), SegmentGc.this::nextVictim);
            } else if (space.counts().live(victim) == 0) {
                nextVictim(); // what is left of it was lent
            } else if (isEnding()) {
                end(damage);
            } else {
                pace.begin();
                SegmentRead piece = new SegmentRead(space.store().take(victim), offset);
                space.workers().run(piece, () -> wasRead(piece));
            }
        }

        private void wasRead(SegmentRead piece) {
            space.store().give(piece.file());
            if (piece.failure().isPresent()) {
                unread(piece.failure().get());
                return;
            }
            unreadInARow = 0;
            new GcStep(around, this::rowUnread, (failure, late) -> wasMoved(piece, failure, late)).begin(piece.cells());
        }

        /** One that is damaged stays, or that can't be read now; it must not keep others from being collected. */
        private void unread(PfsException cause) {
            if (!cause.code().isUnreadable()) {
                end(Optional.of(cause));
                return;
            }
            damaged(cause);
            if (cause.code() == ErrorCode.IO_FAILED) {
                unreadInARow++;
                putOff();
            } else {
                setAside();
            }
            if (unreadInARow < UNREAD_MAX) {
                nextVictim();
            } else {
                end(damage);
            }
        }

        private void rowUnread(PfsException cause) {
            damaged(cause);
            isAnyRowUnread = true;
        }

        private void putOff() {
            unread.add(victim);
            suspect.add(victim);
            space.start().chooseAnew();
        }

        private void setAside() {
            setAside.put(victim, space.counts().live(victim));
            around.counters().setAside();
        }

        private void wasMoved(SegmentRead piece, Optional<PfsException> failure, int late) {
            tooLate += late;
            around.counters().step(piece.cells().size());
            around.counters().tooLate(late);
            if (failure.isPresent()) {
                end(failure);
                return;
            }
            offset = piece.next();
            if (piece.isLast()) {
                passed();
            } else {
                pace.rest(this::step);
            }
        }

        /** Cells of rows that were removed meanwhile count until their indirect records were read. */
        private void passed() {
            boolean isClean = tooLate == 0 && space.isSettled();
            if (space.counts().live(victim) == 0 || isClean) {
                passedFor(isClean);
            } else {
                settleThen(() -> passedFor(false));
            }
        }

        /**
         * What is left was changed meanwhile, and may have to be copied after all; or it can't be moved.
         *
         * @param good whether nothing came between
         */
        private void passedFor(boolean good) {
            boolean isLeft = space.counts().live(victim) > 0;
            if (isLeft && isAnyRowUnread) {
                putOff();
                nextVictim();
                return;
            }
            if (isLeft && good) {
                setAside();
            }
            if (isLeft && (good || pass == PASSES_MAX)) {
                nextVictim();
                return;
            }
            pass++;
            tooLate = 0;
            offset = SegmentScan.BEGIN;
            step();
        }
    }
}
