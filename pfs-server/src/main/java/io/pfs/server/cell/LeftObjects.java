package io.pfs.server.cell;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Objects that are written no more, though their writers may go on with others that begin with them: for some time their files stay. */
final class LeftObjects {
    private static final long LEFT_NS = TimeUnit.MINUTES.toNanos(10);

    /** Since when each is left; the first since longest: so it is soon looked whether any is for long enough, however many there are. */
    private final Map<Long, Long> sinceNs = new LinkedHashMap<>();

    void add(long object, long nowNs) {
        sinceNs.putIfAbsent(object, nowNs);
    }

    /** Forgets those whose time is over; says whether there were any. */
    boolean expire(long nowNs) {
        Iterator<Long> eldest = sinceNs.values().iterator();
        boolean areAny = false;
        while (eldest.hasNext() && nowNs - eldest.next() > LEFT_NS) {
            eldest.remove();
            areAny = true;
        }
        return areAny;
    }

    /** It is not one of them any more; says whether it was. */
    boolean remove(long object) {
        return sinceNs.remove(object) != null;
    }

    Set<Long> ids() {
        return Collections.unmodifiableSet(sinceNs.keySet());
    }
}
