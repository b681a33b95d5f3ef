package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.pfs.format.ByteWriter;
import io.pfs.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class JoinedWritesTest {
    private static final int MEBIBYTE = 1 << 20;

    private final JoinedWrites joined = new JoinedWrites();
    private final ByteWriter written = new ByteWriter(1024);
    private int writes;

    private void take(ByteBuffer bytes) {
        byte[] some = new byte[bytes.remaining()];
        bytes.get(some);
        written.bytes(some);
        writes++;
    }

    @Test
    void allBytesAreWrittenInTheirOrderByAsFewWritesAsThereAreMebibytes() {
        Seeds.each("JoinedWritesTest#allBytesAreWritten", 20, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            written.clear();
            writes = 0;
            ByteWriter expected = new ByteWriter(1024);
            List<ByteBuffer> buffers = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(60); i++) {
                byte[] array = new byte[1 + random.nextInt(random.nextInt(4) == 0 ? 3 * MEBIBYTE / 2 : 300)];
                random.nextBytes(array);
                int from = random.nextInt(array.length);
                buffers.add(ByteBuffer.wrap(array, from, array.length - from));
                expected.bytes(array, from, array.length - from);
            }
            joined.write(buffers, this::take);
            assertArrayEquals(expected.toBytes(), written.toBytes());
            assertEquals((expected.length() + MEBIBYTE - 1) / MEBIBYTE, writes);
            buffers.forEach(buffer -> assertFalse(buffer.hasRemaining()));
        });
    }

    @Test
    void oneBufferAloneIsNotCopied() {
        ByteBuffer alone = ByteBuffer.wrap(new byte[100]);
        joined.write(List.of(alone), bytes -> assertSame(alone, bytes));
    }
}
