package io.pfs.net;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;

/** Who uses a link. All of it is called on the link's thread. */
public interface LinkHandler {
    /** Frames can be sent from now on. */
    void opened(Link link);

    /** Here is a frame: valid until this returns. What it throws ends the link, and is said to the other side. */
    void received(ByteReader body);

    /** All that came together was received. */
    void caughtUp();

    /** More may be sent. */
    void writable();

    /**
     * It has ended, or never came to be; nothing else is called any more.
     *
     * @param cause in words for people
     */
    void closed(PfsException cause);
}
