package io.pfs.hadoop.fs;

import io.pfs.client.file.FileContent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Some programs, as Spark's binaryFile, ask for the status of each file and open it then: two requests, of which the first
 * one could have brought all. A thread that was seen to do so will do so again: the next status that it asks for is to
 * bring the bytes along, which are kept for it until it opens the file, and that next only if it did. They are good for a
 * moment, and only as long as nothing is written here. Any thread, each for itself.
 */
final class Foresight {
    private static final long MOMENT_NS = 100_000_000L;

    private final boolean isWanted;
    private final LongSupplier clock;
    private final AtomicLong changes = new AtomicLong();
    private final ThreadLocal<Habit> habits = ThreadLocal.withInitial(Habit::new);

    /** What a thread did last. */
    private static final class Habit {
        private String asked = "";
        private boolean opensWhatItAskedFor;
        private Optional<Brought> brought = Optional.empty();
    }

    /** What came with a status. */
    private record Brought(FileContent content, long ns, long changes) {}

    Foresight(boolean isWanted, LongSupplier clock) {
        this.isWanted = isWanted;
        this.clock = clock;
    }

    /** Whether a status should bring the bytes along. */
    boolean looksAhead(String path) {
        if (!isWanted) {
            return false;
        }
        Habit habit = habits.get();
        boolean looks = habit.opensWhatItAskedFor;
        habit.asked = path;
        habit.opensWhatItAskedFor = false;
        habit.brought = Optional.empty();
        return looks;
    }

    /** How many changes there were: what is asked for before a change may not be what is there behind it. */
    long changes() {
        return changes.get();
    }

    /**
     * Keeps what came with the status of this thread's last path.
     *
     * @param ns when it was asked for
     * @param changesBefore how many changes there were then
     */
    void keep(FileContent content, long ns, long changesBefore) {
        habits.get().brought = Optional.of(new Brought(content, ns, changesBefore));
    }

    /** What was kept for the file that is opened now, if that still may be what it is. */
    Optional<FileContent> opened(String path) {
        if (!isWanted) {
            return Optional.empty();
        }
        Habit habit = habits.get();
        Optional<Brought> brought = habit.brought;
        habit.brought = Optional.empty();
        habit.opensWhatItAskedFor = habit.asked.equals(path);
        habit.asked = "";
        return brought.filter(it ->
                        habit.opensWhatItAskedFor && it.changes() == changes.get() && nowNs() - it.ns() < MOMENT_NS)
                .map(Brought::content);
    }

    long nowNs() {
        return clock.getAsLong();
    }

    /** Something is written, or may be: what was brought before is forgotten. */
    void changed() {
        changes.incrementAndGet();
    }
}
