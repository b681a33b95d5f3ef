package io.pfs.net;

import java.util.function.Supplier;

/** Makes links. */
public interface Network extends AutoCloseable {
    /** Connects; the handler hears of it, or of why not. */
    void connect(Address address, LinkHandler handler);

    /**
     * Listens until it is closed, and refuses at once if it can't.
     *
     * @param handlers makes one for each link that comes
     */
    Listening listen(Address address, Supplier<LinkHandler> handlers);

    /** Ends all links, and waits for that. */
    @Override
    void close();

    /** A place where links arrive. */
    interface Listening extends AutoCloseable {
        /** Where it is: with the port that was found, if any was asked for by a 0. */
        Address address();

        /** No more links arrive. Those that did go on. */
        @Override
        void close();
    }
}
