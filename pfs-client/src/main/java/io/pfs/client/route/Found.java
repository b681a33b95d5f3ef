package io.pfs.client.route;

import io.pfs.row.TablePointer;
import java.util.List;

/** A table, and the hops from the root that led to it. The path is one without symlinks. */
record Found(PfsPath path, TablePointer pointer, List<Hop> hops) {
    boolean holds(long nowNs) {
        for (int i = 0; i < hops.size(); i++) { // on the way of every request: no iterator
            if (!hops.get(i).holds(nowNs)) {
                return false;
            }
        }
        return true;
    }

    boolean isYoung(long nowNs) {
        for (int i = 0; i < hops.size(); i++) {
            if (!hops.get(i).isYoung(nowNs)) {
                return false;
            }
        }
        return true;
    }
}
