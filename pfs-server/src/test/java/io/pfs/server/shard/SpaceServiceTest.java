package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply.SpaceFound;
import io.pfs.wire.Request.MeasureSpace;
import org.junit.jupiter.api.Test;

final class SpaceServiceTest {
    private static final long TOTAL = 1L << 41;
    private static final long USABLE = 1L << 40;

    private final Measured disk = new Measured();
    private final ShardRig rig = new ShardRig(disk);

    /** One of such a size, or one that can't say. */
    private static final class Measured extends ForwardingDisk {
        private long total = TOTAL;
        private boolean isFailing;

        Measured() {
            super(new MemoryDisk());
        }

        @Override
        public long totalBytes() {
            if (isFailing) {
                throw new PfsException(ErrorCode.IO_FAILED, "as the test wants it");
            }
            return total;
        }

        @Override
        public long usableBytes() {
            return USABLE;
        }
    }

    @Test
    void theDiskSaysHowMuchThereIs() {
        rig.open().makeTables();
        assertEquals(new SpaceFound(TOTAL, USABLE), rig.ask(new MeasureSpace(rig.table(0))));
        disk.total = 300; // it became smaller between the two questions
        assertEquals(new SpaceFound(300, 300), rig.ask(new MeasureSpace(rig.table(0))));
    }

    @Test
    void aDiskThatCannotSayHarmsNobodyElse() {
        rig.open().makeTables();
        disk.isFailing = true;
        assertEquals(ErrorCode.IO_FAILED, ShardRig.refusal(rig.ask(new MeasureSpace(rig.table(0)))));
        disk.isFailing = false;
        assertEquals(new SpaceFound(TOTAL, USABLE), rig.ask(new MeasureSpace(rig.table(0))));
    }
}
