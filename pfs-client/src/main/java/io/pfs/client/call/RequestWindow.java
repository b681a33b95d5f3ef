package io.pfs.client.call;

import io.pfs.Check;
import io.pfs.RequestId;
import java.util.OptionalLong;

/**
 * The requests that go under one name to servers, by their sequences: which are open, that is, wait for an answer. The lowest open one
 * travels with each request, and tells servers what they may forget.
 */
final class RequestWindow {
    private final long clientHigh;
    private final long clientLow;
    /** One bit for each sequence from {@code lowest} to {@code next}, in a ring of words that none shares: set when answered. */
    private long[] answered = new long[4];

    private long lowest = 1;
    private long next = 1;

    RequestWindow(long clientHigh, long clientLow) {
        this.clientHigh = clientHigh;
        this.clientLow = clientLow;
    }

    RequestId id(long sequence) {
        return new RequestId(clientHigh, clientLow, sequence);
    }

    /**
     * Opens one and returns it, if no more than this would lie between the lowest that is open and the last: a server keeps only so
     * many answers in case they are asked for again.
     */
    synchronized OptionalLong openWithin(int max) {
        return next - lowest < max ? OptionalLong.of(open()) : OptionalLong.empty();
    }

    /** Opens one more, however many there are. */
    synchronized long open() {
        long opened = next;
        next++;
        if ((opened >>> 6) - (lowest >>> 6) >= answered.length) {
            grow();
        }
        return opened;
    }

    synchronized void close(long sequence) {
        Check.that(
                sequence >= lowest && sequence < next && !isAnswered(sequence), "an open request is closed", sequence);
        flip(sequence);
        while (lowest < next && isAnswered(lowest)) {
            flip(lowest);
            lowest++;
        }
    }

    /** The lowest that is open; if none is, the one that comes next. */
    synchronized long lowestOpen() {
        return lowest;
    }

    private boolean isAnswered(long sequence) {
        return (answered[word(sequence)] & 1L << sequence) != 0;
    }

    private void flip(long sequence) {
        answered[word(sequence)] ^= 1L << sequence;
    }

    private int word(long sequence) {
        return (int) (sequence >>> 6) & (answered.length - 1);
    }

    private void grow() {
        long[] before = answered;
        answered = new long[before.length * 2];
        for (long block = lowest >>> 6; block < (lowest >>> 6) + before.length; block++) {
            answered[(int) block & (answered.length - 1)] = before[(int) block & (before.length - 1)];
        }
    }
}
