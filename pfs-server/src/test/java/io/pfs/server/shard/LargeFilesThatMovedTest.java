package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.gc.GcGoal;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Large files that nobody needs any more give their space back, wherever they were removed, and however short the lives of servers are. */
final class LargeFilesThatMovedTest {
    private static final int BYTES = 3 * ObjectFile.CHUNK_BYTES;
    private static final int PASSES = 6;
    private static final long MINUTE_MILLIS = 60_000;

    private final NameRig rig = new NameRig(2, UnaryOperator.identity()).served();
    private final TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
    private final TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
    private long tickets;

    private void done(TablePointer table, Request request) {
        done(rig.ask(table.base(), request));
    }

    private static void done(Reply reply) {
        assertTrue(!(reply instanceof Refused), reply::toString);
    }

    private ObjectTicket write(String name) {
        tickets++;
        ObjectTicket ticket = new ObjectTicket(tickets << 32, 17);
        RowName row = RowName.of(name);
        done(here, new BeginObject(here.table(), row, NameRig.CONTENT, ticket, 1));
        done(here, new WriteObject(here.table(), row, ticket, 0, new byte[BYTES]));
        done(here, new SealObject(here.table(), row, ticket, BYTES));
        return ticket;
    }

    private void create(String name) {
        RowEdit edit = RowEdit.ofObject(new ObjectPut(NameRig.CONTENT, write(name), BYTES));
        done(here, new EditRow(here.table(), RowName.of(name), Expected.ABSENT, NewRow.FILE, edit));
    }

    private void remove(TablePointer table, String name) {
        done(table, new RemoveRow(table.table(), RowName.of(name), Expected.ANY));
    }

    private void runInBackground(boolean now) {
        rig.groups().forEach(group -> group.collection().runInBackground(now));
    }

    private void collect() {
        for (int pass = 0; pass < PASSES; pass++) {
            for (ShardGroup group : rig.groups()) {
                group.collection().start(GcGoal.ALL, ended -> {});
                rig.runUntilIdle();
            }
            rig.passTime();
        }
    }

    private Set<Long> objects() {
        return files(ObjectFile::ids);
    }

    private Set<Long> files(Function<Pool, Collection<Long>> ids) {
        Set<Long> files = new TreeSet<>();
        for (int server = 0; server < rig.serverCount(); server++) {
            files.addAll(ids.apply(new LocalPool(rig.poolDisk(server))));
        }
        return files;
    }

    private void requireNothingIsLeft() {
        assertEquals(Set.of(), objects());
        assertEquals(Set.of(), files(Segment::ids), "segments");
        rig.groups().forEach(group -> {
            assertEquals(0, group.collection().liveBytes());
            group.shards()
                    .forEach(shard ->
                            assertTrue(shard.state().tables().intents().isEmpty(), () -> shard.id() + " has loans"));
        });
    }

    /** None of its own rows has it by then, as nobody has who was writing it; but it was written to its end. */
    @Test
    void whatIsLentWhenItsServerBeginsAnewGoesWhenItIsReturned() {
        create("a");
        done(rig.move(here, "a", there, "b"));
        rig.open(0);
        remove(there, "b");
        collect();
        requireNothingIsLeft();
    }

    /** What is lent and needed by no row there is known, also if it was counted long ago. */
    @Test
    void whatIsLentAndWasCountedGoesWhenItIsReturned() {
        create("a");
        done(rig.move(here, "a", there, "b"));
        rig.checkpoint();
        rig.checkpoint();
        rig.open(0);
        remove(there, "b");
        collect();
        requireNothingIsLeft();
    }

    /** Nothing of it is ever copied, so nobody looks for its row. */
    @Test
    void whereItWentIsWrittenDownNowhere() {
        create("a");
        done(rig.move(here, "a", here, "b"));
        done(rig.move(here, "b", there, "c"));
        rig.groups()
                .forEach(group -> group.shards().forEach(shard -> {
                    TableId moved = shard.state().tables().movedFiles();
                    shard.visit((id, name, row) -> assertNotEquals(moved, id, () -> name + " in " + shard.id()));
                }));
    }

    @Test
    void whatIsRemovedElsewhereGoesSoon() {
        create("a");
        done(rig.move(here, "a", there, "b"));
        remove(there, "b");
        rig.passTime();
        requireNothingIsLeft();
    }

    /** Small ones, too, which are in segments. */
    @Test
    void whatALifeLeavesGoesInTheNext() {
        runInBackground(false);
        create("stayed");
        create("moved");
        done(rig.create(here, "small", "s".repeat(1500)));
        done(rig.move(here, "moved", there, "moved"));
        done(rig.move(here, "small", there, "small"));
        remove(here, "stayed");
        remove(there, "moved");
        remove(there, "small");
        rig.open();
        assertEquals(2, objects().size());
        rig.passTime();
        assertEquals(Set.of(), objects());
        rig.open(); // of the small one there was too little that a collection would have begun when it was returned
        rig.passTime();
        requireNothingIsLeft();
    }

    /** The journal says that it was dropped, and its file is still there. */
    @Test
    void whatWasAboutToBeDeletedGoesInTheNextLife() {
        runInBackground(false);
        create("a");
        remove(here, "a");
        ShardGroup home = rig.groupOf(here.base());
        home.collection().start(GcGoal.ALL, ended -> {});
        while (!home.collection().totals().isEmpty()) {
            assertTrue(rig.step(), "it is dropped");
        }
        assertEquals(1, objects().size());
        rig.open();
        rig.passTime();
        requireNothingIsLeft();
    }

    /** Its writer may come back for ten minutes, however many lives that takes. */
    @Test
    void whatNobodyHasReferredToYetStays() {
        write("a");
        rig.open();
        collect();
        rig.tick(9 * MINUTE_MILLIS);
        collect();
        assertEquals(1, objects().size());
        rig.tick(2 * MINUTE_MILLIS);
        collect();
        requireNothingIsLeft();
    }

    @Test
    void whatARowHasStays() {
        create("stayed");
        create("moved");
        done(rig.move(here, "moved", there, "moved"));
        for (int life = 0; life < 3; life++) {
            rig.open(life % 2);
            rig.tick(11 * MINUTE_MILLIS);
            rig.passTime();
            collect();
            assertEquals(2, objects().size());
        }
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().miscounted()));
    }
}
