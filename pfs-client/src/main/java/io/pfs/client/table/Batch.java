package io.pfs.client.table;

import io.pfs.PfsException;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests about many rows, in stretches that are sent together. Some stretches are on their way at once, so that neither side waits
 * for the other; not all of them, so that nobody runs full.
 */
final class Batch extends Repeating {
    private static final int ROWS_OF_STRETCH = 1024;
    private static final long BYTES_OF_STRETCH = 4 << 20;
    private static final int STRETCHES_AT_ONCE = 4;

    private final RowAccess rows;
    private final List<Part> parts;
    private final Outcome<Boolean> outcome;
    private int next;
    private int stretchesToEnd = STRETCHES_AT_ONCE;
    private boolean failed;

    /** One request of many. */
    interface Part {
        /** How many bytes travel with it or its answer, roughly. */
        long bytes();

        /** How many rows it is about. */
        int rows();

        /** The request; what came of it is noted before {@code finished} is run. */
        Ask ask(Runnable finished);
    }

    private Batch(RowAccess rows, List<Part> parts, Outcome<Boolean> outcome) {
        this.rows = rows;
        this.parts = parts;
        this.outcome = outcome;
    }

    /** Sends all of them; done when each has its answer, whatever that is. */
    static void start(RowAccess rows, List<Part> parts, Outcome<Boolean> outcome) {
        Batch batch = new Batch(rows, parts, outcome);
        for (int i = 0; i < STRETCHES_AT_ONCE; i++) {
            batch.again();
        }
    }

    /** A stretch begins, in place of one that has ended; or, if nothing is left, none does. */
    @Override
    protected void step() {
        if (next == parts.size() || failed) {
            stretchesToEnd--;
            if (stretchesToEnd == 0 && !failed) {
                outcome.done(true);
            }
            return;
        }
        try {
            send(next, endOfStretch());
        } catch (PfsException e) {
            failed = true;
            outcome.failed(e);
        }
    }

    private int endOfStretch() {
        int end = next;
        long bytes = 0;
        int rows = 0;
        while (end < parts.size() && rows < ROWS_OF_STRETCH && (end == next || bytes < BYTES_OF_STRETCH)) {
            bytes += parts.get(end).bytes();
            rows += parts.get(end).rows();
            end++;
        }
        return end;
    }

    private void send(int from, int end) {
        next = end;
        AtomicInteger open = new AtomicInteger(end - from);
        List<Ask> asks = new ArrayList<>(end - from);
        for (Part part : parts.subList(from, end)) {
            asks.add(part.ask(() -> {
                if (open.decrementAndGet() == 0) {
                    again();
                }
            }));
        }
        rows.send(asks);
    }
}
