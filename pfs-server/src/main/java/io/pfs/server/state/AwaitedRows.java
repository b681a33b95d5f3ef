package io.pfs.server.state;

import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The rows of a slice that are being loaded: who waits for them, and for what of them. */
final class AwaitedRows {
    static final long[] NONE_SOUGHT = {};

    private final List<Consumer<Optional<PfsException>>> waiters = new ArrayList<>(2);
    /** Whether anybody wants more than to know whether some names are there. */
    private boolean areAllWanted;
    /** Whether any asks for the answer to a request, which stands behind the rows. */
    private boolean isRequestSought;

    private long[] sought = NONE_SOUGHT;

    /** This is all that is asked. A hash as filters know it. */
    void seek(long filterHash, boolean isName) {
        isRequestSought |= !isName;
        sought = Arrays.copyOf(sought, sought.length + 1);
        sought[sought.length - 1] = filterHash;
    }

    /** The rows themselves are wanted. */
    void wantAll() {
        areAllWanted = true;
    }

    /** All that is asked, if that is only whether some names and requests are known there. */
    long[] sought() {
        return areAllWanted ? NONE_SOUGHT : sought;
    }

    boolean isRequestSought() {
        return isRequestSought;
    }

    /**
     * Calls {@code waiter} when loading has ended, with what went wrong if it did; says whether it is the first, who has to see to it that it
     * begins.
     */
    boolean await(Consumer<Optional<PfsException>> waiter) {
        waiters.add(waiter);
        return waiters.size() == 1;
    }

    List<Consumer<Optional<PfsException>>> waiters() {
        return waiters;
    }
}
