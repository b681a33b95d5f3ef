package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.SpreadPolicy;

/** Rows in all seats: who was stopped before they were changed must not tell what they were. */
public final class ToldRows {
    private static final String TABLE = "/told";
    private static final String COLUMN = "content";
    private static final int ROWS = 64;
    private static final byte[] OLD = {1};
    private static final byte[] NEW = {2};

    private ToldRows() {}

    public static void make(Pfs pfs) {
        pfs.createTable(TABLE, TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.ALWAYS));
        write(pfs, OLD);
    }

    public static void change(Pfs pfs) {
        write(pfs, NEW);
    }

    private static void write(Pfs pfs, byte[] content) {
        Table table = pfs.openTable(TABLE);
        for (int row = 0; row < ROWS; row++) {
            table.edit("r" + row).put(COLUMN, content).apply();
        }
    }

    /** Asks who was stopped; it may refuse, and send elsewhere. */
    public static void requireNew(Pfs pfs) {
        Table table = pfs.openTable(TABLE);
        for (int row = 0; row < ROWS; row++) {
            assertArrayEquals(NEW, table.get("r" + row, COLUMN).orElseThrow(), "r" + row);
        }
    }

    public static void remove(Pfs pfs) {
        pfs.files().deleteTree(TABLE);
    }
}
