package io.pfs.bench.api;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Repeating;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One phase of a load: all callers of all clients begin together, and each asks again when it was answered, until its script
 * ends. A request's time begins when the one before it was answered, so it includes what the client takes to ask. The first
 * that fails ends the phase.
 */
final class PhaseRun {
    private static final long TELL_EVERY_S = 5;

    private final String name;
    private final Stage stage;
    private final List<ClientTallies> clients = new ArrayList<>();
    private final LongAdder rowsDone = new LongAdder();
    private final CountDownLatch open;
    private final AtomicLong firstEndedNs = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastEndedNs = new AtomicLong();
    private volatile Optional<PfsException> failure = Optional.empty();
    private volatile long startNs;

    private PhaseRun(String name, Stage stage) {
        this.name = name;
        this.stage = stage;
        this.open = new CountDownLatch(stage.shape().callers());
    }

    /** Runs a phase that is about so many rows. */
    static PhaseResult of(String name, Stage stage, long rows, Script.Maker scripts) {
        return new PhaseRun(name, stage).run("operations", rows, 1, scripts);
    }

    /** Runs a phase of so many transactions, each of so many operations. */
    static PhaseResult ofTransactions(String name, Stage stage, long count, int operations, Script.Maker scripts) {
        return new PhaseRun(name, stage).run("transactions", count, operations, scripts);
    }

    private PhaseResult run(String unit, long units, int rowsOfUnit, Script.Maker scripts) {
        List<OneCaller> callers = new ArrayList<>();
        for (int client = 0; client < stage.shape().clients(); client++) {
            ClientTallies tallies = new ClientTallies(stage.windowNs());
            clients.add(tallies);
            for (int caller = 0; caller < stage.shape().inFlight(); caller++) {
                callers.add(new OneCaller(tallies, scripts.script(client, caller)));
            }
        }
        startNs = System.nanoTime();
        callers.forEach(OneCaller::begin);
        await(units * rowsOfUnit);
        return result(unit, rowsOfUnit);
    }

    private void await(long rows) {
        try {
            while (!open.await(TELL_EVERY_S, TimeUnit.SECONDS)) {
                stage.progress().at(name, rowsDone.sum(), rows);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PfsException(ErrorCode.CLOSED, "phase '" + name + "' was interrupted", e);
        }
        failure.ifPresent(cause -> {
            throw new PfsException(cause.code(), "phase '" + name + "' failed: " + cause.detail(), cause);
        });
    }

    private PhaseResult result(String unit, int rowsOfUnit) {
        TreeMap<Operation, Tally> sums = new TreeMap<>();
        clients.forEach(client -> client.byOperation.forEach((operation, tally) ->
                sums.computeIfAbsent(operation, none -> new Tally()).add(tally)));
        List<Timeline> timelines =
                clients.stream().map(client -> client.timeline).toList();
        long elapsedNs = Math.max(1, lastEndedNs.get());
        Windows windows = Windows.of(stage.windowNs(), elapsedNs, firstEndedNs.get(), timelines);
        return new PhaseResult(name, unit, rowsDone.sum() / rowsOfUnit, elapsedNs / 1e9, sums, windows);
    }

    private synchronized void fail(Throwable cause) {
        Throwable found = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        PfsException refusal = found instanceof PfsException pfs
                ? pfs
                : new PfsException(ErrorCode.INVARIANT_BROKEN, "the load is wrong: " + found, found);
        failure = failure.or(() -> Optional.of(refusal));
    }

    /** What the callers of one client count together. */
    private static final class ClientTallies {
        private final Map<Operation, Tally> byOperation = new ConcurrentHashMap<>();
        private final Timeline timeline;

        ClientTallies(long windowNs) {
            timeline = new Timeline(windowNs);
        }

        void add(Step step, long latencyNs, long sinceStartNs) {
            byOperation.computeIfAbsent(step.operation(), none -> new Tally()).add(step, latencyNs);
            timeline.add(sinceStartNs, step.rows());
        }
    }

    /** Asks, and asks again when it was answered. */
    private final class OneCaller extends Repeating {
        private final ClientTallies tallies;
        private final Script script;
        private long askedNs;

        OneCaller(ClientTallies tallies, Script script) {
            this.tallies = tallies;
            this.script = script;
        }

        void begin() {
            askedNs = System.nanoTime();
            again();
        }

        @Override
        protected void step() {
            Optional<Step> next = failure.isPresent() ? Optional.empty() : nextOfScript();
            if (next.isEmpty()) {
                end();
                return;
            }
            Step step = next.get();
            CompletableFuture<?> unused = step.answer().whenComplete((answer, cause) -> answered(step, cause));
        }

        /** What can't be asked fails, as what is refused does. */
        private Optional<Step> nextOfScript() {
            try {
                return script.next();
            } catch (RuntimeException e) {
                fail(e);
                return Optional.empty();
            }
        }

        private void answered(Step step, @Nullable Throwable cause) {
            long nowNs = System.nanoTime();
            if (cause != null) {
                fail(cause);
            } else {
                tallies.add(step, nowNs - askedNs, nowNs - startNs);
                rowsDone.add(step.rows());
            }
            askedNs = nowNs;
            again();
        }

        private void end() {
            long sinceStartNs = askedNs - startNs;
            firstEndedNs.accumulateAndGet(sinceStartNs, Math::min);
            lastEndedNs.accumulateAndGet(sinceStartNs, Math::max);
            open.countDown();
        }
    }
}
