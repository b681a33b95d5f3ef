package io.pfs.server.admin;

import io.pfs.RowName;
import io.pfs.server.shard.Shard;
import io.pfs.server.store.LocalStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds what a store has against what was acknowledged: each row must be as the last acknowledged operation left it, or
 * as a later one would that was under way; and there must be no other row.
 */
final class SelftestCheck {
    private final BitSet acknowledged;
    private final List<String> faults = new ArrayList<>();
    private long rows;

    SelftestCheck(BitSet acknowledged) {
        this.acknowledged = acknowledged;
    }

    /** Rows found by the last check. */
    long rows() {
        return rows;
    }

    /** What is wrong; nothing if all is well. */
    List<String> check(LocalStore store) {
        faults.clear();
        Map<RowName, byte[]> found = new TreeMap<>();
        for (Shard shard : store.group().shards()) {
            shard.visit((table, name, row) -> {
                if (table.equals(SelftestPlan.TABLE)) {
                    found.put(name, row);
                }
            });
        }
        rows = found.size();
        possible().forEach((name, states) -> {
            Optional<byte[]> row = Optional.ofNullable(found.remove(name));
            if (states.stream().noneMatch(state -> same(state, row))) {
                faults.add("row " + name + ": found " + SelftestPlan.describe(row) + ", expected "
                        + String.join(
                                " or ",
                                states.stream().map(SelftestPlan::describe).toList()));
            }
        });
        found.keySet().forEach(name -> faults.add("row " + name + " was never written"));
        return faults;
    }

    /** For each row the states it may be in. */
    private Map<RowName, List<Optional<byte[]>>> possible() {
        Map<RowName, List<Optional<byte[]>>> possible = new TreeMap<>();
        for (long operation = 0; operation < acknowledged.length() + SelftestPlan.underWayMax(); operation++) {
            List<Optional<byte[]>> states = possible.computeIfAbsent(
                    SelftestPlan.name(operation), name -> new ArrayList<>(List.of(Optional.empty())));
            if (acknowledged.get((int) operation)) {
                states.clear();
            }
            states.add(SelftestPlan.after(operation));
        }
        return possible;
    }

    private static boolean same(Optional<byte[]> a, Optional<byte[]> b) {
        return a.isPresent() == b.isPresent() && (a.isEmpty() || Arrays.equals(a.get(), b.get()));
    }
}
