package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
