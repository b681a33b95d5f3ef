package io.pfs.client.local;

import java.util.concurrent.atomic.LongAdder;

/** Counts what was read here, from any thread. */
final class Counts {
    private final LongAdder cells = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder askedAgain = new LongAdder();

    void read(long someCells, long someBytes) {
        cells.add(someCells);
        bytes.add(someBytes);
    }

    void askedAgain() {
        askedAgain.increment();
    }

    LocalReadCounts now() {
        return new LocalReadCounts(cells.sum(), bytes.sum(), askedAgain.sum());
    }
}
