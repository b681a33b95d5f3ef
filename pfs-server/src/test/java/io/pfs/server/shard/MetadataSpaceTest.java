package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.format.FileHeader;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.boost.BoostIndex;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.checkpoint.ScannedSlices;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.wire.Reply.RowFound;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metadata log does not grow with what was written, but with what there is. */
final class MetadataSpaceTest {
    private static final int ROWS = 120;

    private final ShardRig rig = new ShardRig().open();
    private final Pool pool = new LocalPool(rig.poolDisk);

    @BeforeEach
    void churn() {
        rig.makeTables();
        rig.create(0, 0, ROWS);
        rig.create(1, 0, 10);
        for (int round = 0; round < 60; round++) {
            int at = ROWS + round % 7;
            rig.create(0, at, at + 1);
            rig.ask(rig.remove(0, at));
            rig.create(0, 1_000 + round, 1_001 + round);
            rig.checkpoint();
        }
    }

    @Test
    void itsFilesGoWhenNothingInThemIsNeeded() {
        GroupCounters counters = rig.group().counters();
        assertTrue(counters.metadataFilesDeleted() > 3, counters.metadataFilesDeleted() + " files deleted");
        assertTrue(counters.slicesRewritten() > 0, "files that are nearly empty are emptied");
        int files = MetadataFiles.ids(pool).size();
        assertTrue(files < 24, files + " files are left");
        for (int shard = 0; shard < 2; shard++) {
            ShardState state = rig.group().shard(new ShardId(shard)).state();
            assertTrue(state.lastCheckpoint().files().size() <= files);
        }
    }

    /** Somebody asked for the last checkpoint, and nothing happened since. */
    @Test
    void atRestThereIsLittleGarbage() {
        rig.checkpoint();
        long needed = 0;
        for (Shard shard : rig.group().shards()) {
            long[] sum = {0};
            shard.state().stored().use().forEach((file, used) -> sum[0] += used.bytes());
            needed += sum[0];
        }
        long there = 0;
        List<Long> files = MetadataFiles.ids(pool);
        for (long id : files) {
            try (ReadFile file = pool.open(MetadataFiles.name(id))) {
                there += file.size() - FileHeader.BYTES;
            }
        }
        long frames = files.size() * 64L;
        assertTrue(there <= needed * 4 / 3 + frames, there + " bytes in " + files.size() + " files for " + needed);
    }

    @Test
    void whatIsLeftIsAllThereIs() {
        for (int life = 0; life < 3; life++) {
            if (life == 1) {
                rig.loseBoost();
            }
            rig.open();
            assertEquals(life == 1 ? 2 : 0, rig.group().recovered().shardsScanned());
            for (int i = 0; i < ROWS; i++) {
                assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
            }
            for (int i = 0; i < 60; i++) {
                assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 1_000 + i)), "row " + i);
            }
            for (int i = 0; i < 7; i++) {
                assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, ROWS + i))));
            }
        }
    }

    @Test
    void aScanFindsWhatTheIndexTells() {
        for (int shard = 0; shard < 2; shard++) {
            ShardId id = new ShardId(shard);
            ShardState state = rig.group().shard(id).state();
            SortedMap<SliceKey, StoredAt> told =
                    BoostIndex.read(pool).slicesOf(id, state.lastCheckpoint()).orElseThrow();
            told.replaceAll((key, stored) -> stored.withoutFilter());
            SortedMap<SliceKey, StoredAt> scanned = ScannedSlices.of(id, state.lastCheckpoint(), MetadataScan.of(pool));
            scanned.replaceAll((key, stored) ->
                    stored.withRowCount(told.getOrDefault(key, stored).rowCount()));
            assertEquals(told, scanned, "shard " + shard);
        }
    }
}
