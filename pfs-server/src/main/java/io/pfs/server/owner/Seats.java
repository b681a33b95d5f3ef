package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.server.remote.Tenure;
import java.util.Optional;
import java.util.function.Consumer;

/** The seats that a server serves: opened and closed while it runs. What comes of a call is told on the caller's loop, and never inside it. */
public interface Seats {
    /** How a seat is closed. */
    enum Closing {
        /** What is under way is finished, and nothing is left to be replayed. */
        IN_ORDER,
        /** Nothing more is written, and nothing answered: somebody else may have it. */
        AT_ONCE
    }

    /**
     * Opens a seat that is closed, recovers what is in it, and serves it while the tenure holds. Told is why that could not be, if it could not; then it is
     * closed. Refused with {@code EPOCH_PASSED} if it was open in this epoch or a later one.
     *
     * @param begun is told when that begins: it may wait for its turn before
     */
    void open(ServerId seat, Epoch epoch, Tenure tenure, Runnable begun, Consumer<Optional<PfsException>> told);

    /** Closes a seat that is open. If its tenure is lost while it closes in order, what is not done by then is left. */
    void close(ServerId seat, Closing closing, Runnable told);

    /** Whether what is asked of a seat is answered now: it is open, and has what it needs for that. */
    boolean answers(ServerId seat);

    /** How long a seat has kept this server busy, of the time of one thread, since it was opened: grows while it is open. */
    long busyNs(ServerId seat);

    /** Where all seats are has changed: clients and other servers are to know. */
    void seen(ClusterView view);
}
