package io.pfs.server.store;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.journal.JournalRig;
import io.pfs.server.journal.UnendedFile;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A copy of a file that is written meanwhile, each byte once, from its beginning to its end. */
final class JournalCutOffTest {
    private static final int BYTES = 3 << 20;

    private final MemoryDisk disk = new MemoryDisk();

    /** Somebody writes into it beside whoever reads it, as long as he has something. */
    private static final class Written extends ForwardingFile {
        private final Random random;
        private final int most;
        private int written;

        Written(DiskFile file, Random random, int most) {
            super(file);
            this.random = random;
            this.most = most;
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int half = target.limit() / 2;
            int limit = target.limit();
            int first = super.read(target.limit(half), offset);
            writeSome();
            int second = super.read(target.limit(limit), offset + half);
            writeSome();
            return first + second;
        }

        private void writeSome() {
            int count = Math.min(random.nextInt(most), BYTES - written);
            byte[] some = new byte[count];
            Arrays.fill(some, (byte) 1);
            write(ByteBuffer.wrap(some), written);
            written += count;
        }
    }

    /** What was written before is there, and of what came later a beginning. */
    @Test
    void aCopyIsWhatWasThereAtOneMoment() {
        Seeds.each("JournalCutOffTest", 20, seed -> {
            Random random = new Random(seed);
            DiskFile file = disk.create("file-" + seed);
            file.preallocate(BYTES);
            DiskFile copy = disk.create("copy-" + seed);
            Written from = new Written(file, random, 1 << (8 + random.nextInt(14)));
            int before = random.nextInt(BYTES / 4);
            from.written = before;
            byte[] some = new byte[before];
            Arrays.fill(some, (byte) 1);
            file.write(ByteBuffer.wrap(some), 0);
            JournalCutOff.copy(from, copy, BYTES);
            byte[] bytes = new byte[BYTES];
            copy.read(ByteBuffer.wrap(bytes), 0);
            int ones = 0;
            while (ones < BYTES && bytes[ones] == 1) {
                ones++;
            }
            assertTrue(ones >= before);
            byte[] expected = new byte[BYTES];
            Arrays.fill(expected, 0, ones, (byte) 1);
            assertArrayEquals(expected, bytes);
            disk.delete("file-" + seed);
            disk.delete("copy-" + seed);
        });
    }

    /** The disk is full: what a copy had got of it is for others until it is tried again. */
    @Test
    void whatCouldNotBeCopiedAsAWholeLeavesNothing() {
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        rig.append(0, 20);
        rig.settle();
        UnendedFile file = UnendedFile.in(disk).orElseThrow();
        List<String> before = disk.list();
        for (FaultDisk.Call call : List.of(FaultDisk.Call.CREATE, FaultDisk.Call.WRITE, FaultDisk.Call.FORCE)) {
            Disk full = new FaultDisk(disk, FaultDisk.failing(call, 0, 1, ErrorCode.NO_SPACE));
            assertRefused(ErrorCode.NO_SPACE, "planted", () -> JournalCutOff.copied(full, file));
            assertEquals(before, disk.list(), call.toString());
        }
        FaultDisk.Fault all = (call, name) -> {
            if (call == FaultDisk.Call.WRITE || call == FaultDisk.Call.DELETE) {
                throw new PfsException(ErrorCode.NO_SPACE, "planted " + call);
            }
        };
        assertRefused(ErrorCode.NO_SPACE, "planted WRITE", () -> JournalCutOff.copied(new FaultDisk(disk, all), file));
        UnendedFile.deleteTemporary(disk);
        assertTrue(disk.exists(JournalCutOff.copied(disk, file)));
    }

    /** Who ends it in order cuts it, and writes a footer there. */
    @Test
    void aFileThatIsCutMeanwhile() {
        DiskFile file = disk.create("cut");
        file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 0);
        DiskFile from = new ForwardingFile(file) {
            @Override
            public int read(ByteBuffer target, long offset) {
                int read = super.read(target, offset);
                file.truncate(3);
                return read;
            }
        };
        DiskFile copy = disk.create("copy-of-cut");
        JournalCutOff.copy(from, copy, 4);
        assertEquals(3, copy.size());
    }
}
