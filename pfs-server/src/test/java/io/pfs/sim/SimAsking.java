package io.pfs.sim;

import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import java.util.function.Consumer;

/** How a program of the simulation asks of rows of its table, whatever servers there are. */
interface SimAsking {
    /** Asks until there is an answer that says what became of it. */
    void ask(Request request, Consumer<Reply> then);

    /** Whoever asked is not interested any more in what is under way. */
    void withdraw();

    /** Whether nothing is under way. */
    boolean isIdle();

    /** Does something a little later. */
    void later(long withinNs, Runnable task);
}
