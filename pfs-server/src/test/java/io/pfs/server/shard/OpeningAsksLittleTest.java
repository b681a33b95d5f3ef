package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Storage may be far away, and as long as a server opens its shards nobody is served. */
final class OpeningAsksLittleTest {
    private static final int FEW = 2;
    private static final int MANY = 16;

    private int questions;

    private final class Counting extends ForwardingDisk {
        Counting() {
            super(new MemoryDisk());
        }

        @Override
        public List<String> list() {
            questions++;
            return super.list();
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            questions++;
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    questions++;
                    return super.read(target, offset);
                }
            };
        }
    }

    /** What opening so many shards asks the pool for. */
    private int questions(int shards) {
        Disk pool = new Counting();
        ShardRig rig = new ShardRig(shards, pool);
        rig.limits = Limits.DEFAULT; // each kind of file is one
        rig.open();
        rig.makeTables();
        for (int shard = 0; shard < shards; shard++) {
            rig.create(shard, 0, 3);
        }
        rig.checkpoint();
        rig.group().close();
        rig.runUntilIdle();
        questions = 0;
        rig.open();
        assertTrue(rig.group().recovered().slicesOnStorage() >= shards, "shards have been stored");
        return questions;
    }

    @Test
    void itIsTheSameHoweverManyShards() {
        assertEquals(questions(FEW), questions(MANY));
    }
}
