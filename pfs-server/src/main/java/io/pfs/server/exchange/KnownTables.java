package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.exchange.LeftOut.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Makes each table once, and remembers the last ones: most files come to the same table as those before. A table that is made gets the
 * mode of its folder, whenever that is met; what its owner may not write to is filled first, and closed in the end. One that was there
 * stays as it is, unless an earlier run left it open.
 */
final class KnownTables {
    private static final int MODE_DEFAULT = 0_755;
    private static final int OWNER_ALL = 0_700;
    static final int REMEMBERED_MAX = 10_000;
    /** Folders whose modes are kept in mind. */
    static final int NOTED_MAX = 100_000;

    private static final int WAS_THERE = -1;

    private final RowSink sink;
    private final TablePath top;
    private final Tally tally;
    /** With which modes they were made. */
    private final Map<TablePath, Integer> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TablePath, Integer> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    private final TableMarks forgotten = new TableMarks();
    /** Modes of folders to which nothing came yet. With patterns many of them are no tables, and nothing ever will: the eldest go. */
    private final Map<TablePath, Integer> met = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TablePath, Integer> eldest) {
            boolean isFull = size() > NOTED_MAX;
            if (isFull) {
                forgotten.add(eldest.getKey());
            }
            return isFull;
        }
    };

    /** Tables that are to be as their folders are when all is in them, with the modes of these. */
    private final Map<TablePath, Integer> toClose = new HashMap<>();

    /** @param top the table that all others are in */
    KnownTables(RowSink sink, TablePath top, Tally tally) {
        this.sink = sink;
        this.top = top;
        this.tally = tally;
    }

    /** What a folder says of the table that it is, or would be: a table is not made for that alone. */
    void folder(TablePath table, int mode) {
        int made = known.getOrDefault(table, MODE_DEFAULT);
        if (!known.containsKey(table)) {
            note(table, mode);
        } else if (made != WAS_THERE && (made != mode || toClose.containsKey(table))) {
            closeInTheEnd(table, mode);
        }
    }

    /** What many folders are in is not forgotten for these: it is a table, where each of them is a row. */
    private void note(TablePath folder, int mode) {
        for (TablePath step = folder; !step.equals(top); ) {
            step = above(step);
            Integer unused = met.get(step);
        }
        if (mode == MODE_DEFAULT) {
            met.remove(folder);
        } else {
            met.put(folder, mode);
        }
    }

    private void closeInTheEnd(TablePath table, int mode) {
        if (toClose.size() < NOTED_MAX || toClose.containsKey(table)) {
            toClose.put(table, mode);
        } else {
            tally.leaveOut(Reason.REFUSED, table + ": its mode was not set, as those of too many others wait for it");
        }
    }

    /** Makes it, and those above it, unless they are there. */
    void make(TablePath table) {
        ArrayDeque<TablePath> missing = new ArrayDeque<>();
        TablePath step = table;
        while (!known.containsKey(step)) {
            missing.push(step);
            if (step.equals(top)) {
                break;
            }
            step = above(step);
        }
        missing.forEach(this::makeOne);
    }

    private static TablePath above(TablePath table) {
        return new TablePath(table.names().subList(0, table.names().size() - 1));
    }

    private void makeOne(TablePath table) {
        int mode = met.getOrDefault(table, MODE_DEFAULT);
        int open = mode | OWNER_ALL;
        OptionalInt before = sink.modeOf(table);
        sink.makeTable(table, open);
        boolean isNoted = met.remove(table) != null;
        known.put(table, before.isPresent() ? WAS_THERE : open);
        boolean wasLeftOpen = !table.equals(top) && before.orElse(WAS_THERE) == open;
        if (open != mode && (before.isEmpty() || wasLeftOpen)) {
            closeInTheEnd(table, mode);
        }
        if (before.isEmpty() && !isNoted && forgotten.mayHave(table)) {
            String why = "its mode may not be that of its folder, as too many folders came between";
            tally.leaveOut(Reason.REFUSED, table + ": " + why);
        }
        tally.table();
    }

    /** All is in them. The lowest first: who may not go through a table can't close those in it. */
    void close() {
        List<Map.Entry<TablePath, Integer>> lowestFirst = new ArrayList<>(toClose.entrySet());
        lowestFirst.sort(Comparator.comparingInt(
                (Map.Entry<TablePath, Integer> table) -> -table.getKey().names().size()));
        lowestFirst.forEach(table -> close(table.getKey(), table.getValue()));
    }

    private void close(TablePath table, int mode) {
        try {
            sink.setMode(table, mode);
        } catch (PfsException e) {
            if (e.code().kind() != ErrorCode.Kind.REQUEST) {
                throw e;
            }
            tally.leaveOut(Reason.REFUSED, table + ": its mode was not set: " + e.detail());
        }
    }
}
