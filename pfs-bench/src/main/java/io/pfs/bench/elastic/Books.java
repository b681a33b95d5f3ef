package io.pfs.bench.elastic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Which files have to be there, and which must not be, by what was answered. Any thread may use it. */
final class Books {
    private static final int TOLD_FAILURES = 5;

    private final SplittableRandom random;
    private final List<String> present = new ArrayList<>();
    /** Of what was done to these nobody knows whether it was. */
    private final Set<String> unknown = new HashSet<>();

    private final List<String> told = new ArrayList<>();
    private long answered;
    private long failed;
    private long missed;

    Books(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * What came of all of it.
     *
     * @param answered operations
     * @param failed those that were refused
     * @param lost acknowledged changes that are not there
     * @param failures the first of both
     */
    record Verdict(long answered, long failed, long lost, List<String> failures) {}

    /** Takes a file that is there, so that nobody else has it meanwhile; any of them, if there is one. */
    synchronized Optional<String> take() {
        if (present.isEmpty()) {
            return Optional.empty();
        }
        int place = random.nextInt(present.size());
        String file = present.get(place);
        String last = present.remove(present.size() - 1);
        if (place < present.size()) {
            present.set(place, last);
        }
        return Optional.of(file);
    }

    synchronized void isPresent(String file) {
        present.add(file);
        answered++;
    }

    /** One that was taken, and is not given back. */
    synchronized void isRemoved() {
        answered++;
    }

    /** One that was made, and is not there. */
    synchronized void isMissed(String file, String how) {
        missed++;
        tell(file, how);
        answered++;
    }

    synchronized void hasFailed(String file, String why) {
        unknown.add(file);
        failed++;
        tell(file, why);
        answered++;
    }

    private void tell(String file, String what) {
        if (told.size() < TOLD_FAILURES) {
            told.add(file + ": " + what);
        }
    }

    /** A file that was made before anything was counted. */
    synchronized void made(List<String> files) {
        present.addAll(files);
    }

    /** Holds what is there against what has to be: files that are missing, and removed ones that are there, count as changes that were lost. */
    synchronized Verdict close(Set<String> found) {
        long missing = present.stream().filter(file -> !found.contains(file)).count();
        Set<String> strange = new HashSet<>(found);
        present.forEach(strange::remove);
        strange.removeAll(unknown);
        return new Verdict(answered, failed, missed + missing + strange.size(), List.copyOf(told));
    }
}
