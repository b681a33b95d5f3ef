package io.pfs.server.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import org.junit.jupiter.api.Test;

final class MovedFileTest {
    private static final MovedFile MOVED = new MovedFile(
            new FileId(0x3132), new ShardId(200), new TableId(0x0102_0304_0506_0708L), RowName.of("a.jpg"));

    @Test
    void goldenBytes() {
        Golden.check(MovedFileTest.class, "moved-file-v1", MOVED.toRow(7).inline());
    }

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(MOVED, MovedFile.ofRow(MOVED.toRow(7)));
        assertEquals("3132", MovedFile.rowName(MOVED.fileId()).toString());
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(MOVED.toRow(7).inline(), (inline, what) -> {
            PfsException refusal = assertThrows(PfsException.class, () -> MovedFile.ofRow(with(inline)), what);
            assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
        });
    }

    @Test
    void aFlippedBitIsRefusedByOursIfAtAll() {
        Damage.eachBitFlip(MOVED.toRow(7).inline(), (inline, what) -> {
            try {
                MovedFile.ofRow(with(inline));
            } catch (PfsException e) {
                assertTrue(e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NAME_INVALID, what);
            }
        });
    }

    private static Row with(byte[] inline) {
        Row row = MOVED.toRow(7);
        return new Row(row.fileId(), 1, 0, row.times(), row.mode(), 0, 0, row.kind(), row.cells(), inline);
    }
}
