package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.cluster.Placing;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.server.state.Intents;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.TableChange.SetSpreading;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A table that is spread further while it is used. */
final class TableSpreadsTest {
    private static final int ROWS = 90;

    /** Offers of slices can be held back: then a table is half distributed. */
    private static final class Way {
        private final List<Runnable> held = new ArrayList<>();
        private int passing = Integer.MAX_VALUE;

        Peers over(Peers direct) {
            return (envelope, sink) -> {
                NameStep step = ((TakeStep) envelope.request()).step();
                if (step instanceof OfferSlice && passing-- <= 0) {
                    held.add(() -> direct.ask(envelope, sink));
                } else {
                    direct.ask(envelope, sink);
                }
            };
        }

        void release() {
            passing = Integer.MAX_VALUE;
            List<Runnable> all = List.copyOf(held);
            held.clear();
            all.forEach(Runnable::run);
        }
    }

    private final Way way = new Way();
    private final NameRig rig = new NameRig(way::over);
    private final Placement placement = new Placement(NameRig.SHARDS);
    private final TablePointer table = rig.mkdir(NameRig.root(), "table", 1);
    private final WideClient client = new WideClient(rig, table, () -> {
        rig.runUntilIdle();
        rig.passTime();
    });

    private void fill() {
        for (int row = 0; row < ROWS; row++) {
            client.put("row-" + row, "content " + row);
        }
    }

    private static AlterTable spread(TablePointer table, int spread) {
        return new AlterTable(table.table(), new SetSpreading(new Spreading(SpreadPolicy.NEVER, spread)));
    }

    private TableView view() {
        return ((TableFound) rig.ask(table.base(), new DescribeTable(table.table()))).table();
    }

    private int shardsWithRows() {
        TreeSet<ShardId> shards = new TreeSet<>();
        rig.group()
                .shards()
                .forEach(shard -> shard.visit((id, name, row) -> {
                    if (id.equals(table.table())) {
                        shards.add(shard.id());
                    }
                }));
        return shards.size();
    }

