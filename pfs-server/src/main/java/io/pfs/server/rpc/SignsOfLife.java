package io.pfs.server.rpc;

import io.pfs.env.Timers.Timer;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Link;

/**
 * Tells a client that the server is there: when it asks, and now and then while nothing is read from it, as then nobody hears it ask. For
 * the link's thread.
 */
final class SignsOfLife {
    /** Sooner than a client asks to which nothing was said. */
    private static final long UNREAD_NS = 4_000_000_000L;

    private final Link link;
    private boolean isRead = true;
    private boolean isWaiting;
    private Timer next = () -> {};

    SignsOfLife(Link link) {
        this.link = link;
    }

    /** Whether what the client sends is read from now on. */
    void read(boolean nowRead) {
        isRead = nowRead;
        if (!isRead && !isWaiting) {
            isWaiting = true;
            next = link.timers().after(UNREAD_NS, this::look);
        }
    }

    /** Mostly it was read again long since: this is looked at only here, since it changes all the time on a busy server. */
    private void look() {
        isWaiting = false;
        if (!isRead) {
            give();
            read(false);
        }
    }

    void give() {
        if (link.isWritable()) { // or who never reads would have us keep a sign for each ping
            link.send(Frame.end(Frame.begin(new ByteWriter(Frame.HEADER_BYTES + 1), FrameKind.PONG)));
            link.flush();
        }
    }

    /** The connection has ended. */
    void end() {
        next.cancel(); // or it would keep all of the session until it rings
        isRead = true;
    }
}
