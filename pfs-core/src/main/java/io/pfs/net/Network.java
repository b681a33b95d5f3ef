package io.pfs.net;

import java.util.function.Supplier;

/** Makes links. */
public interface Network extends AutoCloseable {
    /** Connects; the handler hears of it, or of why not. */
    void connect(Address address, LinkHandler handler);

    /**
     * Listens until it is closed, and refuses at once if it can't.
     *
     * @param entrance decides about each link that comes
     */
    Listening listen(Address address, Entrance entrance);

    /** The same for who takes every link. */
    default Listening listen(Address address, Supplier<LinkHandler> handlers) {
        return listen(address, host -> handlers.get());
    }

    /** Ends all links, and waits for that. */
    @Override
    void close();

    /** Who lets links in. */
    @FunctionalInterface
    interface Entrance {
        /**
         * Who hears of a link that has come, and of its end, whether it is opened before or not. What it throws ends the link, and is said to the
         * other side if nothing more has to be known of it for that. Any thread.
         *
         * @param host from where it comes, as a number; of many hosts if they have one in common
         */
        LinkHandler admit(String host);
    }

    /** A place where links arrive. */
    interface Listening extends AutoCloseable {
        /** Where it is: with the port that was found, if any was asked for by a 0. */
        Address address();

        /** No more links arrive. Those that did go on. */
        @Override
        void close();
    }
}
