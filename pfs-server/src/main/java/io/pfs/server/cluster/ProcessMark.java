package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, so that no other one is taken for it that has its number later.
 *
 * @param startMillis when it began, as the system tells it: by the clock of today, so this changes when that is set
 * @param command a hash of its command line; 0 if the system does not tell that
 */
record ProcessMark(long pid, long startMillis, int command) {
    /** The system counts its own time in ticks, and rounds. */
    private static final long SAME_START_MILLIS = 2_000;

    static ProcessMark of(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        return new ProcessMark(
                process.pid(),
                info.startInstant().map(Instant::toEpochMilli).orElse(0L),
                info.commandLine().map(String::hashCode).orElse(0));
    }

    /** Reads what {@link #toString()} wrote, or wrote before it had a command. */
    static ProcessMark parse(String text) {
        String[] words = text.split("/", -1);
        try {
            int command = words.length == 2 ? 0 : Integer.parseInt(words[2]);
            return new ProcessMark(Long.parseLong(words[0]), Long.parseLong(words[1]), command);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new PfsException(ErrorCode.CORRUPT, "'" + text + "' names no process", e);
        }
    }

    /**
     * The process, if it runs and is not this one: no process asks for itself. In a container that is started again it has the number and the command line
     * of the one before it.
     */
    Optional<ProcessHandle> running() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> !process.equals(ProcessHandle.current()))
                .filter(process -> isSame(of(process)));
    }

    /** With the same number: either it began when this did, or the clock was set meanwhile, and it is called as this was. */
    boolean isSame(ProcessMark found) {
        boolean isSameStart = Math.abs(found.startMillis - startMillis) <= SAME_START_MILLIS;
        boolean isSameCommand = command != 0 && command == found.command;
        return found.pid == pid && (isSameStart || isSameCommand);
    }

    @Override
    public String toString() {
        return pid + "/" + startMillis + "/" + command;
    }
}
