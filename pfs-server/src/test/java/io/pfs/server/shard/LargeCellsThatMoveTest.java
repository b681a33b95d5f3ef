package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.ObjectSealed;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Large cells that are being written while their table grows over several servers, which do not know each other's objects. */
final class LargeCellsThatMoveTest {
    private static final int WRITERS = 16;
    private static final byte[] HALF = new byte[50_000];

    private final NameRig rig = new NameRig(2, UnaryOperator.identity());
    private final TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
    private final Placement placement = new Placement(NameRig.SHARDS);

    private static RowName name(int writer) {
        return RowName.of("large-" + writer);
    }

    private static ObjectTicket ticket(int writer) {
        return new ObjectTicket(17, writer);
    }

    private Reply ask(Request request, RowName name) {
        Reply reply = rig.ask(placement.shardOf(table, name), request);
        for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
            reply = rig.ask(placement.after(misplaced, table, name), request);
        }
        return reply;
    }

    private Reply begin(int writer) {
        return ask(new BeginObject(table.table(), name(writer), NameRig.CONTENT, ticket(writer), 1), name(writer));
    }

    private Reply write(int writer, long offset) {
        return ask(new WriteObject(table.table(), name(writer), ticket(writer), offset, HALF.clone()), name(writer));
    }

    private Reply end(int writer) {
        long bytes = 2L * HALF.length;
        Reply sealed = ask(new SealObject(table.table(), name(writer), ticket(writer), bytes), name(writer));
        if (!(sealed instanceof ObjectSealed)) {
            return sealed;
        }
        RowEdit edit = RowEdit.ofObject(new ObjectPut(NameRig.CONTENT, ticket(writer), bytes));
        return ask(new EditRow(table.table(), name(writer), Expected.ABSENT, NewRow.FILE, edit), name(writer));
    }

    private void grow(int round) {
        for (int row = 0; row < 90; row++) {
            RowName name = RowName.of("row-" + round + "-" + row);
            assertTrue(ask(NameRig.put(table, name.toString(), "small"), name) instanceof RowChanged);
        }
        rig.passTime();
    }

    private long cameFromAfar() {
        return rig.groups().stream()
                .mapToLong(group -> group.counters().slicesAdoptedFromAfar())
                .sum();
    }

    private void passLongTime() {
        for (int round = 0; round < 8; round++) {
            rig.tick(1_000);
            rig.passTime();
        }
    }

    @Test
    void whoWritesOneIsWaitedFor() {
        for (int writer = 0; writer < WRITERS; writer++) {
            assertEquals(new ObjectWritten(0), begin(writer));
            assertEquals(new ObjectWritten(HALF.length), write(writer, 0));
        }
        grow(0);
        for (int writer = 0; writer < WRITERS; writer++) {
            assertEquals(new ObjectWritten(2L * HALF.length), write(writer, HALF.length), "writer " + writer);
            assertTrue(end(writer) instanceof RowChanged, "writer " + writer);
        }
        assertEquals(0, cameFromAfar(), "no slice went to the other server meanwhile");
        passLongTime();
        grow(1);
        assertTrue(cameFromAfar() > 0, "when all are done, slices go");
        for (int writer = 0; writer < WRITERS; writer++) {
            ReadCell read = new ReadCell(table.table(), name(writer), NameRig.CONTENT, 0, 3 * HALF.length);
            CellFound found = (CellFound) ask(read, name(writer));
            assertEquals(2L * HALF.length, found.cellLength());
        }
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().miscounted()));
    }

    /** Who knows only where rows were before is told where an object has to be begun, whoever asks. */
    @Test
    void anObjectIsBegunWhereItsRowIs() {
        Placement before = new Placement(NameRig.SHARDS);
        grow(0);
        passLongTime();
        int elsewhere = 0;
        for (int writer = 0; writer < WRITERS; writer++) {
            RowName name = name(writer);
            ShardId shard = before.shardOf(table, name);
            boolean isElsewhere = rig.ask(shard, new ReadRow(table.table(), name, List.of())) instanceof Misplaced;
            BeginObject request = new BeginObject(table.table(), name, NameRig.CONTENT, ticket(writer), 1);
            Reply reply = rig.ask(shard, request);
            assertTrue(isElsewhere ? reply instanceof Misplaced : reply instanceof ObjectWritten, reply.toString());
            elsewhere += isElsewhere ? 1 : 0;
        }
        assertTrue(elsewhere > 0 && elsewhere < WRITERS, elsewhere + " are elsewhere");
        for (int writer = 0; writer < WRITERS; writer++) {
            assertEquals(new ObjectWritten(0), begin(writer));
            assertEquals(new ObjectWritten(HALF.length), write(writer, 0));
            assertEquals(new ObjectWritten(2L * HALF.length), write(writer, HALF.length));
            assertTrue(end(writer) instanceof RowChanged, "writer " + writer);
        }
    }

    /** Its rows are as they were, and whoever is told may write again. */
    @Test
    void butNotForWhoIsSilentNorForLong() {
        for (int writer = 0; writer < WRITERS; writer++) {
            begin(writer);
            write(writer, 0);
        }
        grow(0);
        rig.tick(1_500);
        for (int writer = 0; writer < WRITERS; writer += 2) {
            assertEquals(new ObjectWritten(HALF.length), write(writer, 0), "a copy shows that somebody is there");
        }
        rig.passTime();
        assertEquals(0, cameFromAfar());
        passLongTime();
        grow(1);
        assertTrue(cameFromAfar() > 0, "slices go");
        long lost = IntStream.range(0, WRITERS)
                .filter(writer -> NameRig.refusal(write(writer, HALF.length)) == ErrorCode.OBJECT_LOST)
                .count();
        assertTrue(lost > 0 && lost < WRITERS, "those in slices that went: " + lost);
    }
}
