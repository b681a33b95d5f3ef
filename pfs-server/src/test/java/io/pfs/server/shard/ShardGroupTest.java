package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static io.pfs.server.shard.ShardRig.row;
import static io.pfs.server.shard.ShardRig.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.RowLayout;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.server.shard.Request.RemoveRow;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ShardGroupTest {
    private final ShardRig rig = new ShardRig().open();

    @BeforeEach
    void makeTables() {
        rig.makeTables();
    }

    @Test
    void aRepeatedRequestIsAnsweredAndNotDoneAgain() {
        assertEquals(new Done(), rig.ask(9, 1, new CreateRow(table(0), name(1), row(1))));
        assertEquals(new Done(), rig.ask(8, 1, new RemoveRow(table(0), name(1))));
        assertEquals(new Done(), rig.ask(9, 1, new CreateRow(table(0), name(1), row(1))), "the answer of then");
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(new LookupRow(table(0), name(1)))), "and nothing else");
    }

    @Test
    void aRepeatedRequestIsAnsweredAfterARecovery() {
        rig.create(0, 0, 30);
        assertEquals(new Done(), rig.ask(9, 1, new RemoveRow(table(0), name(3))));
        rig.checkpoint();
        rig.open();
        assertEquals(new Done(), rig.ask(9, 1, new RemoveRow(table(0), name(3))));
    }

    /** Its client was told so; what came after must not make it happen. */
    @Test
    void aLateCopyOfARefusedRequestIsRefusedAgain() {
        rig.create(0, 1, 2);
        CreateRow create = new CreateRow(table(0), name(1), row(2));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.ask(9, 1, create)));
        assertEquals(new Done(), rig.ask(8, 1, new RemoveRow(table(0), name(1))));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.ask(9, 1, create)));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(new LookupRow(table(0), name(1)))));
    }

    @Test
    void aCopyOfWhatTheClientHasLongHadAnsweredIsNotDone() {
        assertEquals(new Done(), rig.ask(9, 1, new CreateRow(table(0), name(1), row(1))));
        assertEquals(new Done(), rig.ask(9, 2, new RemoveRow(table(0), name(1))));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refusal(rig.ask(9, 1, new CreateRow(table(0), name(1), row(1)))));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(new LookupRow(table(0), name(1)))));
    }

    @Test
    void bytesThatAreNoRowAreRefusedBeforeAnythingHappens() {
        for (byte[] bytes : List.of(new byte[] {1, 2, 3}, new byte[RowLayout.BYTES_MAX + 1])) {
            PfsException refusal = assertThrows(PfsException.class, () -> new CreateRow(table(0), name(1), bytes));
            assertEquals(ErrorCode.OUT_OF_RANGE, refusal.code());
            assertTrue(refusal.getMessage().contains("row-1"), refusal.getMessage());
        }
    }

    @Test
    void theTableOfTablesIsNotForClients() {
        TableId tables = TableId.of(new ShardId(0), 0);
        String rowOfTable = Long.toHexString(table(0).value());
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(rig.ask(new RemoveRow(tables, RowName.of(rowOfTable)))));
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(rig.ask(new CreateRow(tables, name(1), row(1)))));
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(rig.ask(new MakeTable(tables, 5))));
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(tables, RowName.of(rowOfTable))));
    }

    @Test
    void unknownTablesAndShardsAreNamed() {
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(new LookupRow(TableId.of(new ShardId(0), 77), name(1)))));
        assertEquals(ErrorCode.NOT_OWNER, refusal(rig.ask(new LookupRow(TableId.of(new ShardId(5), 1), name(1)))));
    }

    @Test
    void anIdleShardDoesNotKeepTheJournalFromBeingCut() {
        rig.create(1, 0, 1);
        rig.create(0, 0, 1_500);
        assertTrue(rig.journalDisk.list().size() <= 8, rig.journalDisk.list().toString());
        rig.open();
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(1), name(0))));
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(1_499))));
    }

    @Test
    void manyShortLivesDoNotPutCheckpointsOff() {
        for (int life = 0; life < 60; life++) {
            rig.create(0, 10 * life, 10 * life + 10);
            rig.open();
        }
        assertTrue(rig.journalDisk.list().size() < 30, rig.journalDisk.list().toString());
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(0))));
    }

    /** Places of a table's records in the pool, the oldest first. */
    private List<RecordPlace> records(SliceRecord.Kind kind, int slice) {
        return MetadataScan.of(new LocalPool(rig.poolDisk)).found().stream()
                .filter(found -> found.record().kind() == kind
                        && found.record().key().table().equals(table(0))
                        && found.record().key().slice().value() == slice)
                .sorted(Comparator.comparingLong(
                        found -> found.record().newest().sequence()))
                .map(MetadataScan.Found::place)
                .toList();
    }

    private void damage(RecordPlace place) {
        ShardRig.flip(
                rig.poolDisk, MetadataWriter.fileName(place.fileId()), place.offset() + SliceRecord.HEADER_BYTES + 3);
    }

    @Test
    void damageToAnImageThatANewerOneReplacesIsHarmless() {
        rig.create(0, 0, 4);
        rig.checkpoint();
        rig.create(0, 4, 40);
        rig.checkpoint();
        List<RecordPlace> images = records(SliceRecord.Kind.IMAGE, 0);
        assertTrue(images.size() >= 2, images.toString());
        damage(images.get(0));
        rig.open();
        for (int i = 0; i < 40; i++) {
            assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(i))), "row " + i);
        }
    }

    @Test
    void damageToTheNewestImageCostsItsSliceAndNoOther() {
        rig.create(0, 0, 60);
        rig.create(1, 0, 10);
        rig.checkpoint();
        List<RecordPlace> images = records(SliceRecord.Kind.IMAGE, 0);
        damage(images.get(images.size() - 1));
        rig.open();
        int found = 0;
        int refused = 0;
        for (int i = 0; i < 60; i++) {
            Reply reply = rig.ask(new LookupRow(table(0), name(i)));
            found += reply instanceof Reply.Found ? 1 : 0;
            refused += refusal(reply) == ErrorCode.CORRUPT ? 1 : 0;
        }
        assertEquals(60, found + refused, "no row is missing without a word");
        assertTrue(found > 30 && refused > 0, found + " found, " + refused + " refused");

        rig.create(0, 100, 130);
        rig.create(1, 10, 20);
        rig.checkpoint();
        assertTrue(rig.group().counters().checkpointsCounted() >= 2, "checkpoints of both shards go on");
        rig.open();
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(1), name(15))));
    }

    @Test
    void damageToAHeaderIsRefusedSinceNobodyKnowsWhatItWas() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        RecordPlace place = records(SliceRecord.Kind.IMAGE, 0).get(0);
        String file = MetadataWriter.fileName(place.fileId());
        ShardRig.flip(rig.poolDisk, file, place.offset() + 9);
        PfsException refusal = assertThrows(PfsException.class, rig::open);
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(refusal.getMessage().contains(file), refusal.getMessage());
    }

    @Test
    void whatNoCheckpointCountsOnIsDeletedAtTheNextRecovery() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.poolDisk.create("metadata-00000000000000ff").close();
        rig.open();
        assertTrue(!rig.poolDisk.exists("metadata-00000000000000ff"));
        assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(29))));
    }

    /** Whoever lost the journal, or named the wrong folder, must not lose the images to that. */
    @Test
    void withoutItsJournalNothingIsOpenedOrDeleted() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        List<String> before = rig.poolDisk.list();
        rig.journalDisk.list().forEach(rig.journalDisk::delete);
        PfsException refusal = assertThrows(PfsException.class, rig::open);
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(refusal.getMessage().contains("journal"), refusal.getMessage());
        assertEquals(before, rig.poolDisk.list());
    }

    /** The oldest file is one more than is needed; without those that are, nothing is opened. */
    @Test
    void withoutTheBeginningOfItsJournalNoRowIsMissingWithoutAWord() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.create(0, 30, 70);
        while (rig.journalDisk.list().size() > 1) {
            rig.journalDisk.delete(rig.journalDisk.list().get(0));
            try {
                rig.open();
            } catch (PfsException refused) {
                assertEquals(ErrorCode.CORRUPT, refused.code());
                return;
            }
            for (int i = 0; i < 70; i++) {
                assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(i))), "row " + i);
            }
        }
        rig.journalDisk.list().forEach(rig.journalDisk::delete);
        assertThrows(PfsException.class, rig::open);
    }

    @Test
    void tooManyOpenRequestsAreRefusedAndLaterTakenAgain() {
        int[] answered = new int[2];
        for (int i = 0; i <= Limits.REQUESTS_OPEN_MAX; i++) {
            Envelope envelope = new Envelope(new RequestId(i, 1, 1), 1, new CreateRow(table(0), name(0), row(0)));
            rig.group().submit(envelope, reply -> answered[refusal(reply) == ErrorCode.BUSY ? 0 : 1]++);
        }
        assertEquals(1, answered[0], "the one too many");
        assertEquals(0, answered[1], "the others wait for the first");
        rig.runUntilIdle();
        assertEquals(Limits.REQUESTS_OPEN_MAX, answered[1]);
        assertEquals(new Done(), rig.ask(new RemoveRow(table(0), name(0))));
    }

    @Test
    void closingAnswersWhoWaits() {
        ErrorCode[] code = new ErrorCode[2];
        for (int client = 0; client < 2; client++) {
            int c = client;
            Envelope envelope = new Envelope(new RequestId(client, 1, 1), 1, new CreateRow(table(0), name(0), row(0)));
            rig.group().submit(envelope, reply -> code[c] = refusal(reply));
        }
        rig.group().close();
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, code[0], "its record may have been written");
        assertEquals(ErrorCode.CLOSED, code[1], "this one waited for the name");
        assertEquals(ErrorCode.CLOSED, refusal(rig.ask(new LookupRow(table(0), name(0)))));
    }
}
