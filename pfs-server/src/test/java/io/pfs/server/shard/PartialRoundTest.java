package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds of checkpoints that write only what holds most: what waits must not be missed by a recovery. */
final class PartialRoundTest {
    private static final int LONG_NAME = 200;

    private final NameRig rig = new NameRig();

    private static EditRow row(TablePointer table, String name) {
        return new EditRow(table.table(), RowName.of(name), Expected.ANY, NewRow.FILE, RowEdit.NONE);
    }

    private void put(TablePointer table, String name) {
        assertInstanceOf(RowChanged.class, rig.ask(table.base(), row(table, name)));
    }

    private static String longName(int number) {
        return Integer.toString(number, 36) + "n".repeat(LONG_NAME);
    }

    private void partialRound() {
        rig.group().checkpointForMemory();
        rig.runUntilIdle();
    }

    private long dirtySlices() {
        long[] dirty = {0};
        for (Shard shard : rig.group().shards()) {
            shard.state()
                    .tables()
                    .opened()
                    .forEach(table -> table.forEachSlice(slice -> dirty[0] += slice.isDirty() ? 1 : 0));
        }
        return dirty[0];
    }

    @Test
    void whatWaitsIsWrittenWhenSomebodyAsks() {
        TablePointer full = rig.mkdir(NameRig.root(), "full", 1);
        List<TablePointer> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(rig.mkdir(NameRig.root(), "other-" + i, 1));
            put(others.get(i), "row");
        }
        rig.checkpoint();
        others.forEach(table -> put(table, "another"));
        for (int i = 0; i < 30; i++) {
            put(full, longName(i));
        }
        partialRound();
        long waiting = dirtySlices();
        assertTrue(waiting >= others.size(), waiting + " slices wait");
        rig.checkpoint();
        assertEquals(0, dirtySlices());
        rig.open();
        others.forEach(table -> assertTrue(rig.names(table).contains("another")));
    }

    /** Its image's file goes, since nobody needs it here, and a replay may begin before it went. */
    @Test
    void aSliceThatWasGivenAwayIsNotMissed() {
        for (int rounds = 1; rounds < 8; rounds += 2) {
            for (int steps = 0; steps < 16; steps += 3) {
                new PartialRoundTest().givesAway(rounds, steps);
            }
        }
    }

    private void givesAway(int rounds, int steps) {
        Placement placement = new Placement(NameRig.SHARDS);
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        TablePointer quiet = rig.mkdir(NameRig.root(), "quiet", 1);
        TablePointer busy = rig.mkdir(NameRig.root(), "busy", 1);
        TablePointer cold = rig.mkdir(NameRig.root(), "cold", 1);
        put(quiet, "first");
        for (int i = 0; i < 28; i++) {
            put(cold, longName(i));
        }
        rig.checkpoint();
        put(quiet, "second");
        for (int i = 0; i < 4; i++) {
            putWide(placement, wide, i);
        }
        for (int i = 4; i < 9; i++) {
            rig.submit(rig.envelope(wide.base(), NameRig.put(wide, "w" + i, "small")));
        }
        for (int i = 0; i < 24; i++) {
            rig.submit(rig.envelope(busy.base(), row(busy, longName(i))));
        }
        for (int step = 0; step < steps; step++) {
            rig.step();
        }
        partialRound();
        rig.passTime();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 24; i++) {
                put(busy, longName(i));
            }
            for (int i = 0; i < 12; i++) {
                putWide(placement, wide, i % 9);
            }
            partialRound();
        }
        assertTrue(rig.group().counters().slicesGiven() > 0, "a slice went to another shard");
        rig.open();
        rig.runUntilIdle();
        assertTrue(rig.names(quiet).contains("second"));
    }

    private void putWide(Placement placement, TablePointer wide, int number) {
        EditRow put = row(wide, "w" + number);
        Reply reply = rig.ask(placement.shardOf(wide, put.name()), put);
        for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
            reply = rig.ask(placement.after(misplaced, wide, put.name()), put);
        }
        assertInstanceOf(RowChanged.class, reply);
    }
}
