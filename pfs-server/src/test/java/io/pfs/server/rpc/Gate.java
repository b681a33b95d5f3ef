package io.pfs.server.rpc;

import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Stands before the engine: counts the calls that reach it, and keeps back those that the test wants to answer late. */
final class Gate implements Connection {
    private static final int LONG_SECONDS = 60;

    private final Connection engine;
    private final AtomicLong passed = new AtomicLong();
    private final BlockingQueue<Call> kept = new LinkedBlockingQueue<>();
    private volatile Predicate<Call> keeps = call -> false;

    Gate(Connection engine) {
        this.engine = engine;
    }

    /** From now on, such calls wait until the test hands them on. */
    void keep(Predicate<Call> which) {
        keeps = which;
    }

    /** How many calls there were. */
    long count() {
        return passed.get();
    }

    /** The next call that was kept back; fails if none comes. */
    Call awaitKept() {
        try {
            Call call = kept.poll(LONG_SECONDS, TimeUnit.SECONDS);
            if (call == null) {
                throw new AssertionError("no call reached the engine");
            }
            return call;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a test", e);
        }
    }

    /** How many more are kept back now. */
    int keptNow() {
        return kept.size();
    }

    void handOn(Call call) {
        engine.send(List.of(call));
    }

    @Override
    public FileSystemFacts facts() {
        return engine.facts();
    }

    @Override
    public void send(List<Call> calls) {
        passed.addAndGet(calls.size());
        Predicate<Call> now = keeps;
        kept.addAll(calls.stream().filter(now).toList());
        engine.send(calls.stream().filter(now.negate()).toList());
    }

    @Override
    public void hears(LeaseHolder listener) {
        engine.hears(listener);
    }

    @Override
    public void returned(long recallNumber) {
        engine.returned(recallNumber);
    }

    @Override
    public void returnedAll(LeaseHolder holder) {
        engine.returnedAll(holder);
    }

    @Override
    public void close() {
        engine.close();
    }
}
