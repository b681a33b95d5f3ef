package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.Request.EditRow;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One damaged slice: its rows are refused, and all others are served. */
final class RottenSliceTest {
    private static final int ROWS = 5;

    private final NameRig rig = new NameRig();

    /** The journal still knows of cells that a collection moved for rows of the slice. */
    @Test
    void othersAreServedThoughItsCellsWereMoved() {
        TablePointer rotten = rig.mkdir(NameRig.root(), "rotten", 1);
        TablePointer sound = rig.mkdir(NameRig.root(), "sound", 2);
        rig.create(sound, "file", "content");
        for (int i = 0; i < ROWS; i++) {
            rig.create(rotten, "row-" + i, "first");
        }
        rig.checkpoint();
        for (int i = 1; i < ROWS; i++) {
            EditRow put = NameRig.put(rotten, "row-" + i, "second");
            rig.ask(rotten.base(), new EditRow(put.table(), put.name(), Expected.PRESENT, put.ifNew(), put.edit()));
        }
        rig.checkpoint();
        rig.checkpoint();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended -> {}), "it starts");
        rig.runUntilIdle();
        assertTrue(flipAll(rotten) > 0, "something of it is on storage");
        rig.open();
        rig.runUntilIdle();
        assertEquals(Optional.of("content"), rig.content(sound, "file"));
        PfsException refusal = assertThrows(PfsException.class, () -> rig.content(rotten, "row-1"));
        assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), refusal.getMessage());
    }

    private int flipAll(TablePointer table) {
        MemoryDisk disk = rig.poolDisk();
        int flipped = 0;
        for (var found : MetadataScan.of(new LocalPool(disk)).found()) {
            if (found.record().key().table().equals(table.table())) {
                ShardRig.flip(
                        disk,
                        MetadataFiles.name(found.place().fileId()),
                        found.place().end() - 20);
                flipped++;
            }
        }
        return flipped;
    }
}
