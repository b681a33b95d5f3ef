package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.env.FaultPoints;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A record that is durable and can't be applied: from there on every answer could be wrong, so there are none. */
final class ShardStopTest {
    private final ShardRig rig = new ShardRig().open();
    private final List<Reply> replies = new ArrayList<>();
    private final FaultPoints nothingCanBeApplied = name -> name.equals("record.apply");

    @BeforeEach
    void makeTables() {
        rig.makeTables();
    }

    /** Asks as the first request of a client of its own; returns which of the replies is its. */
    private void submit(int client, Request request) {
        Envelope envelope =
                new Envelope(new RequestId(client, 7, 1), 1, request.table().maker(), request);
        replies.add(new Refused(ErrorCode.BUSY, "not answered"));
        int at = replies.size() - 1;
        rig.group().submit(envelope, reply -> replies.set(at, reply));
    }

    private List<ErrorCode> refusals() {
        return replies.stream().map(ShardRig::refusal).toList();
    }

    @Test
    void nobodyIsAnsweredFromAStateThatLacksADurableRecord() {
        rig.create(0, 5, 6);
        rig.faultPoints = nothingCanBeApplied;
        submit(1, rig.create(0, 1));
        submit(2, rig.read(0, 1));
        submit(3, rig.create(1, 1));
        submit(4, rig.read(1, 1));
        rig.runUntilIdle();
        submit(5, rig.read(0, 5));
        assertEquals(
                List.of(
                        ErrorCode.UNKNOWN_OUTCOME,
                        ErrorCode.CLOSED,
                        ErrorCode.UNKNOWN_OUTCOME,
                        ErrorCode.CLOSED,
                        ErrorCode.CLOSED),
                refusals());
        String why = replies.get(4).toString();
        assertTrue(why.contains("record 1:5 of shard-0"), why);
    }

    @Test
    void aRestartFindsTheRecordAndAnswersAsAlways() {
        rig.faultPoints = nothingCanBeApplied;
        submit(1, rig.create(0, 1));
        submit(2, rig.create(1, 2));
        rig.runUntilIdle();
        rig.faultPoints = FaultPoints.NONE;
        rig.open();
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, 1)));
        submit(2, rig.create(1, 2));
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, replies.get(2), "the same request gets the answer of then");
    }

    @Test
    void whoWaitsForASliceToBeLoadedIsRefusedToo() {
        rig.create(0, 1, 2);
        rig.checkpoint();
        rig.open();
        rig.faultPoints = nothingCanBeApplied;
        submit(1, rig.create(1, 9));
        rig.group().commit();
        submit(2, rig.read(0, 1));
        rig.runUntilIdle();
        assertEquals(List.of(ErrorCode.UNKNOWN_OUTCOME, ErrorCode.CLOSED), refusals());
    }

    /** A checkpoint of what lacks a record would be worth nothing, and its file is named by none. */
    @Test
    void noCheckpointIsWrittenAnyMore() {
        rig.create(0, 0, 5);
        rig.faultPoints = nothingCanBeApplied;
        submit(1, rig.create(0, 9));
        rig.runUntilIdle();
        List<String> before = rig.poolDisk.list();
        rig.checkpoint();
        assertEquals(before, rig.poolDisk.list());
        assertEquals(0, rig.group().counters().checkpointsCounted());
    }
}
