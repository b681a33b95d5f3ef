package io.pfs.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.row.TablePointer;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Reply.TableMade;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeptReplyCodecTest {
    private static final List<Kept> ONE_OF_EACH = List.of(
            new RowChanged(new FileId(0x3132), 300),
            new RowGone(new FileId(0)),
            new TableMade(
                    new TablePointer(new TableId(0x0102_0304_0506_0708L), new ShardId(200), 5, 0x1112_1314_1516_1718L)),
            new TableAltered(new ColumnId(7)),
            new RowRenamed(new FileId(0x3132)),
            new TableGone(new TableId(0x0102_0304_0506_0708L)),
            new RowsChanged(List.of(new RowChanged(new FileId(0x3132), 300), new RowChanged(new FileId(5), 1))));

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(64);
        ONE_OF_EACH.forEach(reply -> all.bytes(KeptReplyCodec.encode(reply)));
        Golden.check(KeptReplyCodecTest.class, "kept-reply-v1", all.toBytes());
    }

    @Test
    void whatIsKeptIsAnswered() {
        for (Kept reply : ONE_OF_EACH) {
            assertEquals(reply, KeptReplyCodec.decode(KeptReplyCodec.encode(reply)));
        }
        Kept largest = new RowChanged(new FileId(Long.MAX_VALUE), (1L << 48) - 1);
        assertEquals(largest, KeptReplyCodec.decode(KeptReplyCodec.encode(largest)));
        assertTrue(KeptReplyCodec.encode(largest).length <= Limits.REPLY_BYTES_MAX);
        Kept many = new RowsChanged(Collections.nCopies(Limits.ROWS_PER_CHANGE_MAX, (RowChanged) largest));
        assertTrue(KeptReplyCodec.encode(many).length <= Limits.REPLY_BYTES_MAX);
    }

    @Test
    void everyPrefixIsRefused() {
        for (Kept reply : ONE_OF_EACH) {
            Damage.eachPrefix(KeptReplyCodec.encode(reply), (bytes, what) -> {
                PfsException refusal = assertThrows(PfsException.class, () -> KeptReplyCodec.decode(bytes), what);
                assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsAnotherReply() {
        for (Kept reply : ONE_OF_EACH) {
            Damage.eachBitFlip(KeptReplyCodec.encode(reply), (bytes, what) -> readAndCanonical(bytes));
        }
    }

    /** Refused as ours refuse, or a reply that has exactly these bytes. */
    static void readAndCanonical(byte[] bytes) {
        Kept read;
        try {
            read = KeptReplyCodec.decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return;
        }
        assertArrayEquals(bytes, KeptReplyCodec.encode(read));
    }
}
