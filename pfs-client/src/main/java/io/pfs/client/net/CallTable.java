package io.pfs.client.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.Call;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for their answers, each under a number. A number is used again once its answer has come, not before:
 * so a call that nobody waits for any more keeps it.
 */
final class CallTable {
    private static final int CAPACITY = 64;

    private final int max;
    private @Nullable Sent[] sent = new Sent[CAPACITY];
    private int[] free = new int[CAPACITY];
    private int freeCount;
    private int used;
    private long bytes;

    /** A call that was sent, and with how many bytes. */
    private static final class Sent {
        private final Call call;
        private final int bytes;
        private boolean isGivenUp;

        Sent(Call call, int bytes) {
            this.call = call;
            this.bytes = bytes;
        }
    }

    CallTable(int max) {
        this.max = max;
    }

    boolean isFull() {
        return freeCount == 0 && used == max;
    }

    /** Whether every answer has come. */
    boolean isEmpty() {
        return freeCount == used;
    }

    /** How many bytes were sent for those that wait. */
    long bytes() {
        return bytes;
    }

    /** The number that the next call gets; the table must not be full. */
    int next() {
        return freeCount > 0 ? free[freeCount - 1] : used;
    }

    /** A call was sent under the next number. */
    void add(Call call, int bytesSent) {
        int number = next();
        if (freeCount > 0) {
            freeCount--;
        } else {
            reserve(++used);
        }
        sent[number] = new Sent(call, bytesSent);
        bytes += bytesSent;
    }

    private void reserve(int count) {
        if (count > sent.length) {
            int capacity = Math.max(count, Math.min(max, 2 * sent.length));
            sent = Arrays.copyOf(sent, capacity);
            free = Arrays.copyOf(free, capacity);
        }
    }

    /** The call whose answer has come; empty if nobody waits for it any more. */
    Optional<Call> remove(int number) {
        Sent done = number >= 0 && number < used ? sent[number] : null;
        if (done == null) {
            throw new PfsException(
                    ErrorCode.PROTOCOL_BROKEN, "an answer to call " + number + " came, but there is no such call");
        }
        sent[number] = null;
        free[freeCount++] = number;
        bytes -= done.bytes;
        return done.isGivenUp ? Optional.empty() : Optional.of(done.call);
    }

    /** Gives up calls whose deadline is over, each of which is told. */
    void giveUpBefore(long nowNs, Consumer<Call> each) {
        for (int i = 0; i < used; i++) {
            Sent waiting = sent[i];
            if (waiting != null && !waiting.isGivenUp && waiting.call.deadlineNs() - nowNs < 0) {
                waiting.isGivenUp = true;
                each.accept(waiting.call);
            }
        }
    }

    /** Gives up all calls, each of which is told. */
    void giveUp(Consumer<Call> each) {
        for (int i = 0; i < used; i++) {
            Sent waiting = sent[i];
            if (waiting != null && !waiting.isGivenUp) {
                waiting.isGivenUp = true;
                each.accept(waiting.call);
            }
        }
    }
}
