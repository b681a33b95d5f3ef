package io.pfs.server.admin;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.server.admin.SelftestPlan.State;
import io.pfs.server.store.LocalStore;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
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
    private static final int PAGE_ROWS = 4096;
    private static final int PAGE_BYTES = 16 << 20;

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
    List<String> check(LocalStore store, long client) {
        faults.clear();
        Map<RowName, FoundRow> found = rowsOf(new Asking(store, client));
        rows = found.size();
        possible().forEach((name, states) -> {
            Optional<FoundRow> row = Optional.ofNullable(found.remove(name));
            if (states.stream().noneMatch(state -> same(state, row))) {
                faults.add("row " + name + ": found "
                        + row.map(r -> "version " + r.row().version()).orElse("no row") + ", expected "
                        + String.join(
                                " or ",
                                states.stream()
                                        .map(state -> state.map(s -> "version " + s.version())
                                                .orElse("no row"))
                                        .toList()));
            }
        });
        found.keySet().forEach(name -> faults.add("row " + name + " was never written"));
        return faults;
    }

    private static Map<RowName, FoundRow> rowsOf(Asking asking) {
        Map<RowName, FoundRow> found = new TreeMap<>();
        TableId root = TableId.of(LocalStore.shard(), 1);
        RowFound directory = (RowFound) asking.ask(new ReadRow(root, SelftestPlan.TABLE, List.of()));
        byte[] inline = directory.found().row().inline();
        TableId table = Inline.decode(new ByteReader("row " + SelftestPlan.TABLE, inline))
                .pointer()
                .orElseThrow()
                .table();
        Optional<Cursor> next = Optional.empty();
        do {
            RowsFound page =
                    (RowsFound) asking.ask(new ListRows(table, next, PAGE_ROWS, PAGE_BYTES, SelftestPlan.COLUMNS));
            page.rows().forEach(row -> found.put(row.name(), row));
            next = page.next();
        } while (next.isPresent());
        return found;
    }

    /** For each row the states it may be in. */
    private Map<RowName, List<Optional<State>>> possible() {
        Map<RowName, List<Optional<State>>> possible = new TreeMap<>();
        for (long operation = 0; operation < acknowledged.length() + SelftestPlan.underWayMax(); operation++) {
            List<Optional<State>> states = possible.computeIfAbsent(
                    SelftestPlan.name(operation), name -> new ArrayList<>(List.of(Optional.empty())));
            if (acknowledged.get((int) operation)) {
                states.clear();
            }
            states.add(SelftestPlan.after(operation));
        }
        return possible;
    }

    private static boolean same(Optional<State> state, Optional<FoundRow> row) {
        return state.isPresent() == row.isPresent()
                && (state.isEmpty() || state.get().is(row.get()));
    }
}
