package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.row.TagValue;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.RowEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run that is written where space is short, or by who is closed meanwhile. */
final class RunExportTest {
    private static final int ROWS = 40;
    private static final int VALUES = 8;

    private final MemoryDisk pool = new MemoryDisk();
    private final RunDisk disk = new RunDisk(pool);
    private final IndexMoves moves = new IndexMoves(new MemoryDisk(), disk).withRows(ROWS);

    private List<String> runs() {
        return pool.list().stream().filter(RunDisk::isRun).toList();
    }

    private void keepOnlyTheReserve() {
        disk.usableBytes = OptionalLong.of(ShardRig.TINY.spaceReservedBytes() + 1000);
    }

    @Test
    void aRunTakesNothingOfTheReserve() {
        runs().forEach(pool::delete);
        keepOnlyTheReserve();
        disk.appends = 0;
        for (int row = 0; row < ROWS; row++) {
            moves.remove(0, row);
            moves.rig.checkpoint();
        }
        assertEquals(0, disk.appends);
        assertTrue(moves.counters().runs().givenUpCount() > 0);
        disk.usableBytes = OptionalLong.empty();
        moves.close();
        assertEquals(1, runs().size());
    }

    @Test
    void halfARunGoesThoughThereIsNoSpaceForAnother() {
        moves.close();
        String whole = runs().get(0);
        byte[] bytes = pool.names().get(whole).bytes();
        pool.names().put("run-00000000000000ff", MemoryDisk.Inode.of(Arrays.copyOf(bytes, bytes.length / 2)));
        pool.names().put("run-0000000000000000", MemoryDisk.Inode.of(bytes));
        keepOnlyTheReserve();
        for (int row = 0; row < ROWS; row++) {
            moves.remove(0, row);
        }
        moves.rig.checkpoint();
        assertEquals(List.of(whole), runs());
    }

    @Test
    void whoClosesWaitsForNoWholeShard() {
        TagValue[] wide = IntStream.range(0, ROWS)
                .mapToObj(row -> new TagValue.OfString((row + "-").repeat(1000)))
                .toArray(TagValue[]::new);
        moves.index(0, List.of("wide"), List.of());
        for (int row = 0; row < ROWS; row++) {
            RowEdit edit = RowEdit.ofTags(Map.of("wide", wide[row]), Set.of());
            moves.rig.ask(moves.rig.edit(0, row, Expected.ANY, edit));
        }
        disk.appends = 0;
        moves.export();
        int whole = disk.appends;
        disk.appends = 0;
        disk.next = Optional.of(() -> moves.rig.group().close());
        moves.rig.group().exportIndex(Long.MAX_VALUE);
        moves.rig.runUntilIdle();
        assertTrue(moves.rig.group().isClosed());
        assertTrue(whole > 2 && disk.appends == 1, disk.appends + " were appended, of " + whole);
        assertEquals(1, runs().size(), "the one from before");
        moves.openElsewhere();
        moves.findByIndex(VALUES);
    }

    @Test
    void whatCannotBeDeletedIsTriedAgain() {
        moves.close();
        moves.index(0, List.of(), List.of("heat"));
        moves.index(1, List.of(), List.of("heat"));
        disk.isStuck = true;
        moves.rig.checkpoint();
        assertEquals(1, runs().size());
        disk.isStuck = false;
        moves.rig.ask(moves.rig.create(0, ROWS));
        moves.rig.checkpoint();
        assertEquals(List.of(), runs());
    }
}
