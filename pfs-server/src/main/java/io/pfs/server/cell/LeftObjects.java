package io.pfs.server.cell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Objects that are written no more, though their writers may go on with others that begin with them: for some time their files stay. */
final class LeftObjects {
    private static final long LEFT_NS = TimeUnit.MINUTES.toNanos(10);

    /** Since when each is left; the first since longest. */
    private final Map<Long, Long> sinceNs = new LinkedHashMap<>();

    void add(long object, long nowNs) {
        sinceNs.putIfAbsent(object, nowNs);
    }

    /** Forgets those whose time is over; says whether there were any. */
    boolean expire(long nowNs) {
        return sinceNs.values().removeIf(since -> nowNs - since > LEFT_NS);
    }

    /** It is not one of them any more; says whether it was. */
    boolean remove(long object) {
        return sinceNs.remove(object) != null;
    }

    boolean isEmpty() {
        return sinceNs.isEmpty();
    }

    Set<Long> ids() {
        return Collections.unmodifiableSet(sinceNs.keySet());
    }
}
