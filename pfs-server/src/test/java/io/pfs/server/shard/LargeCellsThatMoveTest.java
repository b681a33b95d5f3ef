package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.cell.ObjectFile;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.ObjectSealed;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Large cells that are being written while their rows go to another server, or their server begins anew: another object goes on. */
final class LargeCellsThatMoveTest {
    private static final int WRITERS = 16;
    private static final int CHUNK = ObjectFile.CHUNK_BYTES;
    private static final int FIRST = CHUNK + 20_000;
    private static final int ALL = 3 * CHUNK + 30_000;

    private final NameRig rig = new NameRig(2, UnaryOperator.identity());
    private final TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
    private final Placement placement = new Placement(NameRig.SHARDS);
    private final List<Writer> writers =
            IntStream.range(0, WRITERS).mapToObj(Writer::new).toList();
    private long tickets;

    /** Who writes a large cell as a client does. */
    private final class Writer {
        private final RowName name;
        private final byte[] bytes = new byte[ALL];
        private ObjectTicket ticket = newTicket();
        private long object;
        private int answered;

        Writer(int number) {
            name = RowName.of("large-" + number);
            new Random(number).nextBytes(bytes);
        }

        Reply begin(Optional<ObjectPrefix> prefix) {
            return begin(new BeginObject(table.table(), name, NameRig.CONTENT, ticket, 1, prefix));
        }

        private Reply begin(BeginObject request) {
            Reply reply = LargeCellsThatMoveTest.this.ask(request, name);
            if (reply instanceof ObjectBegun begun) {
                object = begun.object();
                answered = (int) begun.bytes();
            }
            return reply;
        }

        Writer begun() {
            assertEquals(0, ((ObjectBegun) begin(Optional.empty())).bytes());
            return this;
        }

        ObjectPrefix prefix() {
            return new ObjectPrefix(object, ticket, answered / CHUNK);
        }

        Reply write(int to) {
            byte[] piece = Arrays.copyOfRange(bytes, answered, to);
            Reply reply = LargeCellsThatMoveTest.this.ask(
                    new WriteObject(table.table(), name, ticket, answered, piece), name);
            if (reply instanceof ObjectWritten) {
                answered = to;
            }
            return reply;
        }

        /** A piece that comes before the one that it follows. */
        Reply overtake() {
            byte[] piece = Arrays.copyOfRange(bytes, answered + 10, answered + 20);
            Reply reply = LargeCellsThatMoveTest.this.ask(
                    new WriteObject(table.table(), name, ticket, answered + 10, piece), name);
            assertTrue(List.of(ErrorCode.BUSY, ErrorCode.OBJECT_LOST).contains(NameRig.refusal(reply)));
            return reply;
        }

        Reply seal() {
            return LargeCellsThatMoveTest.this.ask(new SealObject(table.table(), name, ticket, ALL), name);
        }

        Reply edit(int length) {
            RowEdit edit = RowEdit.ofObject(new ObjectPut(NameRig.CONTENT, ticket, length));
            return LargeCellsThatMoveTest.this.ask(
                    new EditRow(table.table(), name, Expected.ANY, NewRow.FILE, edit), name);
        }

        /** Begins another one with the whole chunks that were answered for. */
        void goOn() {
            ObjectPrefix prefix = prefix();
            ticket = newTicket();
            Reply reply = begin(Optional.of(prefix));
            assertEquals(new ObjectBegun(object, prefix.chunks() * CHUNK), reply);
            assertNotEquals(prefix.object(), object);
        }

        /** Does something, and if the object is lost does it with another one; says whether that was so. */
        boolean whereverItIs(Supplier<Reply> doing) {
            boolean isLost = NameRig.refusal(doing.get()) == ErrorCode.OBJECT_LOST;
            if (isLost) {
                goOn();
            }
            return isLost;
        }

        void end() {
            assertEquals(new ObjectWritten(ALL), write(ALL));
            assertEquals(new ObjectSealed(ALL), seal());
            assertTrue(edit(ALL) instanceof RowChanged);
        }

        void requireAll() {
            ReadCell read = new ReadCell(table.table(), name, NameRig.CONTENT, 0, 2 * ALL);
            assertArrayEquals(bytes, ((CellFound) LargeCellsThatMoveTest.this.ask(read, name)).bytes());
        }
    }

    private ObjectTicket newTicket() {
        tickets++;
        return new ObjectTicket(tickets << 32, 17);
    }

