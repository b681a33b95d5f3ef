package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.table.Table;
import io.pfs.env.Timers;
import io.pfs.env.system.SleeplessClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that no memory was left for when it was to be sent. */
final class UnsentCallTest {
    private static final int LARGE_BYTES = 100_000;

    private final AtomicInteger failures = new AtomicInteger();

    @TempDir
    private Path folder;

    /** Has no memory for a large frame while there are failures left. */
    private final class PoorLink implements Link {
        private final Link link;

        PoorLink(Link link) {
            this.link = link;
        }

        @Override
        public void send(ByteWriter frame) {
            if (frame.totalLength() > LARGE_BYTES / 2 && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("for a frame");
            }
            link.send(frame);
        }

        @Override
        public void flush() {
            link.flush();
        }

        @Override
        public boolean isWritable() {
            return link.isWritable();
        }

        @Override
        public void read(boolean wanted) {
            link.read(wanted);
        }

        @Override
        public void welcome() {
            link.welcome();
        }

        @Override
        public boolean execute(Runnable task) {
            return link.execute(task);
        }

        @Override
        public Timers timers() {
            return link.timers();
        }

        @Override
        public void close() {
            link.close();
        }

        @Override
        public String peer() {
            return link.peer();
        }
    }

    private final class PoorHandler implements LinkHandler {
        private final LinkHandler handler;

        PoorHandler(LinkHandler handler) {
            this.handler = handler;
        }

        @Override
        public void opened(Link link) {
            handler.opened(new PoorLink(link));
        }

        @Override
        public void received(ByteReader body) {
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

    private final class PoorNetwork implements Network {
        private final Network network = new NettyNetwork("unsent", 1, Tls.NONE);

        @Override
        public void connect(Address address, LinkHandler handler) {
            network.connect(address, new PoorHandler(handler));
        }

        @Override
        public Listening listen(Address address, Entrance entrance) {
            return network.listen(address, entrance);
        }

        @Override
        public void close() {
            network.close();
        }
    }

    @Test
    void itIsAskedOnceMore() {
        try (RunningServer server = ServedFolder.start(folder.resolve("data"), Map.of());
                Pfs pfs = Pfs.over(
                        RemoteConnection.open(
                                new PoorNetwork(),
                                server.address(),
                                new Identity(System.getProperty("user.name"), Optional.empty()),
                                SleeplessClock.OF_THIS_PROCESS,
                                new SystemEntropy()),
                        ClientOptions.DEFAULT)) {
            Table table = pfs.ensureTable("/a");
            byte[] bytes = new byte[LARGE_BYTES];
            bytes[77] = 7;
            failures.set(1);
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> table.put("r", "content", bytes));
            assertEquals(0, failures.get());
            assertArrayEquals(bytes, table.get("r", "content").orElseThrow());
            assertEquals(1, table.row("r").orElseThrow().version(), "and done once");
        }
    }
}
