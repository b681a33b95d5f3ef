package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RepliesTest {
    private final Replies replies = new Replies(4);
    private long order;

    @Test
    void aRepeatedRequestFindsItsReply() {
        add(kept(1, 10, 10, 0, 'a'));
        add(kept(2, 10, 10, 0, 'b'));
        assertArrayEquals(new byte[] {'a'}, replies.find(id(1, 10)).orElseThrow());
        assertArrayEquals(new byte[] {'b'}, replies.find(id(2, 10)).orElseThrow());
        assertTrue(replies.find(id(1, 11)).isEmpty(), "another request");
        assertTrue(replies.find(id(3, 10)).isEmpty(), "another client");
    }

    @Test
    void aReplyIsKeptOnce() {
        add(kept(1, 10, 10, 0, 'a'));
        add(kept(1, 10, 10, 0, 'a'));
        assertEquals(1, replies.count());
    }

    @Test
    void dropsWhatTheClientNoLongerWaitsFor() {
        add(kept(1, 10, 10, 0, 'a'));
        add(kept(1, 11, 10, 0, 'b'));
        add(kept(2, 3, 1, 0, 'c'));
        add(kept(1, 12, 11, 0, 'd'));
        assertEquals(List.of(id(1, 11), id(1, 12), id(2, 3)), requests(replies));
        add(kept(1, 5, 11, 0, 'e'));
        assertTrue(replies.find(id(1, 5)).isEmpty(), "nobody waits for it");
        replies.drop(id(2, 3));
        assertEquals(List.of(id(1, 11), id(1, 12)), requests(replies));
    }

    @Test
    void dropsThoseThatWereAnswered() {
        add(kept(1, 10, 10, 0, 'a'));
        add(kept(1, 11, 10, 0, 'b'));
        add(kept(2, 3, 1, 0, 'c'));
        replies.drop(id(2, 4));
        replies.dropAll(request -> request.sequence() < 11);
        assertEquals(List.of(id(1, 11)), requests(replies));
        assertArrayEquals(new byte[] {'b'}, replies.find(id(1, 11)).orElseThrow());
    }

    @Test
    void theOldestGoesWhenThereAreTooMany() {
        long[] orders = {500, 300, 400, 600, 700};
        for (int i = 0; i < orders.length; i++) {
            replies.add(kept(i, 1, 0, 1_000 - orders[i], 'x'), orders[i]);
        }
        assertEquals(List.of(id(0, 1), id(2, 1), id(3, 1), id(4, 1)), requests(replies), "whatever the clock said");
    }

    /** An image may be behind: what its client no longer waits for does not come back with it. */
    @Test
    void aReplyThatWasDroppedStaysSo() {
        add(kept(1, 12, 11, 0, 'd'));
        add(kept(1, 10, 10, 0, 'a'));
        assertEquals(List.of(id(1, 12)), requests(replies));
    }

    @Test
    void aSilentClientIsForgotten() {
        add(kept(1, 1, 0, 1_000, 'a'));
        add(kept(1, 2, 0, 2_000, 'b'));
        add(kept(2, 1, 0, 1_000, 'c'));
        replies.expire(1_000 + Limits.REPLY_KEPT_MILLIS, client -> false);
        assertEquals(3, replies.count(), "not yet silent for longer than that");
        replies.expire(1_001 + Limits.REPLY_KEPT_MILLIS, client -> false);
        assertEquals(List.of(id(1, 1), id(1, 2)), requests(replies), "client 1 was heard of later");
        replies.expire(0, client -> false);
        assertEquals(2, replies.count(), "a clock that jumps back drops nothing");
        replies.expire(3_000 + Limits.REPLY_KEPT_MILLIS, client -> true);
        assertEquals(2, replies.count(), "who was heard of otherwise is not silent");
        replies.expire(3_000 + Limits.REPLY_KEPT_MILLIS, client -> false);
        assertEquals(0, replies.count());
    }

    @Test
    void aSplitDividesThemByHash() {
        Replies many = new Replies(1_000);
        for (int i = 0; i < 256; i++) {
            RequestId id = id(i % 5, i);
            many.add(new Replies.Kept(id, 0, i, 0, i, new byte[] {(byte) i}));
        }
        Replies upper = many.split(3);
        assertEquals(128, many.count());
        assertEquals(128, upper.count());
        assertTrue(many.inOrder().stream().allMatch(kept -> (kept.nameHash() & 8) == 0), "lower half");
        assertTrue(upper.inOrder().stream().allMatch(kept -> (kept.nameHash() & 8) != 0), "upper half");
    }

    /** Unsigned by client, then by sequence, whatever the order in which they came. */
    @Test
    void theirOrderIsTheSameForTheSameReplies() {
        Seeds.each("RepliesTest#theirOrderIsTheSameForTheSameReplies", 20, seed -> {
            Random random = new Random(seed);
            List<Replies.Kept> all = new ArrayList<>();
            LongStream.of(-1, 0, 1, Long.MIN_VALUE, Long.MAX_VALUE).forEach(client -> {
                for (int i = 0; i < 5; i++) {
                    all.add(new Replies.Kept(id(client, i), 0, 0, 0, random.nextInt(3), new byte[0]));
                }
            });
            List<List<RequestId>> orders = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                java.util.Collections.shuffle(all, random);
                Replies some = new Replies(17);
                all.forEach(some::add);
                orders.add(requests(some));
            }
            assertEquals(17, orders.get(0).size());
            assertEquals(orders.get(0), orders.get(1));
            assertEquals(orders.get(0), orders.get(2));
            Comparator<RequestId> expected = Comparator.<RequestId, Long>comparing(
                            RequestId::clientHigh, Long::compareUnsigned)
                    .thenComparingLong(RequestId::sequence);
            assertEquals(orders.get(0).stream().sorted(expected).toList(), orders.get(0));
        });
    }

    @Test
    void theirMemoryIsGivenBack() {
        long before = replies.memoryBytes();
        add(new ReplyKept(id(1, 10), 10, new TableId(1), 0, 0, new byte[1_000]));
        assertFalse(replies.memoryBytes() <= before, "a reply takes memory");
        replies.drop(id(1, 10));
        assertEquals(before, replies.memoryBytes());
    }

    private void add(ReplyKept kept) {
        order++;
        replies.add(kept, order);
    }

    private static ReplyKept kept(long client, long sequence, long lowestOpen, long wallMillis, char reply) {
        return new ReplyKept(
                id(client, sequence), lowestOpen, new TableId(1), 0, wallMillis, new byte[] {(byte) reply});
    }

    private static RequestId id(long client, long sequence) {
        return new RequestId(client, client, sequence);
    }

    private static List<RequestId> requests(Replies replies) {
        return replies.inOrder().stream().map(Replies.Kept::request).toList();
    }
}
