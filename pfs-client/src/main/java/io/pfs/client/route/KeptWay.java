package io.pfs.client.route;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.row.TablePointer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The way to a table that is kept open: it holds while all of its hops do. It is walked anew when they grow old, beside what is
 * done meanwhile; if they have ended, what is to be done waits for that. Any thread.
 */
final class KeptWay implements Way {
    private final Walker walker;
    private volatile Found found;
    /** What came before the walk began that is under way, and what came since. */
    private List<Waiting> before = List.of();

    private List<Waiting> since = new ArrayList<>();
    private boolean isWalking;

    private record Waiting(Runnable task, Consumer<PfsException> failed) {}

    KeptWay(Walker walker, Found found) {
        this.walker = walker;
        this.found = found;
    }

    @Override
    public TablePointer pointer() {
        return found.pointer();
    }

    @Override
    public List<TablePointer> tables() {
        return found.hops().stream().map(Hop::pointer).toList();
    }

    @Override
    public boolean holds() {
        long nowNs = walker.nowNs();
        Found now = found;
        if (now.isYoung(nowNs)) {
            return true;
        }
        boolean holds = now.holds(nowNs);
        if (holds) {
            renew();
        }
        return holds;
    }

    @Override
    public void go(Runnable task, Consumer<PfsException> failed) {
        if (holds()) {
            task.run();
            return;
        }
        synchronized (this) {
            since.add(new Waiting(task, failed));
        }
        renew();
    }

    private void renew() {
        synchronized (this) {
            if (isWalking) {
                return;
            }
            isWalking = true;
            before = since;
            since = new ArrayList<>();
        }
        walker.renew(found.path(), Outcome.either(this::walked, this::failed));
    }

    /** Who came after the walk had begun is served by it only if its hops can be relied on. */
    private void walked(Found now) {
        if (!now.pointer().table().equals(found.pointer().table())) {
            failed(new PfsException(
                    ErrorCode.NOT_FOUND,
                    "table '" + found.path() + "' was moved or removed since it was opened, and another one is there"));
            return;
        }
        found = now;
        served(now.holds(walker.nowNs())).forEach(KeptWay::run);
        goOn();
    }

    private void failed(PfsException cause) {
        served(false).forEach(waiting -> waiting.failed.accept(cause));
        goOn();
    }

    private synchronized List<Waiting> served(boolean all) {
        List<Waiting> served = new ArrayList<>(before);
        before = List.of();
        if (all) {
            served.addAll(since);
            since = new ArrayList<>();
        }
        isWalking = false;
        return served;
    }

    private void goOn() {
        boolean isWaiting;
        synchronized (this) {
            isWaiting = !since.isEmpty() && !isWalking;
        }
        if (isWaiting) {
            renew();
        }
    }

    private static void run(Waiting waiting) {
        try {
            waiting.task.run();
        } catch (PfsException e) {
            waiting.failed.accept(e);
        }
    }
}
