package io.pfs.sim.history;

import io.pfs.sim.history.History.Call;
import io.pfs.sim.history.NameSpace.Applied;
import java.util.ArrayList;
import java.util.List;

/** Tries every order there is: slow, and too simple to be wrong. */
final class EveryOrder {
    private EveryOrder() {}

    static boolean hasOrder(NameSpace first, History history) {
        return hasOrder(first, history.calls());
    }

    /** Whether any of these can come next, and the others behind it; those of unknown outcome may as well be left out. */
    private static boolean hasOrder(NameSpace names, List<Call> left) {
        if (left.stream().allMatch(Call::isUnknown)) {
            return true;
        }
        for (Call next : left) {
            boolean mayBeNext = left.stream().allMatch(other -> other.end() > next.begin());
            Applied applied = names.apply(next.operation());
            boolean fits = next.isUnknown() || applied.outcome().equals(next.outcome());
            if (mayBeNext && fits) {
                List<Call> others = new ArrayList<>(left);
                others.remove(next);
                if (hasOrder(applied.after(), others)) {
                    return true;
                }
            }
        }
        return false;
    }
}
