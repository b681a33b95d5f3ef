package io.pfs.client.table;

import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;

/** What went wrong with rows of a batch; answers come on several threads. */
final class RowFailures {
    private final List<PfsException> causes = new ArrayList<>();

    synchronized void add(PfsException cause) {
        causes.add(cause);
    }

    synchronized void throwIfAny(String what, int count) {
        if (!causes.isEmpty()) {
            PfsException first = causes.get(0);
            throw new PfsException(
                    first.code(),
                    causes.size() + " of " + count + " rows were not " + what + "; the first: " + first.detail(),
                    first);
        }
    }
}
