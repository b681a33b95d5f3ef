package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, so that no other one is taken for it that has its number later.
 *
 * @param startMillis when it began, as the system tells it
 */
record ProcessMark(long pid, long startMillis) {
    static ProcessMark of(ProcessHandle process) {
        return new ProcessMark(process.pid(), startMillis(process));
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Reads what {@link #toString()} wrote. */
    static ProcessMark parse(String text) {
        String[] words = text.split("/", -1);
        try {
            return new ProcessMark(Long.parseLong(words[0]), Long.parseLong(words[1]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new PfsException(ErrorCode.CORRUPT, "'" + text + "' names no process", e);
        }
    }

    /** The process, if it runs. */
    Optional<ProcessHandle> running() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> startMillis(process) == startMillis);
    }

    @Override
    public String toString() {
        return pid + "/" + startMillis;
    }
}
