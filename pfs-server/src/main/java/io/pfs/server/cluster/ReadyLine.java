package io.pfs.server.cluster;

import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a process that was started writes to its log when it is ready: this, where it is, and a blank with more in parentheses.
 *
 * @param who as it is told of
 * @param begin of the line
 */
record ReadyLine(String who, String begin) {
    private static final long LOOK_AGAIN_NS = 50_000_000;
    private static final Clock CLOCK = new SystemClock();

    /** Waits for it; says where it is. What it said is told if it is not ready; who takes too long is ended. */
    String await(Process process, ServerLog log, long withinNs) {
        long untilNs = CLOCK.monotonicNs() + withinNs;
        Optional<String> address = address(log);
        while (address.isEmpty()) {
            boolean hasEnded = !process.isAlive();
            boolean isLate = CLOCK.monotonicNs() - untilNs > 0;
            address = address(log);
            if (address.isEmpty() && hasEnded) {
                throw log.failure(who + " did not start");
            } else if (address.isEmpty() && isLate) {
                process.destroy();
                throw log.failure(
                        who + " did not serve within " + TimeUnit.NANOSECONDS.toSeconds(withinNs) + " s, and is ended");
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
        }
        return address.get();
    }

    private Optional<String> address(ServerLog log) {
        return log.next().stream()
                .filter(line -> line.startsWith(begin) && line.contains(" ("))
                .map(line -> line.substring(begin.length(), line.indexOf(" (")))
                .findFirst();
    }
}
