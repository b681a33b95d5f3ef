package io.pfs.net;

import io.pfs.env.Timers;
import io.pfs.format.ByteWriter;

/**
 * One connection, below what it is used for: frames go over it in order, or it ends. All but {@link #execute} is for the
 * link's own thread.
 */
public interface Link {
    /** Takes a whole frame; its bytes are copied. Nothing leaves before {@link #flush}. */
    void send(ByteWriter frame);

    /** Lets go what was sent. */
    void flush();

    /** Whether little enough waits to leave that more may be sent. Who finds it false hears of it when that changes. */
    boolean isWritable();

    /** Whether frames are taken in; else the other side comes to a halt, sooner or later. */
    void read(boolean wanted);

    /** From now on frames may be longer, as the other side is known. */
    void welcome();

    /** Has something run on the link's thread; says whether it will be: not once that has ended. From any thread. */
    boolean execute(Runnable task);

    Timers timers();

    /** Ends it once what was sent has left. */
    void close();

    /** The other side, for people. */
    String peer();
}
