package io.pfs.server.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.server.table.Intent.Arriving;
import io.pfs.server.table.Intent.Born;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import io.pfs.server.table.Intent.Locked;
import io.pfs.server.table.Intent.Reaping;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.Todo.AdoptTable;
import io.pfs.server.table.Todo.Copied;
import io.pfs.server.table.Todo.CopyAttributes;
import io.pfs.server.table.Todo.DetachTable;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.server.table.Todo.Reparent;
import io.pfs.server.table.Todo.SettleRow;
import io.pfs.server.table.Todo.ShareRights;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IntentCodecTest {
    private static final TableId TABLE = new TableId(0x0102_0304_0506_0708L);
    private static final ShardId SHARD = new ShardId(200);
    private static final RowName NAME = RowName.of("a.jpg");
    private static final ProcedureId PROCEDURE = new ProcedureId(new ShardId(5), 0x1112_1314_1516_1718L);

    private static final List<Intent> ONE_OF_EACH = List.of(
            new Kept(PROCEDURE, TABLE, NAME, 0x2122_2324_2526_2728L),
            new Sealed(PROCEDURE, TABLE),
            new Locked(PROCEDURE),
            new Decided(
                    PROCEDURE,
                    List.of(
                            new SettleRow(SHARD, TABLE, NAME),
                            new Reparent(SHARD, TABLE, new TableParent(TABLE, SHARD, Optional.of(NAME), 300)),
                            new DropTable(SHARD, TABLE),
                            new DetachTable(SHARD, TABLE),
                            new AdoptTable(SHARD, TABLE),
                            new CopyAttributes(
                                    SHARD, TABLE, NAME, new Copied(TABLE, 0755, 501, 20, 1_700_000_000_000L)),
                            new ShareRights(SHARD, TABLE))),
            new Reaping(TABLE),
            new Born(PROCEDURE, TABLE),
            new Leaving(new SliceKey(TABLE, new SliceId(300))),
            new Arriving(new SliceKey(TABLE, new SliceId(300))),
            new Lending(LoanId.of(PROCEDURE), 0, SHARD, List.of(new Lent(0x0102_0304_0506L, 70_000), new Lent(1, 1))),
            new Borrowing(
                    LoanId.of(new SliceKey(TABLE, new SliceId(300))),
                    1,
                    SHARD,
                    List.of(new Borrowed(0x0102_0304_0506L, true, false), new Borrowed(1, false, true))),
            new Spreading(TABLE, 300));

    private static byte[] encode(Intent intent) {
        ByteWriter out = new ByteWriter(64);
        IntentCodec.encode(intent, out);
        return out.toBytes();
    }

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(64);
        ONE_OF_EACH.forEach(intent -> all.bytes(encode(intent)));
        Golden.check(IntentCodecTest.class, "intents-v1", all.toBytes());
    }

    @Test
    void whatIsWrittenIsRead() {
        for (Intent intent : ONE_OF_EACH) {
            byte[] row = IntentCodec.toRow(intent, 7).toBytes();
            assertEquals(Optional.of(intent), IntentCodec.ofRow(intent.rowName(), row));
        }
    }

    @Test
    void aRowThatTravelsIsNoIntent() {
        byte[] row = Row.emptyFile(new FileId(3), 0644, 1, 1, 7).toBytes();
        assertEquals(Optional.empty(), IntentCodec.ofRow(Intent.travellerName(PROCEDURE), row));
    }

    @Test
    void everyPrefixIsRefused() {
        for (Intent intent : ONE_OF_EACH) {
            Damage.eachPrefix(encode(intent), (bytes, what) -> {
                PfsException refusal = assertThrows(
                        PfsException.class, () -> IntentCodec.decode(new ByteReader("intent", bytes)), what);
                assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsAnotherIntent() {
        for (Intent intent : ONE_OF_EACH) {
            Damage.eachBitFlip(encode(intent), (bytes, what) -> readAndCanonical(bytes));
        }
    }

    /** Refused as ours refuse, or an intent that has exactly these bytes. */
    static void readAndCanonical(byte[] bytes) {
        Intent read;
        try {
            read = IntentCodec.decode(new ByteReader("intent", bytes));
        } catch (PfsException e) {
            assertTrue(e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NAME_INVALID, e.getMessage());
            return;
        }
        assertArrayEquals(bytes, encode(read));
    }
}
