package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.format.FileHeader;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.shard.StateWalk.SliceShape;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One damaged slice: its rows are refused, and all others are served. */
final class RottenSliceTest {
    private static final int ROWS = 5;

    private final NameRig rig = new NameRig();
    private TablePointer sound = NameRig.root();

    /** The journal still knows of cells that a collection moved for rows of the slice. */
    @Test
    void othersAreServedThoughItsCellsWereMoved() {
        TablePointer rotten = tableOfMovedCells();
        assertTrue(flipAll(rotten).size() > 0, "something of it is on storage");
        rig.open();
        rig.runUntilIdle();
        assertEquals(Optional.of("content"), rig.content(sound, "file"));
        PfsException refusal = assertThrows(PfsException.class, () -> rig.content(rotten, "row-1"));
        assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), refusal.getMessage());
    }

    /** It was read wrongly for a while, and checkpoints were written meanwhile. */
    @Test
    void movesThatCameMeanwhileAreNotForgotten() {
        TablePointer rotten = tableOfMovedCells();
        List<RecordPlace> damaged = flipAll(rotten);
        rig.open();
        rig.runUntilIdle();
        for (int i = 0; i < 3; i++) {
            rig.create(sound, "later-" + i, "content");
            rig.checkpoint();
        }
        damaged.forEach(this::flip);
        rig.open();
        rig.runUntilIdle();
        assertEquals(Optional.of("first"), rig.content(rotten, "row-0"));
        for (int i = 1; i < ROWS; i++) {
            assertEquals(Optional.of("second"), rig.content(rotten, "row-" + i));
        }
    }

    /** A copy that the network kept must not do what its client was told is not done. */
    @Test
    void whatWasRefusedForItIsNotDoneByALateCopy() {
        TablePointer rotten = tableOfMovedCells();
        List<RecordPlace> damaged = flipAll(rotten);
        rig.open();
        rig.runUntilIdle();
        RemoveRow remove = new RemoveRow(rotten.table(), RowName.of("row-1"), Expected.ANY);
        Envelope asked = rig.envelope(rotten.base(), remove);
        List<Reply> refused = rig.submit(asked);
        rig.runUntilIdle();
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(refused.get(0)));
        damaged.forEach(this::flip);
        List<Reply> copied = rig.submit(asked);
        rig.runUntilIdle();
        assertEquals(refused, copied);
        assertEquals(Optional.of("second"), rig.content(rotten, "row-1"));
        assertTrue(rig.ask(rotten.base(), remove) instanceof Reply.RowGone, "another request");
    }

    /** Each record says what it is; a bit of the file's header that rots costs nobody anything. */
    @Test
    void allIsServedThoughHeadersOfFilesAreDamaged() {
        for (int at : List.of(0, 6, 17, FileHeader.BYTES - 1)) {
            NameRig damaged = new NameRig();
            TablePointer table = damaged.mkdir(NameRig.root(), "table", 1);
            damaged.create(table, "file", "content");
            damaged.checkpoint();
            damaged.create(table, "later", "content");
            for (String name : damaged.poolDisk().list()) {
                if (name.startsWith("metadata-")) {
                    ShardRig.flip(damaged.poolDisk(), name, at);
                }
            }
            damaged.open();
            assertEquals(Optional.of("content"), damaged.content(table, "file"), "byte " + at);
            damaged.loseBoost();
            damaged.open();
            assertEquals(Optional.of("content"), damaged.content(table, "file"), "byte " + at + ", by a scan");
            assertEquals(Optional.of("content"), damaged.content(table, "later"));
            damaged.checkpoint();
            assertEquals(List.of(), damaged.damageLeftBehind());
        }
    }

    /** What came of it since its image must be there again when that can be read, and nothing of it in two places meanwhile. */
    @Test
    void aSplitThatCanNotBeRepeatedKeepsNobodyFromBeingServed() {
        for (int spread = 0; spread <= 2; spread++) {
            NameRig split = new NameRig(NameRig.TINY_SLICES);
            TablePointer other = split.mkdir(NameRig.root(), "other", 2);
            split.create(other, "file", "content");
            TablePointer table = split.mkdirWide(NameRig.root(), "table", 1, spread);
            WideClient client = new WideClient(split, table, split::passTime);
            putRows(client, 0, 4);
            split.checkpoint();
            putRows(client, 4, 14);
            client.check();
            assertTrue(split.group().counters().splits() > 0, "it has split since");
            List<RecordPlace> damaged = records(split, table);
            damaged.forEach(place -> flip(split, place));
            split.open();
            split.passTime();
            assertEquals(Optional.of("content"), split.content(other, "file"), "spread " + spread);
            int refused = refusedOf(split, table, 14);
            assertTrue(spread > 0 ? refused < 14 : refused > 0, refused + " with spread " + spread);
            split.create(other, "later", "content");
            split.checkpoint();
            split.checkpoint();
            split.open();
            ErrorCode kept = NameRig.refusal(split.rmdir(NameRig.root(), "table"));
            assertTrue(kept == ErrorCode.NOT_EMPTY || kept == ErrorCode.CORRUPT, kept.toString());
            int refusedAgain = refusedOf(split, table, 14);
            damaged.forEach(place -> flip(split, place));
            assertEquals(
                    refusedAgain, refusedOf(split, table, 14), "until it is opened again nobody knows what is in it");
            split.open();
            split.passTime();
            client.check();
            putRows(client, 14, 30);
            client.check();
            split.checkpoint();
            split.open();
            client.check();
            assertEquals(List.of(), split.damageLeftBehind());
        }
    }

    private static void putRows(WideClient client, int from, int to) {
        for (int row = from; row < to; row++) {
            client.put("row-" + row, "content " + row);
        }
    }

    /** How many of these rows are refused as damaged; the others must be there. */
    private static int refusedOf(NameRig rig, TablePointer table, int rows) {
        Placement placement = new Placement(NameRig.SHARDS);
        int refused = 0;
        for (int row = 0; row < rows; row++) {
            RowName name = RowName.of("row-" + row);
            Request read = new ReadRow(table.table(), name, List.of());
            Reply reply = rig.ask(placement.shardOf(table, name), read);
            for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
                reply = rig.ask(placement.after(misplaced, table, name), read);
            }
            if (reply instanceof Refused refusal) {
                assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), reply.toString());
                refused++;
            } else {
                assertTrue(reply instanceof RowFound, name + ": " + reply);
            }
        }
        return refused;
    }

    /** People remove what is damaged: that is to take nothing else with it. */
    @Test
    void itsRemovalKeepsNoOthersFromBeingTakenApart() {
        TablePointer rotten = tableOfMovedCells();
        TablePointer other = rig.mkdir(NameRig.root(), "other", rotten.base().value());
        rig.create(other, "file", "content");
        List<RecordPlace> damaged = flipAll(rotten);
        rig.open();
        rig.runUntilIdle();
        rig.removeAll(NameRig.root(), "rotten");
        rig.removeAll(NameRig.root(), "other");
        for (int i = 0; i < 3; i++) {
            rig.passTime();
        }
        assertFalse(isThere(other), "what can be taken apart is");
        assertTrue(isThere(rotten));
        damaged.forEach(this::flip);
        rig.passTime();
        assertFalse(isThere(rotten));
    }

    private boolean isThere(TablePointer table) {
        return rig.group().shard(table.base()).state().tables().exists(table.table());
    }

    /** It was read wrongly while it was recovered, and then rightly: nobody may see it as it was before its cells moved. */
    @Test
    void whoCanBeReadAgainIsServedWithTheMovesThatWereMissed() {
        TablePointer rotten = tableOfMovedCells();
        List<RecordPlace> damaged = flipAll(rotten);
        rig.open();
        rig.runUntilIdle();
        damaged.forEach(this::flip);
        assertEquals(Optional.of("first"), rig.content(rotten, "row-0"));
        for (int i = 1; i < ROWS; i++) {
            assertEquals(Optional.of("second"), rig.content(rotten, "row-" + i));
        }
        rig.create(sound, "later", "content");
        rig.checkpoint();
        rig.open();
        rig.runUntilIdle();
        assertEquals(Optional.of("first"), rig.content(rotten, "row-0"));
        assertEquals(Optional.of("second"), rig.content(rotten, "row-1"));
    }

    /** Whoever walks through all is the first to read it rightly. */
    @Test
    void itIsShownWithTheMovesThatWereMissed() {
        TablePointer rotten = tableOfMovedCells();
        List<RecordPlace> damaged = flipAll(rotten);
        rig.open();
        damaged.forEach(this::flip);
        Map<SliceKey, Integer> rows = new TreeMap<>();
        StateWalk.of(List.of(rig.group())).run(rig.group(), new StateWalk.Visitor() {
            @Override
            public void shard(ShardView shard) {}

            @Override
            public void table(TableFacts facts, List<SliceShape> slices) {}

            @Override
            public void slice(SliceKey key, Optional<StoredAt> stored, Optional<NameFilter> filter, RowCursor cursor) {
                rows.put(key, cursor.count());
            }

            @Override
            public void traveller(TableId table, RowName name, byte[] row) {}

            @Override
            public void unreadable(SliceKey key, StoredAt stored, PfsException why) {
                throw why;
            }

            @Override
            public void ownerless(SliceKey key, StoredAt stored) {}
        });
        int shown = rows.entrySet().stream()
                .filter(slice -> slice.getKey().table().equals(rotten.table()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        assertEquals(ROWS, shown);
        assertEquals(Optional.of("second"), rig.content(rotten, "row-1"));
    }

    /** Its cells were copied to another segment, and the one where they were is gone. */
    private TablePointer tableOfMovedCells() {
        TablePointer rotten = rig.mkdir(NameRig.root(), "rotten", 1);
        sound = rig.mkdir(NameRig.root(), "sound", 2);
        rig.create(sound, "file", "content");
        for (int i = 0; i < ROWS; i++) {
            rig.create(rotten, "row-" + i, "first");
        }
        rig.checkpoint();
        for (int i = 1; i < ROWS; i++) {
            EditRow put = NameRig.put(rotten, "row-" + i, "second");
            rig.ask(rotten.base(), new EditRow(put.table(), put.name(), Expected.PRESENT, put.ifNew(), put.edit()));
        }
        rig.checkpoint();
        rig.checkpoint();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended -> {}), "it starts");
        rig.runUntilIdle();
        return rotten;
    }

    /** Nobody waits for a file that comes back because it can't be read that it was there before, nor does a checkpoint. */
    @Test
    void aFileComesBackThoughWhereItWentIsDamaged() {
        TablePointer here = rig.mkdir(NameRig.root(), "here", 1);
        TablePointer there = rig.mkdir(NameRig.root(), "there", 2);
        rig.create(there, "file", "content");
        rig.checkpoint();
        rig.move(there, "file", here, "file");
        rig.checkpoint();
        List<RecordPlace> damaged =
                records(rig, TableFacts.movedFiles(there.base()).id());
        assertTrue(damaged.size() > 0, "it stands there where it went");
        damaged.forEach(this::flip);
        rig.open();
        rig.runUntilIdle();
        rig.create(there, "beneath", "short");
        rig.replace(here, "file", there, "beneath");
        rig.group().checkpoint();
        rig.runUntilIdle();
        rig.passTime();
        assertFalse(rig.group().isCheckpointing(), "it ends");
        assertEquals(Optional.of("content"), rig.content(there, "beneath"));
        assertEquals(List.of(), rig.names(here));
    }

    /** Nothing is known of one shard: that one is set apart. */
    @Test
    void othersAreServedThoughWhatTablesAShardHasIsDamaged() {
        TablePointer rotten = rig.mkdir(NameRig.root(), "rotten", 1);
        rig.create(rotten, "file", "content");
        rig.create(sound, "file", "content");
        rig.checkpoint();
        TableId tables = TableFacts.tableOfTables(rotten.base()).id();
        List<RecordPlace> damaged = MetadataScan.of(new LocalPool(rig.poolDisk())).found().stream()
                .filter(one -> one.record().key().table().equals(tables))
                .map(MetadataScan.Found::place)
                .toList();
        damaged.forEach(this::flip);
        rig.open();
        assertEquals(Optional.of("content"), rig.content(sound, "file"));
        rig.create(sound, "more", "content");
        PfsException refusal = assertThrows(PfsException.class, () -> rig.content(rotten, "file"));
        assertTrue(refusal.detail().startsWith("shard-1 is set apart: "), refusal.detail());
        rig.checkpoint();
        rig.openGivingUp();
        assertThrows(PfsException.class, () -> rig.content(rotten, "file"), "nothing was lost that could be given up");
        damaged.forEach(this::flip);
        rig.open();
        assertEquals(Optional.of("content"), rig.content(rotten, "file"));
        assertEquals(Optional.of("content"), rig.content(sound, "more"));
    }

    private List<RecordPlace> flipAll(TablePointer table) {
        List<RecordPlace> found = records(rig, table);
        found.forEach(this::flip);
        return found;
    }

    /** What storage has of a table. */
    static List<RecordPlace> records(NameRig rig, TablePointer table) {
        return records(rig, table.table());
    }

    private static List<RecordPlace> records(NameRig rig, TableId table) {
        return MetadataScan.of(new LocalPool(rig.poolDisk())).found().stream()
                .filter(one -> one.record().key().table().equals(table))
                .map(one -> one.place())
                .distinct() // a record may hold several slices
                .toList();
    }

    private void flip(RecordPlace place) {
        flip(rig, place);
    }

    static void flip(NameRig rig, RecordPlace place) {
        ShardRig.flip(rig.poolDisk(), MetadataFiles.name(place.fileId()), place.end() - 20);
    }
}
