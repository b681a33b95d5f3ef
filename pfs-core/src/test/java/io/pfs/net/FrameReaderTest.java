package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {
    private final List<byte[]> frames = new ArrayList<>();
    private final FrameReader reader = reader();

    private FrameReader reader() {
        return new FrameReader("somebody", body -> frames.add(body.bytes("body", body.remaining())));
    }

    private static byte[] frame(byte[] rest) {
        return Frame.end(Frame.begin(new ByteWriter(16), FrameKind.MESSAGES).bytes(rest))
                .toBytes();
    }

    @Test
    void framesAreFoundHoweverTheBytesCome() {
        Seeds.each("FrameReaderTest#framesAreFoundHoweverTheBytesCome", 50, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            frames.clear();
            FrameReader any = reader();
            any.allow(Frame.BODY_BYTES_MAX);
            ByteWriter all = new ByteWriter(16);
            List<byte[]> bodies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] rest = new byte[random.nextInt(random.nextInt(8) == 0 ? 200_000 : 300)];
                random.nextBytes(rest);
                bodies.add(rest);
                all.bytes(frame(rest));
            }
            int at = 0;
            while (at < all.length()) {
                int count = Math.min(all.length() - at, 1 + random.nextInt(random.nextBoolean() ? 12 : 100_000));
                any.take(ByteBuffer.wrap(all.array(), at, count));
                any.rest();
                at += count;
            }
            assertEquals(bodies.size(), frames.size());
            for (int i = 0; i < frames.size(); i++) {
                ByteReader body = new ByteReader("frame", frames.get(i));
                assertEquals(FrameKind.MESSAGES, Frame.kind(body));
                assertArrayEquals(bodies.get(i), body.bytes("rest", body.remaining()));
            }
            assertFalse(any.isInFrame());
            assertEquals(20, any.completed());
        });
    }

    @Test
    void aLengthIsRefusedBeforeAnythingOfTheFrameHasCome() {
        for (int length : new int[] {0, -1, Integer.MIN_VALUE, Frame.BODY_BYTES_MAX_BEFORE_LOGIN + 1}) {
            byte[] header = new ByteWriter(8).u32(length).u32(0).toBytes();
            FrameReader fresh = reader();
            PfsException refusal = assertThrows(PfsException.class, () -> fresh.take(ByteBuffer.wrap(header)));
            assertEquals(ErrorCode.PROTOCOL_BROKEN, refusal.code());
            assertTrue(refusal.getMessage().contains(Integer.toUnsignedString(length)), refusal.getMessage());
        }
    }

    @Test
    void everyFlippedBitIsFound() {
        byte[] good = frame(new byte[] {1, 2, 3, 4, 5});
        for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
            byte[] bad = good.clone();
            bad[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            FrameReader fresh = reader();
            boolean isRefused = false;
            try {
                fresh.take(ByteBuffer.wrap(bad));
            } catch (PfsException e) {
                assertEquals(ErrorCode.PROTOCOL_BROKEN, e.code());
                isRefused = true;
            }
            assertTrue(isRefused || fresh.isInFrame(), "bit " + bit + " was not missed");
        }
        assertTrue(frames.isEmpty());
    }

    @Test
    void whatIsThrownByTheTakerLeavesTheReaderBehindTheFrame() {
        FrameReader picky = new FrameReader("somebody", body -> {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "no");
        });
        ByteBuffer bytes = ByteBuffer.wrap(frame(new byte[3]));
        assertThrows(PfsException.class, () -> picky.take(bytes));
        assertFalse(picky.isInFrame());
        assertFalse(bytes.hasRemaining());
        assertEquals(0, reader.completed());
    }
}
