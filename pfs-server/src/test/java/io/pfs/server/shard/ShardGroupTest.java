package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TagValue;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.table.Policy;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.FaultDisk.Fault;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep.AskAlive;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.DropColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        Reply created = rig.ask(9, 1, rig.create(0, 1));
        assertInstanceOf(RowChanged.class, created);
        assertInstanceOf(RowGone.class, rig.ask(8, 1, rig.remove(0, 1)));
        assertEquals(created, rig.ask(9, 1, rig.create(0, 1)), "the answer of then");
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, 1))), "and nothing else");
    }

    @Test
    void aRepeatedRequestIsAnsweredAfterARecovery() {
        rig.create(0, 0, 30);
        Reply removed = rig.ask(9, 1, rig.remove(0, 3));
        assertInstanceOf(RowGone.class, removed);
        rig.checkpoint();
        rig.open();
        assertEquals(removed, rig.ask(9, 1, rig.remove(0, 3)));
    }

    /** Its client was told so; what came after must not make it happen. */
    @Test
    void aLateCopyOfARefusedRequestIsRefusedAgain() {
        rig.create(0, 1, 2);
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.ask(9, 1, rig.create(0, 1))));
        assertInstanceOf(RowGone.class, rig.ask(8, 1, rig.remove(0, 1)));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.ask(9, 1, rig.create(0, 1))));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, 1))));
    }

    @Test
    void aCopyOfWhatTheClientHasLongHadAnsweredIsNotDone() {
        assertInstanceOf(RowChanged.class, rig.ask(9, 1, rig.create(0, 1)));
        assertInstanceOf(RowGone.class, rig.ask(9, 2, rig.remove(0, 1)));
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refusal(rig.ask(9, 1, rig.create(0, 1))));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, 1))));
    }

    /** A copy may wait so long that its client goes on meanwhile, and the answer to it is no longer kept. */
    @Test
    void aCopyThatWaitedUntilItsClientWentOnIsNotDone() {
        RowEdit nothing = RowEdit.NONE;
        Envelope first = ShardRig.envelope(9, 1, rig.edit(0, 1, Expected.ANY, nothing));
        Envelope next = ShardRig.envelope(9, 2, rig.edit(0, 1, Expected.ANY, nothing));
        List<Reply> replies = new ArrayList<>();
        rig.group().submit(first, reply -> {
            replies.add(reply);
            rig.group().submit(next, replies::add);
        });
        rig.group().submit(first, replies::add);
        rig.runUntilIdle();
        assertEquals(3, replies.size());
        assertEquals(1, assertInstanceOf(RowChanged.class, replies.get(0)).version());
        assertEquals(2, assertInstanceOf(RowChanged.class, replies.get(1)).version());
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refusal(replies.get(2)));
        RowFound found = (RowFound) rig.ask(rig.read(0, 1));
        assertEquals(2, found.found().row().version());
    }

    /** What is only found to be too large when the row is put together is refused as well as what is seen at once. */
    @Test
    void whatNoRowCanHoldIsRefusedBeforeAnythingHappens() {
        EditRow half = rig.edit(0, 1, Expected.ANY, tag("half", Limits.ROW_INLINE_BYTES_MAX / 2));
        EditRow more = rig.edit(0, 1, Expected.ANY, tag("more", Limits.ROW_INLINE_BYTES_MAX * 2 / 3));
        assertInstanceOf(RowChanged.class, rig.ask(half));
        Reply refused = rig.ask(9, 1, more);
        assertEquals(ErrorCode.TOO_LARGE, refusal(refused));
        assertTrue(refused.toString().contains(Integer.toString(Limits.ROW_INLINE_BYTES_MAX)), refused.toString());
        RowFound found = (RowFound) rig.ask(rig.read(0, 1));
        assertEquals(1, found.found().row().version());
        assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, 1)));
        assertEquals(refused, rig.ask(9, 1, more), "a late copy, although there would be room now");
        assertInstanceOf(RowChanged.class, rig.ask(9, 2, more));
    }

    private static RowEdit tag(String name, int bytes) {
        return RowEdit.ofTags(Map.of(name, new TagValue.OfBytes(new byte[bytes])), Set.of());
    }

    @Test
    void theTableOfTablesIsNotForClients() {
        TableId tables = TableId.of(new ShardId(0), 0);
        RowName ofTable = RowName.of(Long.toHexString(rig.table(0).value()));
        RowName other = RowName.of("other");
        List<Request> requests = List.of(
                new RemoveRow(tables, ofTable, Expected.ANY),
                new EditRow(tables, other, Expected.ANY, NewRow.FILE, RowEdit.NONE),
                new MakeTable(tables, other, 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty()),
                new ReadRow(tables, ofTable, List.of()),
                new ReadCell(tables, ofTable, new ColumnId(0), 0, 1),
                new ListCells(tables, ofTable),
                new ListRows(tables, Optional.empty(), 1, 1, List.of()),
                new DescribeTable(tables),
                new AlterTable(tables, new DropColumn("thumb")));
        for (Request request : requests) {
            assertEquals(ErrorCode.NOT_SUPPORTED, refusal(rig.ask(request)), request.toString());
        }
        assertInstanceOf(TableFound.class, rig.ask(new DescribeTable(rig.table(0))));
    }

    /** Each as it would be if it had come alone, so also one that is not to be served here. */
    @Test
    void partsOfOneRequestAreAnsweredEachForItself() {
        rig.create(0, 0, 3);
        rig.create(1, 0, 5);
        TableId tables = TableId.of(new ShardId(0), 0);
        TableId elsewhere = TableId.of(new ShardId(5), 1);
        List<Request.Part> parts = new ArrayList<>();
        for (TableId table : List.of(rig.table(0), tables, elsewhere, rig.table(1))) {
            Request list = new ListRows(table, Optional.empty(), 4, 0, List.of());
            parts.add(new Request.Part(table.maker(), list));
        }
        Request hop = new Request.LookUp(TableId.of(new ShardId(0), 1), RowName.of("table-1"));
        parts.add(new Request.Part(new ShardId(0), hop));
        List<Reply> answers = assertInstanceOf(Reply.ManyRead.class, rig.ask(new Request.ReadMany(parts)))
                .answers();
        assertEquals(3, rows(answers.get(0)).rows().size());
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(answers.get(1)));
        assertEquals(ErrorCode.NOT_OWNER, refusal(answers.get(2)));
        assertEquals(4, rows(answers.get(3)).rows().size());
        assertTrue(rows(answers.get(3)).next().isPresent());
        assertInstanceOf(Reply.HopFound.class, answers.get(4));
    }

    /** Whose rows have to be brought from storage first keep nobody but who asked for them together. */
    @Test
    void partsThatAreNotInMemoryAreWaitedFor() {
        rig.create(0, 0, 3);
        rig.create(1, 0, 3);
        rig.checkpoint();
        rig.open();
        List<Request.Part> parts = new ArrayList<>();
        for (TableId table : List.of(rig.table(0), rig.table(1))) {
            Request list = new ListRows(table, Optional.empty(), 4, 0, List.of());
            parts.add(new Request.Part(table.maker(), list));
        }
        List<Reply> answers = assertInstanceOf(Reply.ManyRead.class, rig.ask(new Request.ReadMany(parts)))
                .answers();
        answers.forEach(answer -> assertEquals(3, rows(answer).rows().size()));
    }

    private static Reply.RowsFound rows(Reply reply) {
        return assertInstanceOf(Reply.RowsFound.class, reply);
    }

    @Test
    void unknownTablesAndShardsAreNamed() {
        for (TableId unknown : List.of(TableId.of(new ShardId(0), 77), TableId.of(new ShardId(5), 1))) {
            Reply reply = rig.ask(new ReadRow(unknown, name(1), List.of()));
            boolean isShardHere = unknown.maker().value() < 2;
            assertEquals(isShardHere ? ErrorCode.NOT_FOUND : ErrorCode.NOT_OWNER, refusal(reply));
            String named = isShardHere ? unknown.toString() : unknown.maker().toString();
            assertTrue(reply.toString().contains(named), reply.toString());
        }
    }

    @Test
    void anIdleShardDoesNotKeepTheJournalFromBeingCut() {
        rig.create(1, 0, 1);
        rig.create(0, 0, 1_500);
        // eight between two checkpoints, as long as no cells wait; those since the last but one are kept
        assertTrue(rig.journalFiles().size() <= 26, rig.journalFiles().toString());
        rig.open();
        assertInstanceOf(RowFound.class, rig.ask(rig.read(1, 0)));
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 1_499)));
    }

    @Test
    void manyShortLivesDoNotPutCheckpointsOff() {
        for (int life = 0; life < 120; life++) {
            rig.create(0, 10 * life, 10 * life + 10);
            rig.open();
        }
        // eight files between two checkpoints, and eight short lives count as one; those since the last but one are
        // kept
        assertTrue(rig.journalFiles().size() < 45, rig.journalFiles().toString());
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 0)));
    }

    /** Places of a table's records in the pool, the oldest first. */
    private List<RecordPlace> records(SliceRecord.Kind kind, int slice) {
        return MetadataScan.of(new LocalPool(rig.poolDisk)).found().stream()
                .filter(found -> found.record().kind() == kind
                        && found.record().key().table().equals(rig.table(0))
                        && found.record().key().slice().value() == slice)
                .sorted(Comparator.comparingLong(
                        found -> found.record().newest().sequence()))
                .map(MetadataScan.Found::place)
                .toList();
    }

    private void damage(RecordPlace place) {
        ShardRig.flip(rig.poolDisk, MetadataFiles.name(place.fileId()), place.offset() + SliceRecord.HEADER_BYTES + 3);
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
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
        }
    }

    @Test
    void damageToTheNewestRecordCostsTheSlicesInItAndNoOthers() {
        rig.create(0, 0, 60);
        rig.create(1, 0, 10);
        rig.checkpoint();
        List<RecordPlace> images = records(SliceRecord.Kind.IMAGE, 0);
        damage(images.get(images.size() - 1));
        rig.open();
        int found = 0;
        int refused = 0;
        for (int i = 0; i < 60; i++) {
            Reply reply = rig.ask(rig.read(0, i));
            found += reply instanceof RowFound ? 1 : 0;
            refused += refusal(reply) == ErrorCode.CORRUPT ? 1 : 0;
        }
        assertEquals(60, found + refused, "no row is missing without a word");
        assertTrue(refused > 0, found + " found, " + refused + " refused");
        for (int i = 0; i < 10; i++) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(1, i)), "the other shard's");
        }

        rig.create(0, 100, 130);
        rig.create(1, 10, 20);
        rig.checkpoint();
        assertTrue(rig.group().counters().checkpointsCounted() >= 2, "checkpoints of both shards go on");
        rig.open();
        assertInstanceOf(RowFound.class, rig.ask(rig.read(1, 15)));
    }

    @Test
    void damageToAHeaderIsRefusedIfNobodyKnowsWhatItWas() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.loseBoost();
        RecordPlace place = records(SliceRecord.Kind.IMAGE, 0).get(0);
        String file = MetadataFiles.name(place.fileId());
        ShardRig.flip(rig.poolDisk, file, place.offset() + 9);
        rig.open();
        Refused refused = assertInstanceOf(Refused.class, rig.ask(rig.read(0, 1)));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(refused.message().contains(file), refused.message());
    }

    @Test
    void whatNoCheckpointCountsOnIsDeletedAtTheNextRecovery() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.poolDisk.create("metadata-00000000000000ff").close();
        rig.open();
        assertTrue(!rig.poolDisk.exists("metadata-00000000000000ff"));
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 29)));
    }

    /** It only takes space: no reason to keep the rest closed. */
    @Test
    void whatCannotBeDeletedAtARecoveryIsDeletedLater() {
        String leftover = "metadata-00000000000000ff";
        Fault fault = FaultDisk.failing(Call.DELETE, 0, 1, ErrorCode.IO_FAILED);
        ShardRig withFault = new ShardRig(new FaultDisk(new MemoryDisk(), fault)).open();
        withFault.makeTables();
        withFault.poolDisk.create(leftover).close();
        withFault.open();
        assertTrue(withFault.poolDisk.exists(leftover));
        withFault.create(0, 0, 1);
        withFault.checkpoint();
        withFault.runUntilIdle();
        withFault.open();
        assertTrue(!withFault.poolDisk.exists(leftover));
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

    /** The oldest file is one more than is needed; without those that are, the shard is set apart. */
    @Test
    void withoutTheBeginningOfItsJournalNoRowIsMissingWithoutAWord() {
        rig.create(0, 0, 30);
        rig.checkpoint();
        rig.create(0, 30, 70);
        while (rig.journalDisk.list().size() > 1) {
            rig.journalDisk.delete(rig.journalDisk.list().get(0));
            rig.open();
            boolean isApart = !rig.group().apart().isNothing();
            for (int i = 0; i < 70; i++) {
                Reply reply = rig.ask(rig.read(0, i));
                assertTrue(isApart ? refusal(reply) == ErrorCode.CORRUPT : reply instanceof RowFound, "row " + i);
            }
            if (isApart) {
                return;
            }
        }
        rig.journalDisk.list().forEach(rig.journalDisk::delete);
        assertThrows(PfsException.class, rig::open);
    }

    @Test
    void tooManyOpenRequestsAreRefusedAndLaterTakenAgain() {
        int[] answered = new int[2];
        for (int i = 0; i <= Limits.REQUESTS_OPEN_MAX; i++) {
            Envelope envelope = ShardRig.envelope(i + 10L, 1, rig.create(0, 0));
            rig.group().submit(envelope, reply -> answered[refusal(reply) == ErrorCode.BUSY ? 0 : 1]++);
        }
        assertEquals(1, answered[0], "the one too many");
        assertEquals(0, answered[1], "the others wait for the first");
        TakeStep step = new TakeStep(rig.table(0), new ProcedureId(new ShardId(1), 7), new AskAlive());
        Reply alive = rig.begin(step).get(0);
        assertInstanceOf(OutcomeFound.class, alive, "they may wait for a step");
        rig.runUntilIdle();
        assertEquals(Limits.REQUESTS_OPEN_MAX, answered[1]);
        assertInstanceOf(RowGone.class, rig.ask(rig.remove(0, 0)));
    }

    @Test
    void closingAnswersWhoWaits() {
        ErrorCode[] code = new ErrorCode[2];
        for (int client = 0; client < 2; client++) {
            int c = client;
            Envelope envelope = ShardRig.envelope(client + 10, 1, rig.create(0, 0));
            rig.group().submit(envelope, reply -> code[c] = refusal(reply));
        }
        rig.group().close();
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, code[0], "its record may have been written");
        assertEquals(ErrorCode.CLOSED, code[1], "this one waited for the name");
        assertEquals(ErrorCode.CLOSED, refusal(rig.ask(rig.read(0, 0))));
    }
}
