package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.server.gc.GcGoal;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit.Attributes;
import io.pfs.wire.TableChange.SetAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What else goes on while a slice is between two shards. */
final class SliceMoveRacesTest {
    private static final int ROWS = 60;

    /** Messages between shards that are held back, or whose answers are. */
    private static final class Way {
        private Predicate<NameStep> isHeld = step -> false;
        private Predicate<NameStep> isAnswerHeld = step -> false;
        private Predicate<NameStep> isAnswerLost = step -> false;
        private final List<Runnable> held = new ArrayList<>();
        private int fetches;

        Peers over(Peers direct) {
            return (envelope, sink) -> {
                NameStep step = ((TakeStep) envelope.request()).step();
                fetches += step instanceof FetchSlice ? 1 : 0;
                if (isHeld.test(step)) {
                    held.add(() -> direct.ask(envelope, sink));
                } else if (isAnswerHeld.test(step)) {
                    direct.ask(envelope, reply -> held.add(() -> sink.answer(reply)));
                } else if (isAnswerLost.test(step)) {
                    direct.ask(envelope, reply -> {});
                } else {
                    direct.ask(envelope, sink);
                }
            };
        }

        void release() {
            List<Runnable> all = List.copyOf(held);
            held.clear();
            all.forEach(Runnable::run);
        }
    }

    private final Way way = new Way();
    private final NameRig rig = new NameRig(way::over);
    private final Placement placement = new Placement(NameRig.SHARDS);

