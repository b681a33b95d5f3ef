package io.pfs.bench.whole;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import org.jspecify.annotations.Nullable;

/** Links that take in so much a second: after each frame they read nothing for as long as its bytes should have taken. */
record SlowNetwork(Network inner, long bytesPerSecond) implements Network {
    private static final long SECOND_NS = 1_000_000_000L;

    @Override
    public void connect(Address address, LinkHandler handler) {
        inner.connect(address, new SlowHandler(handler));
    }

    @Override
    public Listening listen(Address address, Entrance entrance) {
        return inner.listen(address, host -> new SlowHandler(entrance.admit(host)));
    }

    @Override
    public void close() {
        inner.close();
    }

    private final class SlowHandler implements LinkHandler {
        private final LinkHandler handler;
        private @Nullable Link link;
        /** Bytes that came and were not paid for by a pause yet. */
        private long owedBytes;

        private boolean isPausing;

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
            owedBytes += body.remaining();
            Link open = link;
            if (open != null && !isPausing) {
                pause(open);
            }
            handler.received(body);
        }

        private void pause(Link open) {
            isPausing = true;
            open.read(false);
            long pauseNs = owedBytes * SECOND_NS / bytesPerSecond;
            owedBytes = 0;
            open.timers().after(pauseNs, () -> {
                isPausing = false;
                if (owedBytes > 0) {
                    pause(open);
                } else {
                    open.read(true);
                }
            });
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
