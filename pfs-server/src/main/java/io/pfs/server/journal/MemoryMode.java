package io.pfs.server.journal;

import io.pfs.env.Timers;
import io.pfs.server.journal.Journal.Durable;
import io.pfs.server.journal.Journal.Listener;
import java.util.Optional;

/** Mode memory: what is committed is reported at once, and written a little later. */
final class MemoryMode {
    private static final long WRITE_DELAY_NS = 5_000_000_000L;

    private final Timers timers;
    private final Listener listener;
    private final Runnable write;
    private Optional<Timers.Timer> report = Optional.empty();
    private Optional<Timers.Timer> delayedWrite = Optional.empty();
    private Durable committed = new Durable(0, 0);
    private long toldRecord;

    MemoryMode(Timers timers, Listener listener, Runnable write) {
        this.timers = timers;
        this.listener = listener;
        this.write = write;
    }

    /** Reports this as soon as the caller has returned, and writes it in time. */
    void committed(Durable durable) {
        if (durable.equals(committed)) {
            return;
        }
        committed = durable;
        if (report.isEmpty()) {
            report = Optional.of(timers.after(0, this::report));
        }
        if (delayedWrite.isEmpty()) {
            delayedWrite = Optional.of(timers.after(WRITE_DELAY_NS, this::write));
        }
    }

    private void report() {
        report = Optional.empty();
        toldRecord = committed.record();
        listener.durable(committed);
    }

    private void write() {
        delayedWrite = Optional.empty();
        write.run();
    }

    /** The last record that was reported. */
    long toldRecord() {
        return toldRecord;
    }

    /** Reports and writes nothing of what was committed so far. */
    void cancel() {
        report.ifPresent(Timers.Timer::cancel);
        delayedWrite.ifPresent(Timers.Timer::cancel);
        report = Optional.empty();
        delayedWrite = Optional.empty();
    }
}