    @Test
    void itsRowsGoWhereTheyBelong() {
        fill();
        assertEquals(1, shardsWithRows());
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), spread(table, 1)));
        rig.passTime();
        assertEquals(2, shardsWithRows());
        assertEquals(1, view().settledSpread());
        assertEquals(SpreadPolicy.NEVER, view().spreadPolicy());
        client.check();
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), spread(table, 2)));
        rig.passTime();
        assertEquals(NameRig.SHARDS, shardsWithRows());
        assertEquals(2, view().settledSpread());
        assertEquals(2, view().pointer().spread());
        client.check();
        assertEquals(2, rig.group().counters().tablesSpread());
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    @Test
    void aSmallerSpreadChangesNothing() {
        fill();
        rig.ask(table.base(), spread(table, 2));
        rig.passTime();
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), spread(table, 1)));
        assertEquals(2, view().pointer().spread());
    }

    @Test
    void moreThanThereAreShardsIsRefused() {
        Reply reply = rig.ask(table.base(), spread(table, 3));
        assertEquals(ErrorCode.OUT_OF_RANGE, NameRig.refusal(reply));
        assertTrue(((Refused) reply).message().contains("raised to 2, as there are 4 shards, but 3"), reply.toString());
        assertEquals(0, view().pointer().spread());
    }

    @Test
    void aTableWithRandomPlacesStaysSo() {
        Spreading random = new Spreading(SpreadPolicy.RANDOM, 2);
        MakeTable make = new MakeTable(
                NameRig.root().table(), RowName.of("random"), 0755, 1, 1, Policy.DYNAMIC, random, Optional.empty());
        TablePointer drawn = ((TableMade) rig.ask(NameRig.root().base(), make)).pointer();
        assertEquals(Placing.RANDOM, drawn.placing());
        WideClient user = new WideClient(rig, drawn, rig::passTime);
        for (int row = 0; row < ROWS; row++) {
            user.put("row-" + row, "content " + row);
        }
        user.check();
        assertTrue(rig.group().counters().slicesGiven() > 0, "slices went to places that were drawn for them");
        assertEquals(ErrorCode.NOT_SUPPORTED, NameRig.refusal(rig.ask(drawn.base(), spread(drawn, 2))));
        rig.open();
        user.check();
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    @Test
    void whatIsRepeatedIsDoneOnce() {
        fill();
        RequestId id = new RequestId(7, 7, 1);
        Envelope envelope = new Envelope(id, 1, table.base(), spread(table, 2));
        for (int i = 0; i < 3; i++) {
            List<Reply> replies = rig.submit(envelope);
            rig.runUntilIdle();
            rig.passTime();
            assertInstanceOf(TableAltered.class, replies.get(0));
        }
        assertEquals(1, rig.group().counters().tablesSpread());
        client.check();
    }

    /** Some slices have gone and others have not: each name is found, and whoever knows nothing of the new spread is sent after it. */
    @Test
    void itIsServedWhileItIsDistributed() {
        fill();
        for (int gone = 1; gone < 12; gone += 3) {
            way.passing = gone;
            NameRig other = new NameRig(way::over);
            TablePointer half = other.mkdir(NameRig.root(), "half", 1);
            WideClient user = new WideClient(other, half, () -> {
                other.runUntilIdle();
                other.passTime();
                if (other.group().counters().slicesGiven() > 0) {
                    way.release(); // a name of the slice that is on its way just now waits for it
                }
            });
            for (int row = 0; row < ROWS; row++) {
                user.put("row-" + row, "content " + row);
            }
            user.spread(2);
            user.check();
            user.put("one more", "content");
            way.release();
            other.passTime();
            user.check();
        }
    }

    @Test
    void clientsAreToldOnlyWhenItIsSettled() {
        fill();
        way.passing = 3;
        rig.ask(table.base(), spread(table, 2));
        assertEquals(0, view().settledSpread());
        assertEquals(2, view().pointer().spread());
        int sent = 0;
        for (int row = 0; row < ROWS; row++) {
            ReadRow read = new ReadRow(table.table(), RowName.of("row-" + row), List.of());
            List<Reply> replies = rig.submit(rig.envelope(table.base(), read));
            rig.runUntilIdle();
            if (!replies.isEmpty() && replies.get(0) instanceof Misplaced misplaced) {
                assertTrue(misplaced.isExact(), "only for once");
                assertEquals(0, misplaced.spread());
                assertEquals(1, misplaced.slices().count());
                assertInstanceOf(RowFound.class, rig.ask(misplaced.next(), read));
                sent++;
            }
        }
        assertTrue(sent > 0, "some names have gone");
        way.release();
        rig.passTime();
        assertEquals(2, view().settledSpread());
    }

    /** By a client that follows what he is told; what waits for a slice on its way gets that. */
    private Reply moved(TablePointer from, String file, String name) {
        RenameRow asked = NameRig.rename(from, file, table, name, false);
        for (int hop = 0; hop < 8; hop++) {
            ShardId to = placement.shardOf(table, RowName.of(name));
            List<Reply> replies = rig.submit(rig.envelope(from.base(), asked.to(to)));
            rig.runUntilIdle();
            rig.passTime();
            if (replies.isEmpty()) {
                way.release();
                rig.passTime();
            }
            boolean isForNow = replies.get(0) instanceof Refused refused && refused.code() == ErrorCode.BUSY;
            if (replies.get(0) instanceof Misplaced misplaced) {
                assertTrue(placement.learn(misplaced).isEmpty(), "it is for the one who was asked to find out");
            } else if (!isForNow) { // else the slice went while it was waited for
                return replies.get(0);
            }
        }
        throw new AssertionError("nobody has " + name);
    }

    @Test
    void aFileIsRenamedFromTheShardThatGaveTheNamesAway() {
        fill();
        TablePointer from = rig.mkdir(NameRig.root(), "from", 1);
        way.passing = 3;
        rig.ask(table.base(), spread(table, 2));
        for (int n = 0; n < 40; n++) {
            rig.create(from, "file-" + n, "content");
            assertInstanceOf(RowRenamed.class, moved(from, "file-" + n, "new-" + n));
        }
    }

    /** Neither of what is on its way nor of what went does the client know, nor could he. */
    @Test
    void aFileIsRenamedIntoATableThatIsDistributed() {
        fill();
        TablePointer from = rig.mkdir(NameRig.root(), "from", 3);
        way.passing = 3;
        rig.ask(table.base(), spread(table, 2));
        NameHash hash = new NameHash(table.hashSeed());
        int far = 0;
        for (int n = 0; n < 40; n++) {
            rig.create(from, "file-" + n, "content");
            String name = "new-" + n;
            far += (hash.of(RowName.of(name)) & 3) == 0 ? 0 : 1;
            assertInstanceOf(RowRenamed.class, moved(from, "file-" + n, name));
        }
        assertTrue(far > 0, "some of them went away from the table's home");
    }

    @Test
    void aTableThatIsDistributedIsRemovedAsAWhole() {
        for (boolean recursive : List.of(true, false)) {
            TablePointer doomed = rig.mkdir(NameRig.root(), "doomed", 2);
            WideClient user = new WideClient(rig, doomed, rig::passTime);
            for (int row = 0; row < ROWS; row++) {
                user.put("row-" + row, "content " + row);
            }
            if (!recursive) {
                for (int row = 0; row < ROWS; row++) {
                    user.remove("row-" + row);
                }
            }
            way.passing = 3;
            rig.ask(doomed.base(), spread(doomed, 2));
            Request remove = new Request.RemoveTable(NameRig.root().table(), RowName.of("doomed"), recursive);
            List<Reply> gone = rig.submit(rig.envelope(NameRig.root().base(), remove));
            rig.runUntilIdle();
            way.release();
            for (int i = 0; i < 10; i++) {
                rig.passTime();
            }
            assertInstanceOf(TableGone.class, gone.get(0));
            rig.group()
                    .shards()
                    .forEach(shard -> assertTrue(!shard.state().tables().exists(doomed.table()), shard.id() + ""));
            assertEquals(List.of(), rig.group().collection().miscounted());
        }
    }

    /** Its own raise is in the journal, or is asked for, while its parent is taken apart. */
    @Test
    void aTreeIsRemovedWhileATableInItIsSpread() {
        for (int steps = 0; steps < 60; steps++) {
            NameRig other = new NameRig();
            TablePointer parent = other.mkdir(NameRig.root(), "parent", 1);
            TablePointer child = other.mkdir(parent, "child", 1);
            WideClient user = new WideClient(other, child, other::passTime);
            for (int row = 0; row < 20; row++) {
                user.put("row-" + row, "content " + row);
            }
            Request remove = new Request.RemoveTable(NameRig.root().table(), RowName.of("parent"), true);
            other.submit(other.envelope(NameRig.root().base(), remove));
            for (int s = 0; s < steps; s++) {
                other.step();
            }
            other.submit(other.envelope(child.base(), spread(child, 2)));
            other.runUntilIdle();
            for (int i = 0; i < 10; i++) {
                other.passTime();
            }
            requireGone(other, child);
            other.open();
            requireGone(other, child);
        }
    }

    /** Nothing more is given away then, so whoever asks whether all was is not kept waiting for that. */
    @Test
    void whoAsksWhetherATableIsSettledHearsThatItGoes() {
        fill();
        way.passing = 3;
        rig.ask(table.base(), spread(table, 2));
        Request remove = new Request.RemoveTable(NameRig.root().table(), RowName.of("table"), true);
        List<Reply> gone = rig.submit(rig.envelope(NameRig.root().base(), remove));
        rig.runUntilIdle();
        TakeStep settle =
                new TakeStep(table.table(), new ProcedureId(new ShardId(2), 99), new NameStep.RaiseSpread(2, true));
        List<Reply> heard = rig.submit(rig.envelope(table.base(), settle));
        rig.runUntilIdle();
        assertEquals(1, heard.size());
        assertEquals(ErrorCode.BUSY, NameRig.refusal(heard.get(0)));
        way.release();
        for (int i = 0; i < 10; i++) {
            rig.passTime();
        }
        assertInstanceOf(TableGone.class, gone.get(0));
        requireGone(rig, table);
        assertInstanceOf(Reply.StepTaken.class, rig.ask(table.base(), settle));
    }

    private static void requireGone(NameRig rig, TablePointer table) {
        rig.group().shards().forEach(shard -> {
            assertTrue(!shard.state().tables().exists(table.table()), shard.id() + " has it");
            Intents intents = shard.state().tables().intents();
            assertTrue(intents.isQuiet(), () -> shard.id() + " has begun and not ended " + intents);
        });
    }

    @Test
    void whoWantsLessOrTheSameMeanwhileChangesNothing() {
        fill();
        List<List<Reply>> replies = new ArrayList<>();
        for (int spread : new int[] {2, 1, 2, 1}) {
            replies.add(rig.submit(rig.envelope(table.base(), spread(table, spread))));
        }
        for (int i = 0; i < 5; i++) {
            rig.passTime();
        }
        replies.forEach(reply -> assertInstanceOf(TableAltered.class, reply.get(0)));
        assertEquals(2, view().settledSpread());
        assertEquals(1, rig.group().counters().tablesSpread());
        rig.open();
        client.check();
        rig.group()
                .shards()
                .forEach(shard -> assertTrue(shard.state().tables().intents().isQuiet()));
    }

    @Test
    void aTableWithRowsIsNotSealedForLongWhileItIsDistributed() {
        fill();
        way.passing = 3;
        rig.ask(table.base(), spread(table, 2));
        assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(rig.rmdir(NameRig.root(), "table")));
        way.release();
        rig.passTime();
        client.put("one more", "content");
        client.check();
    }

    /** The process dies after each piece of work, one run for each. */
    @Test
    void aCrashAtEachStepLosesNothing() {
        for (int steps = 1; steps < 400; steps += 5) {
            NameRig crashed = new NameRig();
            TablePointer born = crashed.mkdir(NameRig.root(), "table", 1);
            WideClient user = new WideClient(crashed, born, () -> {
                crashed.runUntilIdle();
                crashed.passTime();
            });
            for (int row = 0; row < 40; row++) {
                user.put("row-" + row, "content " + row);
            }
            if (steps % 2 == 0) {
                crashed.checkpoint();
            }
            crashed.submit(crashed.envelope(born.base(), spread(born, 2)));
            for (int s = 0; s < steps; s++) {
                crashed.step();
            }
            if (steps % 3 == 0) {
                crashed.checkpoint();
            }
            crashed.open();
            crashed.passTime();
            user.check();
            crashed.checkpoint();
            crashed.checkpoint();
            crashed.open();
            user.check();
            assertEquals(List.of(), crashed.group().collection().miscounted(), "after " + steps + " steps");
        }
    }
}
