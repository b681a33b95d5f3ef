package io.pfs.bench.load;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** One client of a connection, asked by callers each of which asks again when it was answered. */
public final class CallDriver {
    private final Connection connection;
    private final long client;
    private final ShardId shard;
    private long sequence = 1;

    /** @param shard that all requests are for */
    CallDriver(Connection connection, long client, ShardId shard) {
        this.connection = connection;
        this.client = client;
        this.shard = shard;
    }

    /** Asks one thing and waits. */
    public Reply ask(Request request) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        connection.send(List.of(call(sequence++, 0, request, answer::complete)));
        return answer.join();
    }

    private Call call(long id, long lowestOpen, Request request, Reply.Sink sink) {
        Envelope envelope = new Envelope(new RequestId(client, 0, id), lowestOpen, shard, request);
        return new Call(envelope, Long.MAX_VALUE, sink);
    }

    /** The id that the next request gets. */
    public long nextId() {
        return sequence;
    }

    /**
     * Has {@code callers} callers ask {@code calls} times in all, each of them again when it was answered; returns when all
     * were answered.
     *
     * @param requests gets the number of the request, which is one more than that of the one before
     */
    public void round(int callers, int calls, LongFunction<Request> requests) {
        begin(callers, calls, requests).await();
    }

    /** The same, without waiting for the answers. */
    public Round begin(int callers, int calls, LongFunction<Request> requests) {
        long first = sequence;
        sequence += calls;
        Round round = new Round(first, calls, requests);
        for (int caller = 0; caller < Math.min(callers, calls); caller++) {
            round.ask();
        }
        return round;
    }

    /** Some calls that are under way. */
    public final class Round {
        private final long first;
        private final int calls;
        private final LongFunction<Request> requests;
        private final AtomicLong next = new AtomicLong();
        private final CountDownLatch open;
        /** Which requests were answered; all below {@link #lowestOpen} were. Answers come on one thread. */
        private final BitSet answered = new BitSet();

        private volatile int lowestOpen;
        private volatile Optional<Refused> failure = Optional.empty();

        private Round(long first, int calls, LongFunction<Request> requests) {
            this.first = first;
            this.calls = calls;
            this.requests = requests;
            this.open = new CountDownLatch(calls);
        }

        private void ask() {
            long nth = next.getAndIncrement();
            if (nth < calls) {
                send((int) nth, first + lowestOpen, requests.apply(first + nth));
            }
        }

        private void send(int nth, long lowest, Request request) {
            connection.send(
                    List.of(call(first + nth, lowest, request, reply -> answered(nth, lowest, request, reply))));
        }

        /** One that can't be served now, since storage is behind, is asked again a little later, as clients do. */
        private void answered(int nth, long lowest, Request request, Reply reply) {
            if (reply instanceof Refused refused && refused.code() == ErrorCode.BUSY) {
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(() -> send(nth, lowest, request));
                return;
            }
            if (reply instanceof Refused refused) {
                giveUp(refused);
                return;
            }
            answered.set(nth);
            lowestOpen = answered.nextClearBit(lowestOpen);
            ask();
            open.countDown();
        }

        private void giveUp(Refused refused) {
            failure = Optional.of(refused);
            while (open.getCount() > 0) {
                open.countDown();
            }
        }

        /** Returns when all are answered. */
        public void await() {
            try {
                open.await();
                failure.ifPresent(refused -> {
                    throw new IllegalStateException("the benchmark is wrong: refused: " + refused);
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
