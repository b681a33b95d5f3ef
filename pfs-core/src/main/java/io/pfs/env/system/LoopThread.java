package io.pfs.env.system;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does what is posted to it, in order, one after the other: the loop that owns shards. What was posted while it worked is done in one
 * turn, at whose end it is told so, that the work of many can go out together. It has a thread of its own for that; but who brings
 * something while nobody is at work may do a turn himself ({@link #bring}), as it takes longer to wake a thread than to answer a
 * request. Whoever has the turn has the loop, and all that it owns, for himself.
 */
public final class LoopThread implements Timers, AutoCloseable {
    /** A turn ends after so many tasks even if more wait: those that were served want their answers. */
    private static final int TASKS_PER_TURN = 1024;
    /** The same for who brings something: he has other work as well. */
    private static final int TASKS_PER_BROUGHT_TURN = 16;
    /** And so long has he one turn after another while more comes. */
    private static final long BRINGER_NS = 200_000;

    private final Clock clock;
    /** With those who work for it. */
    private final Patience patience = new Patience();

    private final Thread thread;
    private final Runnable turnEnds;
    private final Consumer<Throwable> dies;
    private final ConcurrentLinkedQueue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::atNs));
    /** Whether somebody has the turn. Nobody gets it before the loop is started, nor once it has ended. */
    private final AtomicBoolean isTaken = new AtomicBoolean(true);
    /** Brief jobs that others do, whose ends will be posted. */
    private final AtomicInteger awaited = new AtomicInteger();
    /** Only the loop adds to it. */
    private final AtomicLong busyNs = new AtomicLong();

    /** Who has the turn. */
    private volatile @Nullable Thread here;
    /** The first of the alarms, as it was when the last turn ended. */
    private volatile @Nullable Alarm next;

    /** For who has the turn. */
    private boolean isTold;

    private volatile boolean sleeping;
    private volatile boolean closed;
    /** Whether nothing that is posted is done any more. */
    private volatile boolean ended;
    /** Whether nobody is at work any more. */
    private volatile boolean isOver;

    /** A call that is still to come. Cancelled, it stays where it is until its time. */
    private static final class Alarm implements Timer {
        private final long atNs;
        private final Runnable task;
        private boolean cancelled;

        Alarm(long atNs, Runnable task) {
            this.atNs = atNs;
            this.task = task;
        }

        long atNs() {
            return atNs;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    /**
     * A loop that runs once it is started.
     *
     * @param turnEnds is called on the loop after each turn
     * @param dies hears of what a task threw: the loop does nothing any more then, since nobody knows in which state what
     *     it owns is
     */
    public LoopThread(String name, Clock clock, Runnable turnEnds, Consumer<Throwable> dies) {
        this.clock = clock;
        this.turnEnds = turnEnds;
        this.dies = dies;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Has something done on the loop; from any thread. Says whether it will be: not, once the loop has ended. */
    public boolean post(Runnable task) {
        posted.add(task);
        if (sleeping && !isTaken.get()) { // who has the turn looks for more when he gives it back
            LockSupport.unpark(thread);
        }
        return !ended || !posted.remove(task);
    }

    /**
     * The same for a thread that is itself there to serve others: if nobody has the turn it takes it, and does what waits before this
     * returns. It must hold no lock, have no turn of any loop, and not be interrupted by anybody.
     */
    public boolean bring(Runnable task) {
        if (closed || !take()) {
            return post(task);
        }
        posted.add(task);
        long endNs = clock.monotonicNs() + BRINGER_NS;
        boolean isAlarmEarlier = doBroughtTurn();
        while (!posted.isEmpty() && clock.monotonicNs() - endNs < 0 && !closed && take()) {
            isAlarmEarlier |= doBroughtTurn();
        }
        if (isAlarmEarlier || !posted.isEmpty() || closed) {
            LockSupport.unpark(thread);
        }
        return true;
    }

    /** For who has taken the turn; says whether the loop's own thread, which may sleep, has to know of an alarm. */
    private boolean doBroughtTurn() {
        Alarm before = next;
        boolean unused = doTurn(TASKS_PER_BROUGHT_TURN);
        Alarm now = next;
        return now != null && (before == null || now.atNs - before.atNs < 0);
    }

    /** Whether the caller has the turn. */
    public boolean isHere() {
        return Thread.currentThread() == here;
    }

    /** For the loop itself. */
    @Override
    public Timer after(long delayNs, Runnable task) {
        Alarm alarm = new Alarm(clock.monotonicNs() + delayNs, task);
        alarms.add(alarm);
        return alarm;
    }

    Patience patience() {
        return patience;
    }

    /** How long all turns together took in which there was something to do; from any thread. */
    public long busyNs() {
        return busyNs.getOpaque();
    }

    /** So many more jobs are under way elsewhere that are over soon, and will be posted then; if fewer, that many less. */
    void awaits(int more) {
        awaited.addAndGet(more);
    }

    private void run() {
        isTaken.set(false);
        while (!closed) {
            if (!take() || !doTurn(TASKS_PER_TURN)) {
                sleep();
            }
        }
        while (!isOver && !take()) {
            LockSupport.park(this); // who has the turn wakes this thread
        }
        if (!isOver) {
            end();
        }
    }

    private boolean take() {
        if (isTaken.get() || !isTaken.compareAndSet(false, true)) {
            return false;
        }
        here = Thread.currentThread();
        return true;
    }

    private void giveBack() {
        here = null;
        next = alarms.peek();
        isTaken.set(false);
    }

    /** For who has taken the turn, which is over then; says whether there was anything to do. */
    private boolean doTurn(int tasksMax) {
        try {
            long beganNs = clock.monotonicNs();
            boolean isBusy = turn(beganNs, tasksMax);
            if (isBusy) {
                turnEnds.run();
                busyNs.setOpaque(busyNs.getPlain() + clock.monotonicNs() - beganNs);
            }
            giveBack();
            return isBusy;
        } catch (RuntimeException | Error e) {
            died(e);
            return false;
        }
    }

    /** The turn is never given back. */
    private void died(Throwable cause) {
        closed = true;
        try {
            tell(cause);
        } finally {
            end();
            LockSupport.unpark(thread);
        }
    }

    /** Of the first mistake, from which others may follow. Whoever brought something has no part in what goes wrong here. */
    private void tell(Throwable cause) {
        if (isTold) {
            return;
        }
        isTold = true;
        try {
            dies.accept(cause);
        } catch (RuntimeException | Error e) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    /** Whoever posts from here on is told; what was posted before that is still done. */
    private void end() {
        ended = true;
        try {
            Runnable task = posted.poll();
            while (task != null) {
                doLast(task);
                task = posted.poll();
            }
        } finally {
            here = null;
            isOver = true;
        }
    }

    private void doLast(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            tell(e);
        }
    }

    /** Does what waits, but not without end; says whether there was anything. */
    private boolean turn(long nowNs, int tasksMax) {
        int done = ringDue(nowNs);
        Runnable task = posted.poll();
        while (task != null) {
            task.run();
            done++;
            task = done < tasksMax ? posted.poll() : null;
        }
        return done > 0;
    }

    /** Those that are due now: what they ask for at once is not, or others would not have their turn before it. */
    private int ringDue(long nowNs) {
        int rung = 0;
        while (!alarms.isEmpty() && alarms.peek().atNs() - nowNs <= 0) {
            Alarm alarm = alarms.remove();
            if (!alarm.cancelled) {
                alarm.task.run();
                rung++;
            }
        }
        return rung;
    }

    /** Whoever posts after the flag is up wakes the loop; what was posted before is seen by the look at the queue. */
    private void sleep() {
        long lookNs = awaited.get() > 0 ? Patience.LONG_NS : Patience.SHORT_NS;
        if (patience.look(lookNs, this::isWanted)) {
            return;
        }
        sleeping = true;
        Alarm first = next;
        if ((posted.isEmpty() || isTaken.get()) && !closed) {
            if (first == null) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, Math.max(1, first.atNs - clock.monotonicNs()));
            }
        }
        sleeping = false;
    }

    private boolean isWanted() {
        Alarm first = next;
        boolean isDue = first != null && first.atNs - clock.monotonicNs() <= 0;
        return closed || ((isDue || !posted.isEmpty()) && !isTaken.get());
    }

    /** Ends the loop after what was posted to it before, and waits for that. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (!isHere()) {
            joinUninterrupted();
        }
    }

    private void joinUninterrupted() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                TimeUnit.SECONDS.timedJoin(thread, 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
