package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.server.state.GroupCounters;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes into the journal together. */
final class ShardTurnTest {
    private static final int ROWS = 100;

    private final ShardRig rig = new ShardRig().open();

    /** One caller, who comes again in the turn in which he was answered, does not wait for a force of a split alone. */
    @Test
    void aSplitIsWrittenWithWhoComesNext() {
        rig.makeTables();
        GroupCounters counters = rig.group().counters();
        long writesBefore = counters.journalWrites();
        for (int i = 0; i < ROWS; i++) {
            createInTurns(i);
        }
        assertTrue(counters.splits() > 5, () -> counters.splits() + " splits");
        assertEquals(ROWS, counters.journalWrites() - writesBefore);
    }

    private void createInTurns(int number) {
        List<Reply> replies = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(2, 1 + number, rig.create(0, number)), replies::add);
        for (int step = 0; replies.isEmpty() && step < 100; step++) {
            rig.step();
        }
        assertTrue(replies.size() == 1 && replies.get(0) instanceof RowChanged, replies::toString);
    }
}
