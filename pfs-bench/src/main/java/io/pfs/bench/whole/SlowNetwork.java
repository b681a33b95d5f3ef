package io.pfs.bench.whole;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Links that take in little at a time: after each so many bytes they read nothing for a while. */
record SlowNetwork(Network inner, int bytesAtOnce, long pauseNs) implements Network {
    @Override
    public void connect(Address address, LinkHandler handler) {
        inner.connect(address, new SlowHandler(handler));
    }

    @Override
    public Listening listen(Address address, Supplier<LinkHandler> handlers) {
        return inner.listen(address, () -> new SlowHandler(handlers.get()));
    }

    @Override
    public void close() {
        inner.close();
    }

    private final class SlowHandler implements LinkHandler {
        private final LinkHandler handler;
        private @Nullable Link link;
        private int came;

        SlowHandler(LinkHandler handler) {
            this.handler = handler;
        }

        @Override
        public void opened(Link opened) {
            link = opened;
            handler.opened(opened);
        }

        @Override
        public void received(ByteReader body) {
            came += body.remaining();
            Link open = link;
            if (came >= bytesAtOnce && open != null) {
                came = 0;
                open.read(false);
                open.timers().after(pauseNs, () -> open.read(true));
            }
            handler.received(body);
        }

        @Override
        public void caughtUp() {
            handler.caughtUp();
        }

        @Override
        public void writable() {
            handler.writable();
        }

        @Override
        public void closed(PfsException cause) {
            handler.closed(cause);
        }
    }
}
