package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.IntentCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in a table of intents without going through all of it. */
final class IntentsTest {
    private static final ShardId OTHER = new ShardId(3);
    private static final TableId HERE = new TableId(17);
    private static final TableId THERE = new TableId(18);

    private final Intents intents = new Intents();

    private void put(Intent intent) {
        intents.put(intent.rowName(), IntentCodec.toRow(intent, 1).toBytes());
    }

    private static Kept kept(long number, TableId table) {
        return new Kept(new ProcedureId(OTHER, number), table, RowName.of("name-" + number), number);
    }

    private static Borrowing borrowing(long number, Borrowed... segments) {
        return new Borrowing(LoanId.of(new ProcedureId(OTHER, number)), 0, OTHER, List.of(segments));
    }

    @Test
    void namesThatAreKeptAreFoundByTheirTables() {
        List<Kept> all = List.of(kept(1, HERE), kept(2, HERE), kept(3, THERE));
        all.forEach(this::put);
        assertEquals(all.subList(0, 2), intents.keptOf(HERE));
        assertEquals(all.subList(2, 3), intents.keptOf(THERE));
        all.forEach(one -> {
            intents.remove(one.rowName());
            assertFalse(intents.keptOf(one.table()).contains(one), () -> one + " is gone");
        });
        assertTrue(intents.isEmpty());
    }

    @Test
    void loansKeepNobodyFromBeingQuiet() {
        put(borrowing(1, new Borrowed(70, false, false)));
        assertTrue(intents.isQuiet());
        assertFalse(intents.isEmpty());
        intents.remove(borrowing(1).rowName());
        assertTrue(intents.isEmpty());
    }

    @Test
    void loansAreFoundByTheirSegments() {
        Borrowing both = borrowing(1, new Borrowed(70, false, false), new Borrowed(71, false, false));
        Borrowing one = borrowing(2, new Borrowed(70, false, false), new Borrowed(71, false, true));
        put(both);
        put(one);
        assertEquals(List.of(both, one), intents.loans().holding(70));
        assertEquals(List.of(both), intents.loans().holding(71), "the other is to be returned");
        Borrowing returning = borrowing(1, new Borrowed(70, false, true), new Borrowed(71, false, false));
        put(returning);
        assertEquals(List.of(one), intents.loans().holding(70));
        assertEquals(List.of(returning), intents.loans().holding(71), "the row as it is now");
        intents.remove(one.rowName());
        assertEquals(List.of(), intents.loans().holding(70));
        assertFalse(intents.loans().isHeld(70));
    }
}
