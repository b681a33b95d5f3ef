package io.pfs.server.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes each table once, and remembers the last ones: most files come to the same table as those before. */
final class KnownTables {
    static final int MODE_DEFAULT = 0_755;
    static final int OWNER_ALL = 0_700;
    private static final int REMEMBERED_MAX = 10_000;

    private final RowSink sink;
    private final Tally tally;
    private final Map<TablePath, Boolean> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TablePath, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    KnownTables(RowSink sink, Tally tally) {
        this.sink = sink;
        this.tally = tally;
    }

    void make(TablePath table, int mode) {
        if (!known.containsKey(table)) {
            sink.makeTable(table, mode);
            known.put(table, true);
            tally.table();
        }
    }
}
