package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.disk.DiskFile;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.boost.BoostIndex;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.checkpoint.ScannedSlices;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.testing.Damage;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A recovery by the boost index, and by a scan where the index is lost, damaged, behind or foreign: the same. */
final class BoostRecoveryTest {
    private final ShardRig rig = new ShardRig().open();
    private final Pool pool = new LocalPool(rig.poolDisk);

    @BeforeEach
    void someRoundsOfCheckpoints() {
        rig.makeTables();
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.create(0, 30, 33);
        rig.create(1, 0, 5);
        rig.checkpoint();
        rig.ask(rig.remove(0, 3));
        rig.create(0, 40, 42);
        rig.checkpoint();
        rig.create(0, 50, 52);
    }

    private CheckpointDone last(int shard) {
        return rig.group().shard(new ShardId(shard)).state().lastCheckpoint();
    }

    private Map<SliceKey, StoredAt> scanned(int shard) {
        return ScannedSlices.of(new ShardId(shard), last(shard), MetadataScan.of(pool));
    }

    private Optional<SortedMap<SliceKey, StoredAt>> boosted(int shard) {
        Optional<SortedMap<SliceKey, StoredAt>> slices =
                BoostIndex.read(pool).slicesOf(new ShardId(shard), last(shard));
        slices.ifPresent(s -> s.replaceAll((key, stored) -> stored.withoutFilter()));
        return slices;
    }

    private void requireServed() {
        for (int i = 0; i < 33; i++) {
            boolean isGone = i == 3;
            Reply reply = rig.ask(rig.read(0, i));
            assertEquals(isGone, refusal(reply) == ErrorCode.NOT_FOUND, "row " + i + ": " + reply);
        }
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 51)));
        assertInstanceOf(RowFound.class, rig.ask(rig.read(1, 4)));
    }

    @Test
    void tellsWhatAScanFinds() {
        for (int shard = 0; shard < 2; shard++) {
            assertEquals(Optional.of(scanned(shard)), boosted(shard), "shard " + shard);
        }
        rig.open();
        assertEquals(0, rig.group().recovered().shardsScanned());
        requireServed();
    }

    @Test
    void creatingInSlicesThatAreNotLoadedReadsNothing() {
        rig.open();
        for (int i = 100; i < 104; i++) {
            assertInstanceOf(RowChanged.class, rig.ask(rig.create(0, i)));
            assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, 1_000 + i))));
        }
        assertEquals(0, rig.group().counters().slicesLoaded(), "the filters came back");
    }

    @Test
    void lostItIsWrittenAnew() {
        rig.loseBoost();
        Map<SliceKey, StoredAt> before = scanned(0);
        rig.open();
        assertEquals(2, rig.group().recovered().shardsScanned());
        assertEquals(Optional.of(before), boosted(0));
        assertEquals(1, rig.boostFiles().size());
        rig.open();
        assertEquals(0, rig.group().recovered().shardsScanned(), "it was written anew");
        requireServed();
    }

    /** What is damaged either does not matter or is not believed. */
    @Test
    void noDamageToItChangesWhatIsFound() {
        String file = rig.boostFiles().get(0);
        byte[] whole = bytes(file);
        Map<SliceKey, StoredAt> expected = scanned(0);
        int[] believed = {0};
        Damage.eachBitFlip(whole, (bytes, what) -> {
            replace(file, bytes);
            boosted(0).ifPresent(slices -> assertEquals(expected, slices, what));
            believed[0] += boosted(0).isPresent() ? 1 : 0;
        });
        assertEquals(0, believed[0], "each bit is guarded");
        Damage.eachPrefix(whole, (bytes, what) -> {
            replace(file, bytes);
            boosted(0).ifPresent(slices -> assertEquals(expected, slices, what));
        });
        replace(file, new byte[whole.length]);
        rig.open();
        assertEquals(2, rig.group().recovered().shardsScanned());
        requireServed();
    }

    @Test
    void oneThatIsBehindIsNotBelieved() {
        Map<String, byte[]> old = new TreeMap<>();
        rig.boostFiles().forEach(file -> old.put(file, bytes(file)));
        rig.create(0, 60, 64);
        rig.checkpoint();
        rig.loseBoost();
        old.forEach(this::replace);
        Map<SliceKey, StoredAt> expected = scanned(0);
        assertEquals(Optional.empty(), boosted(0));
        rig.open();
        assertEquals(2, rig.group().recovered().shardsScanned());
        assertEquals(Optional.of(expected), boosted(0));
        requireServed();
    }

    @Test
    void aForeignOneIsNotBelieved() {
        ShardRig other = new ShardRig().open();
        other.makeTables();
        other.create(0, 0, 30);
        other.checkpoint();
        other.create(0, 30, 34);
        other.checkpoint();
        byte[] foreign = ShardRig.bytes(other.poolDisk, other.boostFiles().get(0));
        rig.boostFiles().forEach(file -> replace(file, foreign));
        rig.open();
        assertEquals(2, rig.group().recovered().shardsScanned());
        requireServed();
    }

    @Test
    void aFileWithMuchThatIsSupersededIsReplaced() {
        for (int round = 0; round < 60; round++) {
            rig.create(0, 100 + 2 * round, 102 + 2 * round);
            rig.checkpoint();
            assertTrue(rig.boostFiles().size() <= 2, rig.boostFiles().toString());
        }
        assertEquals(1, rig.boostFiles().size());
        assertTrue(bytes(rig.boostFiles().get(0)).length < 20_000);
        assertEquals(Optional.of(scanned(0)), boosted(0));
        rig.open();
        assertEquals(0, rig.group().recovered().shardsScanned());
        requireServed();
    }

    private byte[] bytes(String file) {
        return ShardRig.bytes(rig.poolDisk, file);
    }

    private void replace(String name, byte[] bytes) {
        if (rig.poolDisk.exists(name)) {
            rig.poolDisk.delete(name);
        }
        try (DiskFile file = rig.poolDisk.create(name)) {
            file.write(ByteBuffer.wrap(bytes), 0);
        }
    }
}
