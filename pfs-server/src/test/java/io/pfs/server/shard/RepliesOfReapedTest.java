package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request;
import io.pfs.wire.Request.RemoveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who repeats a request is answered as before, though its table was cut off meanwhile, and wherever the reply is. */
final class RepliesOfReapedTest {
    private static final Limits ROOMY = new Limits(64, 4, 16 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64);
    private static final Request REMOVAL = new RemoveTable(TableId.of(new ShardId(0), 1), RowName.of("table-0"), true);
    private static final int CLIENTS = 40;
    private static final int ROWS = 5_000;
    private static final int STEPS_MAX = 1_000;

    private final ShardRig rig = new ShardRig();

    private void open() {
        rig.limits = ROOMY;
        rig.open().makeTables();
    }

    private void removeTable() {
        List<Reply> gone = rig.begin(REMOVAL);
        for (int steps = 0; gone.isEmpty() && steps < STEPS_MAX; steps++) {
            rig.step();
        }
        assertInstanceOf(TableGone.class, gone.get(0));
    }

    private Reply repeat(long client, int row) {
        List<Reply> again = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(client, 1, rig.create(0, row)), again::add);
        rig.runUntilIdle();
        return again.get(0);
    }

    @Test
    void onlyStorageKnows() {
        open();
        rig.create(0, 0, 25);
        Reply first = rig.ask(9, 1, rig.create(0, 500));
        rig.checkpoint();
        rig.open();
        removeTable();
        assertEquals(first, repeat(9, 500));
    }

    /** Nobody knows then whether it was done: to say that there is no such table would be an answer. */
    @Test
    void whatOnlyStorageKnowsAndDoesNotTellIsNotDenied() {
        rig.limits =
                new Limits(1024, 4, 16 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64); // a slice has a record of its own
        rig.open().makeTables();
        rig.create(0, 0, 400);
        rig.ask(9, 1, rig.create(0, 500));
        rig.checkpoint();
        rig.open();
        MetadataScan.of(new LocalPool(rig.poolDisk)).found().stream()
                .filter(one -> one.record().key().table().equals(rig.table(0)))
                .map(MetadataScan.Found::place)
                .forEach(place -> ShardRig.flip(rig.poolDisk, MetadataFiles.name(place.fileId()), place.end() - 20));
        removeTable();
        Refused refused = assertInstanceOf(Refused.class, repeat(9, 500));
        assertEquals(ErrorCode.Kind.DATA, refused.code().kind(), refused.toString());
    }

    @Test
    void aRoundForMemoryHasLetGoOfIt() {
        open();
        rig.create(0, 0, 12);
        rig.checkpoint();
        rig.open();
        Reply first = rig.ask(9, 1, rig.create(0, 500));
        rig.group().checkpointForMemory();
        for (int i = 0; i < 5; i++) {
            rig.begin(rig.create(0, 600 + i));
            rig.step();
        }
        rig.runUntilIdle();
        removeTable();
        assertEquals(first, repeat(9, 500));
    }

    @Test
    void slicesWereLetGoOfWhileOthersWereReaped() {
        ManualTimers timers = new ManualTimers();
        rig.timers = Optional.of(timers);
        rig.memoryBytes = 3 << 19;
        open();
        rig.create(0, 0, ROWS);
        List<Reply> first = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            first.add(rig.ask(9 + i, 1, rig.create(0, 20_000 + i)));
        }
        rig.checkpoint();
        assertInstanceOf(TableGone.class, rig.ask(REMOVAL));
        int created = 0;
        for (int turn = 0; turn < STEPS_MAX && rig.group().counters().rowsReaped() == 0; turn++) {
            for (int i = 0; i < 6_000 && turn < 2; i++) {
                assertInstanceOf(RowChanged.class, rig.ask(rig.create(1, created++)));
            }
            if (turn < 3) {
                rig.checkpoint();
            }
            timers.pass(0);
            rig.runUntilIdle();
        }
        assertTrue(rig.group().counters().slicesEvicted() > 0, "memory was short");
        assertEquals(ROWS + CLIENTS, rig.group().counters().rowsReaped());
        for (int i = 0; i < CLIENTS; i++) {
            assertEquals(first.get(i), repeat(9 + i, 20_000 + i), "client " + i);
        }
    }
}
