package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.server.state.TableState;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replies stand with rows as long as their clients may ask again, and no longer. */
final class OpenRepliesTest {
    private static final int ROWS = 60;
    /** Another than that of the rig, which tells with each request that it has all earlier answers. */
    private static final long CLIENT = 7;

    private final ShardRig rig = new ShardRig().open();

    @BeforeEach
    void aTable() {
        rig.makeTable(0);
    }

    private TableState table() {
        return rig.group().shard(new ShardId(0)).state().tables().find(rig.table(0));
    }

    private int replies() {
        int[] count = {0};
        table().forEachSlice(slice -> count[0] += slice.target().replyCount());
        return count[0];
    }

    private Reply ask(long sequence, long lowestOpen, Request request) {
        RequestId id = new RequestId(CLIENT, 0, sequence);
        List<Reply> replies = new ArrayList<>();
        rig.group().submit(new Envelope(id, lowestOpen, rig.table(0).maker(), request), replies::add);
        rig.runUntilIdle();
        return replies.get(0);
    }

    @Test
    void thoseThatTheirClientHasAreLetGoOf() {
        rig.create(0, 0, ROWS);
        assertTrue(table().sliceCount() > 4, "names went to many slices");
        assertTrue(replies() <= 2, replies() + " replies are left");
    }

    @Test
    void thoseThatItMayAskForAgainStay() {
        Reply first = ask(1, 1, rig.create(0, 0));
        assertInstanceOf(RowChanged.class, first);
        for (int i = 1; i < ROWS; i++) {
            ask(1 + i, 1, rig.create(0, i));
        }
        assertTrue(replies() >= 4, replies() + " replies are left");
        assertEquals(first, ask(1, 1, rig.create(0, 0)), "asked again");
        rig.checkpoint();
        rig.open();
        assertEquals(first, ask(1, 1, rig.create(0, 0)), "asked again after a restart");
    }

    @Test
    void whoIsSlowToTellIsNotInTheWayOfOthers() {
        ask(1, 1, rig.create(0, ROWS));
        rig.create(0, 0, ROWS);
        assertTrue(table().sliceCount() > 8, "names went to many slices");
        assertTrue(replies() <= 5, replies() + " replies are left");
        assertInstanceOf(RowChanged.class, ask(1, 1, rig.create(0, ROWS)));
    }

    /** After a restart nobody has them in view; who makes an image of the slice sees them. */
    @Test
    void thoseOfAnEarlierLifeGoWithTheNextImage() {
        for (int i = 0; i < ROWS; i++) {
            ask(1 + i, 1, rig.create(0, i));
        }
        rig.checkpoint();
        rig.open();
        ask(1 + ROWS, 1 + ROWS, rig.create(0, ROWS));
        for (int i = ROWS + 1; i < 6 * ROWS; i++) {
            rig.ask(rig.create(0, i));
        }
        rig.checkpoint();
        rig.open();
        table().forEachSlice(slice ->
                assertTrue(slice.stored().orElseThrow().rowCount() > 0, "it is on storage: " + slice.key()));
        assertEquals(List.of(1L + ROWS), storedOfClient());
    }

    private List<Long> storedOfClient() {
        List<Long> sequences = new ArrayList<>();
        table().forEachSlice(rig.group().loader()::loadNow);
        table().forEachSlice(slice -> slice.loaded().replies().inOrder().stream()
                .filter(kept -> kept.request().clientHigh() == CLIENT)
                .forEach(kept -> sequences.add(kept.request().sequence())));
        return sequences;
    }
}
