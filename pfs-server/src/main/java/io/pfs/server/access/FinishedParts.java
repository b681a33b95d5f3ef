package io.pfs.server.access;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.env.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The procedures in which this shard has done its part, or will have none: a late copy of a step that begins a part must
 * not begin it again. Kept in memory only, since no copy outlives the connections of this process.
 */
public final class FinishedParts {
    private static final int COUNT_MAX = 1 << 16;

    private final Clock clock;
    private final Map<ProcedureId, Long> finished = new LinkedHashMap<>();

    public FinishedParts(Clock clock) {
        this.clock = clock;
    }

    public void add(ProcedureId procedure) {
        long now = clock.monotonicNs();
        finished.put(procedure, now);
        Iterator<Long> eldest = finished.values().iterator();
        boolean isTooOld = true; // the one just added is not
        while (isTooOld) {
            isTooOld = now - eldest.next() > ClientWindows.KEPT_NS || finished.size() > COUNT_MAX;
            if (isTooOld) {
                eldest.remove();
            }
        }
    }

    public void requireNew(ProcedureId procedure) {
        if (finished.containsKey(procedure)) {
            throw new PfsException(ErrorCode.VERSION_CHANGED, procedure + " is over");
        }
    }
}
