package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Golden;
import io.pfs.wire.LeaseRecall;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LeaseFramesTest {
    private static final LeaseRecall RECALL = new LeaseRecall(1L << 40, new TableId(7), RowName.of("sub"));

    private static byte[] recall() {
        return LeaseFrames.recall(RECALL, new ByteWriter(64)).toBytes();
    }

    private static byte[] returned() {
        return LeaseFrames.returned(RECALL.number(), new ByteWriter(64)).toBytes();
    }

    private static byte[] returnedAll() {
        return LeaseFrames.returnedAll(new ByteWriter(64)).toBytes();
    }

    @Test
    void bytesAreAsAgreed() {
        Golden.check(
                LeaseFramesTest.class,
                "leases-v1",
                new ByteWriter(64)
                        .bytes(recall())
                        .bytes(returned())
                        .bytes(returnedAll())
                        .toBytes());
    }

    @Test
    void framesComeBack() {
        ByteReader recall = body(recall(), 0);
        assertEquals(FrameKind.RECALL, Frame.kind(recall));
        assertEquals(RECALL, LeaseFrames.recall(recall));
        ByteReader returned = body(returned(), 0);
        assertEquals(FrameKind.RETURN, Frame.kind(returned));
        assertEquals(RECALL.number(), LeaseFrames.returned(returned));
        ByteReader returnedAll = body(returnedAll(), 0);
        assertEquals(FrameKind.RETURN_ALL, Frame.kind(returnedAll));
        LeaseFrames.returnedAll(returnedAll);
    }

    @Test
    void whatIsShorterOrLongerIsRefused() {
        for (byte[] frame : new byte[][] {recall(), returned(), returnedAll()}) {
            for (int missing = 1; missing < frame.length - Frame.HEADER_BYTES; missing++) {
                refused(body(frame, missing));
            }
            refused(body(Arrays.copyOf(frame, frame.length + 1), 0));
        }
    }

    private static void refused(ByteReader body) {
        PfsException refused = assertThrows(PfsException.class, () -> {
            FrameKind kind = Frame.kind(body);
            if (kind == FrameKind.RECALL) {
                LeaseFrames.recall(body);
            } else if (kind == FrameKind.RETURN) {
                LeaseFrames.returned(body);
            } else {
                LeaseFrames.returnedAll(body);
            }
        });
        assertEquals(ErrorCode.CORRUPT, refused.code(), refused.getMessage());
    }

    private static ByteReader body(byte[] frame, int missing) {
        return new ByteReader("a test", 0, frame, Frame.HEADER_BYTES, frame.length - missing);
    }
}