    private Reply ask(Request request, RowName name) {
        Reply reply = rig.ask(placement.shardOf(table, name), request);
        for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
            reply = rig.ask(placement.after(misplaced, table, name), request);
        }
        return reply;
    }

    private void grow() {
        for (int row = 0; row < 90; row++) {
            RowName name = RowName.of("row-" + row);
            assertTrue(ask(NameRig.put(table, name.toString(), "small"), name) instanceof RowChanged);
        }
        rig.passTime();
        assertTrue(cameFromAfar() > 0, "slices went to the other server");
    }

    private long cameFromAfar() {
        return rig.groups().stream()
                .mapToLong(group -> group.counters().slicesAdoptedFromAfar())
                .sum();
    }

    private void requireAllWhole() {
        writers.forEach(Writer::requireAll);
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().miscounted()));
    }

    private static void requireSomeNotAll(long count) {
        assertTrue(count > 0 && count < WRITERS, count + " of " + WRITERS);
    }

    @Test
    void whoIsWritingGoesOnThere() {
        writers.forEach(
                writer -> assertEquals(new ObjectWritten(FIRST), writer.begun().write(FIRST)));
        grow();
        requireSomeNotAll(writers.stream()
                .filter(writer -> writer.whereverItIs(writer::overtake))
                .count());
        writers.forEach(Writer::end);
        requireAllWhole();
    }

    /** The edit is sent to where the row is, and finds no object there. */
    @Test
    void soDoesWhoHadOnlyTheEditLeft() {
        for (Writer writer : writers) {
            assertEquals(new ObjectWritten(ALL), writer.begun().write(ALL));
            assertEquals(new ObjectSealed(ALL), writer.seal());
        }
        grow();
        for (Writer writer : writers) {
            if (writer.whereverItIs(() -> writer.edit(ALL))) {
                writer.end();
            }
        }
        requireAllWhole();
        assertTrue(writers.stream().anyMatch(writer -> writer.ticket.high() > (long) WRITERS << 32));
    }

    /** A row keeps what was synced; that part went with the slice, the object did not. */
    @Test
    void soDoesWhoHasSynced() {
        for (Writer writer : writers) {
            writer.begun().write(FIRST);
            ForceObject force = new ForceObject(table.table(), writer.name, writer.ticket, FIRST);
            assertEquals(new ObjectWritten(FIRST), ask(force, writer.name));
            assertTrue(writer.edit(FIRST) instanceof RowChanged);
        }
        grow();
        requireSomeNotAll(writers.stream()
                .filter(writer -> writer.whereverItIs(() -> writer.write(2 * CHUNK)))
                .count());
        writers.forEach(Writer::end);
        requireAllWhole();
    }

    /** What it has is forced when it is closed in order, and may be there if it was killed. */
    @Test
    void aServerThatBeginsAnewGoesOn() {
        for (boolean onlyForcedIsKept : List.of(false, true)) {
            Writer writer = new Writer(100).begun();
            writer.write(FIRST);
            rig.losePower(onlyForcedIsKept);
            rig.open();
            assertEquals(ErrorCode.OBJECT_LOST, NameRig.refusal(writer.write(ALL)));
            ObjectPrefix prefix = writer.prefix();
            writer.ticket = newTicket();
            if (onlyForcedIsKept) {
                assertEquals(ErrorCode.OBJECT_LOST, NameRig.refusal(writer.begin(Optional.of(prefix))));
            } else {
                assertEquals(CHUNK, ((ObjectBegun) writer.begin(Optional.of(prefix))).bytes());
                writer.end();
                writer.requireAll();
            }
        }
    }

    /** Of what an object begins with nothing is had by anybody but its writer, and for no other cell. */
    @Test
    void onlyItsWriterIsGivenIt() {
        Writer writer = writers.get(0).begun();
        writer.write(FIRST);
        ObjectPrefix own = writer.prefix();
        ObjectPrefix guessed = new ObjectPrefix(own.object(), new ObjectTicket(1 << 20, 17), 1);
        ObjectPrefix longer = new ObjectPrefix(own.object(), own.ticket(), 2);
        ObjectPrefix none = new ObjectPrefix(own.object() + 50, own.ticket(), 1);
        for (ObjectPrefix wrong : List.of(guessed, longer, none)) {
            Writer again = new Writer(0);
            assertEquals(ErrorCode.OBJECT_LOST, NameRig.refusal(again.begin(Optional.of(wrong))), wrong.toString());
        }
        Writer other = writers.get(1);
        assertEquals(ErrorCode.OBJECT_LOST, NameRig.refusal(other.begin(Optional.of(own))));
        BeginObject column =
                new BeginObject(table.table(), writer.name, new ColumnId(7), newTicket(), 1, Optional.of(own));
        assertEquals(ErrorCode.OBJECT_LOST, NameRig.refusal(ask(column, writer.name)));
        writer.goOn();
        writer.end();
        writer.requireAll();
    }

    /** A copy of the request that began it waits, and is told the same; a piece that comes too early comes again. */
    @Test
    void anObjectIsFilledOnce() {
        Writer writer = writers.get(0).begun();
        writer.write(FIRST);
        ObjectPrefix prefix = writer.prefix();
        ObjectTicket ticket = newTicket();
        BeginObject request =
                new BeginObject(table.table(), writer.name, NameRig.CONTENT, ticket, 1, Optional.of(prefix));
        ShardId shard = placement.shardOf(table, writer.name);
        List<Reply> first = rig.submit(rig.envelope(shard, request));
        List<Reply> second = rig.submit(rig.envelope(shard, request));
        WriteObject early = new WriteObject(table.table(), writer.name, ticket, 0, new byte[1]);
        List<Reply> third = rig.submit(rig.envelope(shard, early));
        assertEquals(ErrorCode.BUSY, NameRig.refusal(third.get(0)));
        rig.runUntilIdle();
        assertEquals(CHUNK, ((ObjectBegun) first.get(0)).bytes());
        assertEquals(first, second);
    }

    /** Who has a long way to go is told how far it is; what is closed meanwhile says nothing, and another one is asked. */
    @Test
    void whoWaitsLongIsToldHowFarItIs() {
        RowName name = RowName.of("long");
        ShardId shard = placement.shardOf(table, name);
        ObjectTicket first = newTicket();
        ObjectBegun begun =
                (ObjectBegun) rig.ask(shard, new BeginObject(table.table(), name, NameRig.CONTENT, first, 1));
        byte[] piece = new byte[Limits.OBJECT_PIECE_BYTES_MAX];
        for (int nth = 0; nth < 4; nth++) {
            rig.ask(shard, new WriteObject(table.table(), name, first, (long) nth * piece.length, piece.clone()));
        }
        ObjectPrefix all = new ObjectPrefix(begun.object(), first, 4L * piece.length / CHUNK);
        BeginObject request = new BeginObject(table.table(), name, NameRig.CONTENT, newTicket(), 1, Optional.of(all));
        List<Reply> early = rig.submit(rig.envelope(shard, request));
        rig.step();
        assertEquals(List.of(), early);
        rig.tick(6_000);
        while (early.isEmpty()) {
            assertTrue(rig.step());
        }
        ObjectBegun soFar = (ObjectBegun) early.get(0);
        assertTrue(soFar.bytes() > 0 && soFar.bytes() < all.bytes(), soFar.toString());
        assertEquals(new ObjectBegun(soFar.object(), all.bytes()), rig.ask(shard, request));

        List<Reply> none = rig.submit(rig.envelope(
                shard, new BeginObject(table.table(), name, NameRig.CONTENT, newTicket(), 1, Optional.of(all))));
        rig.step();
        rig.groupOf(shard).close();
        rig.runUntilIdle();
        assertTrue(rig.groupOf(shard).isClosed());
        assertEquals(List.of(), none);
    }

    /** Who knows only where rows were before is told where an object has to be begun, whoever asks. */
    @Test
    void anObjectIsBegunWhereItsRowIs() {
        Placement before = new Placement(NameRig.SHARDS);
        grow();
        int elsewhere = 0;
        for (Writer writer : writers) {
            RowName name = writer.name;
            ShardId shard = before.shardOf(table, name);
            boolean isElsewhere = rig.ask(shard, new ReadRow(table.table(), name, List.of())) instanceof Misplaced;
            BeginObject request = new BeginObject(table.table(), name, NameRig.CONTENT, writer.ticket, 1);
            Reply reply = rig.ask(shard, request);
            assertTrue(isElsewhere ? reply instanceof Misplaced : reply instanceof ObjectBegun, reply.toString());
            elsewhere += isElsewhere ? 1 : 0;
        }
        requireSomeNotAll(elsewhere);
        for (Writer writer : writers) {
            writer.ticket = newTicket();
            writer.begun().end();
        }
        requireAllWhole();
    }
}
