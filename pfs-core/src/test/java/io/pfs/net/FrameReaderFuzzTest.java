package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;

/** Whatever the bytes: frames, or a refusal. */
final class FrameReaderFuzzTest {
    @FuzzTest
    void take(byte[] bytes) {
        FrameReader reader = new FrameReader("somebody", Frame::kind);
        try {
            reader.take(ByteBuffer.wrap(bytes));
        } catch (PfsException e) {
            assertEquals(ErrorCode.PROTOCOL_BROKEN, e.code());
        }
    }
}
