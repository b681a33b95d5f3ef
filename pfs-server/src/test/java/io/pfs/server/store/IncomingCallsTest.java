package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.system.LoopThread;
import io.pfs.env.system.SystemClock;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class IncomingCallsTest {
    private static final int CALLS = 200;

    private final Queue<Long> served = new ConcurrentLinkedQueue<>();
    private final Queue<Long> refused = new ConcurrentLinkedQueue<>();
    private final AtomicInteger together = new AtomicInteger();
    private final CountDownLatch died = new CountDownLatch(1);
    private final CountDownLatch all = new CountDownLatch(CALLS);
    private final LoopThread loop = new LoopThread("test-loop", new SystemClock(), () -> {}, cause -> died.countDown());

    /** Serves all but one, which has the loop end. */
    private IncomingCalls calls(long deadly) {
        return new IncomingCalls(loop, new IncomingCalls.Server() {
            @Override
            public void expect(List<Call> calls) {
                assertTrue(calls.size() <= 64, "others come between");
            }

            @Override
            public void serve(Call call) {
                if (sequence(call) == deadly) {
                    throw new IllegalStateException("stands for a mistake of ours");
                }
                served.add(sequence(call));
                all.countDown();
            }

            @Override
            public void served() {
                together.incrementAndGet();
            }

            @Override
            public void refuse(Call call) {
                refused.add(sequence(call));
            }
        });
    }

    private static long sequence(Call call) {
        return call.envelope().id().sequence();
    }

    private static List<Call> one(long sequence) {
        ShardId shard = new ShardId(0);
        ReadRow read = new ReadRow(TableId.of(shard, 1), RowName.of("x"), List.of());
        return List.of(
                new Call(new Envelope(new RequestId(1, 1, sequence), 0, shard, read), Long.MAX_VALUE, reply -> {}));
    }

    @Test
    void theyAreServedInTheirOrder() throws InterruptedException {
        IncomingCalls calls = calls(-1);
        for (long i = 0; i < CALLS; i++) {
            calls.add(one(i));
        }
        loop.start();
        assertTrue(all.await(30, TimeUnit.SECONDS));
        List<Long> order = new ArrayList<>(served);
        assertEquals(order.stream().sorted().toList(), order);
        loop.close();
        assertEquals(4, together.get(), "200 come as 64, 64, 64 and 8");
    }

    @Test
    void whenTheLoopEndsNobodyIsForgotten() throws InterruptedException {
        IncomingCalls calls = calls(10);
        for (long i = 0; i < CALLS; i++) {
            calls.add(one(i));
        }
        loop.start();
        assertTrue(died.await(30, TimeUnit.SECONDS));
        loop.close();
        assertEquals(CALLS - 1, served.size() + refused.size(), "all but the one that had it end");
        calls.add(one(1_000));
        calls.add(one(1_001));
        assertTrue(refused.containsAll(List.of(1_000L, 1_001L)), refused.toString());
    }

    /** Calls of a link's thread, which has nothing else to do. */
    private static List<Call> served(int count) {
        Reply.Sink sink = new Reply.Sink() {
            @Override
            public void answer(Reply reply) {}

            @Override
            public boolean isServedHere() {
                return true;
            }
        };
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Call call = one(i).get(0);
            calls.add(new Call(call.envelope(), call.deadlineNs(), sink));
        }
        return calls;
    }

    private Thread server(List<Call> brought) throws Exception {
        CompletableFuture<Thread> by = new CompletableFuture<>();
        IncomingCalls calls = new IncomingCalls(loop, new IncomingCalls.Server() {
            @Override
            public void expect(List<Call> expected) {
                by.complete(Thread.currentThread());
            }

            @Override
            public void serve(Call call) {}

            @Override
            public void served() {}

            @Override
            public void refuse(Call call) {}
        });
        calls.add(brought);
        return by.get(30, TimeUnit.SECONDS);
    }

    /** The loop's own thread has the turn for moments only. */
    @Test
    void aFewAreServedByWhoBringsThem() throws Exception {
        loop.start();
        Thread by = server(served(64));
        for (int tries = 0; by != Thread.currentThread() && tries < 100_000; tries++) {
            by = server(served(64));
        }
        assertSame(Thread.currentThread(), by);
        loop.close();
    }

    @Test
    void manyAndThoseOfOtherThreadsAreServedByTheLoops() throws Exception {
        loop.start();
        for (int i = 0; i < 1_000; i++) {
            assertNotSame(Thread.currentThread(), server(served(65)));
            assertNotSame(Thread.currentThread(), server(one(1)));
        }
        loop.close();
    }
}