    private Reply ask(TablePointer table, String name, Request request) {
        RowName row = RowName.of(name);
        Reply reply = rig.ask(placement.shardOf(table, row), request);
        for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
            reply = rig.ask(placement.after(misplaced, table, row), request);
        }
        return reply;
    }

    private void grow(TablePointer table) {
        for (int row = 0; row < ROWS; row++) {
            ask(table, "row-" + row, NameRig.put(table, "row-" + row, "content"));
        }
        rig.passTime();
    }

    /** One waits for a name that the other keeps; whose row is in a slice that waits for the outcome of the first. */
    @Test
    void renamesThatCrossOverALeavingSliceComeToTheirEnds() {
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        TablePointer other = rig.mkdir(NameRig.root(), "other", 2);
        NameHash hash = new NameHash(wide.hashSeed());
        List<String> leaving = names("u", hash, 1);
        List<String> staying = names("l", hash, 0);
        rig.ask(wide.base(), NameRig.put(wide, leaving.get(0), "x"));
        rig.ask(other.base(), NameRig.put(other, "y", "y"));
        way.isAnswerHeld = step -> step instanceof Prepare;
        List<Reply> into =
                rig.submit(rig.envelope(other.base(), NameRig.rename(other, "y", wide, leaving.get(1), false)));
        rig.runUntilIdle();
        List<Reply> outOf =
                rig.submit(rig.envelope(wide.base(), NameRig.rename(wide, leaving.get(0), other, "y", true)));
        rig.runUntilIdle();
        for (int i = 0; i < 12 && rig.group().counters().slicesGiven() == 0; i++) {
            rig.ask(wide.base(), NameRig.put(wide, staying.get(i), "l"));
        }
        way.isAnswerHeld = step -> false;
        way.release();
        for (int i = 0; i < 50; i++) {
            rig.passTime();
        }
        assertInstanceOf(RowRenamed.class, into.get(0));
        assertEquals(1, outOf.size(), "the other is answered, too");
        assertTrue(rig.group().counters().slicesGiven() > 0, "the slice has left");
    }

    private static List<String> names(String prefix, NameHash hash, int half) {
        return IntStream.range(0, 100)
                .mapToObj(n -> prefix + n)
                .filter(name -> (hash.of(RowName.of(name)) & 1) == half)
                .toList();
    }

    /** Replies that grow old between two parts of an adoption must not be counted as given. */
    @Test
    void anAdoptionEndsThoughRepliesGrowOld() {
        for (int part = 1; part < 6; part++) {
            Way slow = new Way();
            NameRig aged = new NameRig(slow::over);
            TablePointer table = aged.mkdirWide(NameRig.root(), "wide", 1, 2);
            int from = part;
            slow.isHeld = step -> step instanceof FetchSlice fetch && fetch.from() >= from;
            int row = 0;
            for (; row < 4; row++) {
                put(aged, table, row);
            }
            aged.tick(700_000);
            aged.passTime();
            for (; row < 40 && slow.held.isEmpty(); row++) {
                put(aged, table, row);
            }
            aged.checkpoint();
            int before = slow.fetches;
            slow.isHeld = step -> slow.fetches > before + 200 && step instanceof FetchSlice;
            slow.release();
            aged.runUntilIdle();
            assertTrue(aged.group().counters().slicesGiven() > 0, "held back from " + part + " on");
        }
    }

    /** Each by a client of its own, which then is silent. */
    private static void put(NameRig rig, TablePointer table, int row) {
        RequestId id = new RequestId(100 + row, 0, 1);
        Request put = NameRig.put(table, "row-" + row, "c".repeat(60));
        rig.group().submit(new Envelope(id, 0, table.base(), put), reply -> {});
        rig.runUntilIdle();
    }

    @Test
    void attributesOfDirectoriesChangeWhereverTheirRowsAre() {
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        List<TablePointer> directories = IntStream.range(0, 6)
                .mapToObj(n -> rig.mkdir(wide, "directory-" + n, 1))
                .toList();
        grow(wide);
        Attributes mode = new Attributes(
                OptionalInt.of(0700),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        for (TablePointer directory : directories) {
            AlterTable chmod = new AlterTable(directory.table(), new SetAttributes(mode));
            List<Reply> replies = rig.submit(rig.envelope(directory.base(), chmod));
            rig.runUntilIdle();
            rig.passTime();
            assertInstanceOf(TableAltered.class, replies.get(0));
        }
    }

    @Test
    void aTableIsAsNewAsItsNewestPartAlsoAfterARestart() {
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        grow(wide);
        rig.checkpoint();
        rig.checkpoint();
        long now = rig.tick(60_000);
        int row = ROWS;
        while (placement.shardOf(wide, RowName.of("row-" + row)).equals(wide.base())) {
            row++;
        }
        ask(wide, "row-" + row, NameRig.put(wide, "row-" + row, "content"));
        rig.open();
        rig.passTime();
        TableFound found = (TableFound) rig.ask(wide.base(), new DescribeTable(wide.table()));
        assertEquals(now, found.table().times().mtimeMillis());
    }

    /** The other shard has adopted it, and the giver has not heard of that before both went down. */
    @Test
    void nobodyIsSentToWhereHeCameFrom() {
        TablePointer wide = adoptedAndNotGiven("content");
        for (int row = 0; row < ROWS; row++) {
            ReadRow read = new ReadRow(wide.table(), RowName.of("row-" + row), List.of());
            for (int shard = 0; shard < NameRig.SHARDS; shard++) {
                ShardId asked = new ShardId(shard);
                List<Reply> replies = rig.submit(rig.envelope(asked, read));
                rig.runUntilIdle();
                if (!replies.isEmpty() && replies.get(0) instanceof Misplaced misplaced) {
                    assertNotEquals(asked, misplaced.next(), "row " + row);
                }
            }
        }
    }

    @Test
    void aCollectionFindsRowsOfASliceThatHasLeft() {
        adoptedAndNotGiven("content ".repeat(100));
        assertTrue(!rig.group().collection().due(GcGoal.ALL).isEmpty(), "there is something to collect");
        List<Optional<PfsException>> ended = new ArrayList<>();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended::add), "it starts");
        rig.runUntilIdle();
        assertEquals(List.of(Optional.empty()), ended);
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    private TablePointer adoptedAndNotGiven(String content) {
        rig.group().collection().runInBackground(false);
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        way.isAnswerLost = step -> step instanceof OfferSlice;
        for (int row = 0; row < ROWS && rig.group().counters().slicesAdopted() == 0; row++) {
            rig.submit(rig.envelope(wide.base(), NameRig.put(wide, "row-" + row, content + row)));
            rig.runUntilIdle();
            if (rig.group().counters().slicesAdopted() == 0) {
                rig.submit(rig.envelope(wide.base(), NameRig.put(wide, "garbage", content)));
                rig.runUntilIdle();
                RemoveRow remove = new RemoveRow(wide.table(), RowName.of("garbage"), Expected.ANY);
                rig.submit(rig.envelope(wide.base(), remove));
                rig.runUntilIdle();
            }
        }
        assertEquals(1, rig.group().counters().slicesAdopted());
        assertEquals(0, rig.group().counters().slicesGiven());
        way.isAnswerLost = step -> false;
        way.isHeld = step -> step instanceof OfferSlice;
        rig.open();
        rig.group().collection().runInBackground(false);
        return wide;
    }
}
