package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.journal.ManualTimers;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.RemoveTable;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who removes a tree, and everybody else, is answered before all that was in it has been looked through. */
final class ReapingInTurnsTest {
    private static final Limits ROOMY = new Limits(64, 4, 16 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64);
    private static final int ROWS = 9_000;

    private final ManualTimers timers = new ManualTimers();
    private final ShardRig rig = new ShardRig();

    private int turnsUntilReaped() {
        int turns = 0;
        while (rig.group().counters().rowsReaped() == 0 && turns < ROWS) {
            timers.pass(0);
            rig.runUntilIdle();
            turns++;
        }
        return turns;
    }

    @Test
    void aLargeTableIsReapedInSeveralTurns() {
        rig.limits = ROOMY;
        rig.timers = Optional.of(timers);
        rig.open().makeTables();
        rig.create(0, 0, ROWS);
        TableId root = TableId.of(new ShardId(0), 1);
        assertInstanceOf(TableGone.class, rig.ask(new RemoveTable(root, RowName.of("table-0"), true)));
        assertEquals(0, rig.group().counters().rowsReaped(), "it was answered first");
        assertInstanceOf(RowChanged.class, rig.ask(rig.create(1, 1)), "others are served meanwhile");
        int turns = turnsUntilReaped();
        assertTrue(turns >= 3, turns + " turns");
        assertEquals(ROWS, rig.group().counters().rowsReaped());
    }

    /** A tool has nothing that tells when to go on. */
    @Test
    void withoutTimersAllIsReapedAtOnce() {
        rig.limits = ROOMY;
        rig.open().makeTables();
        rig.create(0, 0, ROWS);
        TableId root = TableId.of(new ShardId(0), 1);
        assertInstanceOf(TableGone.class, rig.ask(new RemoveTable(root, RowName.of("table-0"), true)));
        assertEquals(ROWS, rig.group().counters().rowsReaped());
    }
}
