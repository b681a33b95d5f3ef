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
 * mode of its folder, whenever that is met, but for what this takes from its owner: it is filled first, and closed to him in the end.
 * One that was there stays as it is, unless an earlier run left it open.
 */
final class KnownTables {
    static final int REMEMBERED_MAX = 10_000;
    /** Folders whose modes are kept in mind. */
    static final int NOTED_MAX = 100_000;

    private static final int MODE_DEFAULT = 0_755;
    private static final int OWNER_ALL = 0_700;

    private final RowSink sink;
    private final TablePath top;
    private final Tally tally;
    /** Those of them that are not known any more and were made before anything said their modes. */
    private final TableMarks pushedOut = new TableMarks();

    private final Map<TablePath, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TablePath, Known> eldest) {
            boolean isFull = size() > REMEMBERED_MAX;
            if (isFull && eldest.getValue().equals(Known.OPEN)) {
                pushedOut.add(eldest.getKey());
            }
            return isFull;
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

    /** Tables that are to be closed to their owners when all is in them, with the modes of their folders. */
    private final Map<TablePath, Integer> toClose = new HashMap<>();

    /**
     * What is known of a table.
     *
     * @param mode that it has now, or had when it was found
     * @param isMade whether it was not there before
     */
    private record Known(int mode, boolean isMade) {
        /** One that is made as it is where no folder says its mode. */
        static final Known OPEN = new Known(MODE_DEFAULT, true);
    }

    /** @param top the table that all others are in */
    KnownTables(RowSink sink, TablePath top, Tally tally) {
        this.sink = sink;
        this.top = top;
        this.tally = tally;
    }

    /** What a folder says of the table that it is, or would be: a table is not made for that alone. */
    void folder(TablePath table, int mode) {
        Known there = known.get(table);
        if (there != null && there.isMade()) {
            setLate(table, there, mode);
            return;
        }
        if (mode != MODE_DEFAULT && pushedOut.mayHave(table)) {
            refused(table, "its mode may not be that of its folder, which came behind too many others");
        }
        if (there == null) {
            note(table, mode);
        } else if (wasLeftOpen(table, there.mode(), mode)) {
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

    /** At once: if the import breaks off, others don't see more than they may, and the next run knows it for one that was left open. */
    private void setLate(TablePath table, Known there, int mode) {
        int open = mode | OWNER_ALL;
        if (open != there.mode()) {
            setMode(table, open);
            known.put(table, new Known(open, true));
        }
        closeInTheEnd(table, mode);
    }

    private void closeInTheEnd(TablePath table, int mode) {
        if ((mode | OWNER_ALL) == mode) {
            toClose.remove(table);
        } else if (toClose.size() < NOTED_MAX || toClose.containsKey(table)) {
            toClose.put(table, mode);
        } else {
            refused(table, "its owner may write to it, as too many others are to be closed");
        }
    }

    /** Makes it, and those above it, unless they are there. */
    void make(TablePath table) {
        ArrayDeque<TablePath> missing = new ArrayDeque<>();
        TablePath step = table;
        while (known.get(step) == null) {
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
        known.put(table, new Known(before.orElse(open), before.isEmpty()));
        if (before.isEmpty() || wasLeftOpen(table, before.getAsInt(), mode)) {
            closeInTheEnd(table, mode);
        }
        if (before.isEmpty() && !isNoted && forgotten.mayHave(table)) {
            refused(table, "its mode may not be that of its folder, as too many folders came between");
        }
        tally.table();
    }

    private boolean wasLeftOpen(TablePath table, int before, int mode) {
        return !table.equals(top) && before == (mode | OWNER_ALL);
    }

    /** All is in them. The lowest first: who may not go through a table can't close those in it. */
    void close() {
        List<Map.Entry<TablePath, Integer>> lowestFirst = new ArrayList<>(toClose.entrySet());
        lowestFirst.sort(Comparator.comparingInt(
                (Map.Entry<TablePath, Integer> table) -> -table.getKey().names().size()));
        lowestFirst.forEach(table -> setMode(table.getKey(), table.getValue()));
    }

    private void setMode(TablePath table, int mode) {
        try {
            sink.setMode(table, mode);
        } catch (PfsException e) {
            if (e.code().kind() != ErrorCode.Kind.REQUEST) {
                throw e;
            }
            refused(table, "its mode was not set: " + e.detail());
        }
    }

    private void refused(TablePath table, String what) {
        tally.leaveOut(Reason.REFUSED, table + ": " + what);
    }
}
