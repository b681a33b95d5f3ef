package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/**
 * When an index that failed is begun anew: at once, but neither for ever nor while there is no space for it; then after a while, which
 * doubles each time.
 */
final class Restarts {
    private static final int AT_ONCE_MAX = 8;
    private static final long FIRST_DELAY_NS = 5_000_000_000L;
    private static final long DELAY_NS_MAX = 320_000_000_000L;

    private int failures;
    private long delayNs = FIRST_DELAY_NS;
    private boolean lacksSpace;
    private boolean isHopeless;

    void failed(PfsException cause) {
        failures++;
        lacksSpace = cause.code() == ErrorCode.NO_SPACE;
        isHopeless = cause.code() == ErrorCode.NOT_SUPPORTED;
    }

    /** An index was made to its end: whatever failed before is over. */
    void succeeded() {
        failures = 0;
        delayNs = FIRST_DELAY_NS;
    }

    /** Whether nothing that can happen while this process runs would help. */
    boolean isHopeless() {
        return isHopeless;
    }

    boolean isAtOnce() {
        return failures < AT_ONCE_MAX && !lacksSpace && !isHopeless;
    }

    /** How long to wait this time. */
    long nextDelayNs() {
        long now = delayNs;
        delayNs = Math.min(2 * delayNs, DELAY_NS_MAX);
        return now;
    }
}
