package io.pfs.hadoop.hdfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.FileHeader;
import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Network;
import io.pfs.net.Speaker;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.Tenure;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.HeldSeats;
import io.pfs.server.store.HeldSeatsSetup;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.table.SpreadRule;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client beside a pool on HDFS whose seats go from one server to another. */
final class MovedSeatsTest {
    private static final int SEATS = 2;
    private static final int ROWS = 10;
    private static final ClusterMap NOWHERE = new ClusterMap(1, Collections.nCopies(SEATS, Optional.empty()));
    private static final SessionLimits LIMITS = new SessionLimits(64, 1024, 64L << 20, 256L << 20, 120_000_000_000L);

    @TempDir
    private java.nio.file.Path folder;

    private final Path pool = MiniHdfs.freshFolder();

    /** What a server has around its seats, but for who gives them to it. */
    private static final class Server implements AutoCloseable {
        private final ClusterConnection others;
        private final HeldSeats seats;
        private final Network network = new NettyNetwork("test", 1, Tls.NONE);
        private final RpcServer rpc;

        Server(Path pool, java.nio.file.Path data) {
            PoolAt at = PoolAt.of(pool.toString());
            RemoteFolders open = RemoteFolders.open(at);
            others = new ClusterConnection(
                    new NettyNetwork("test-peers", 1, Tls.NONE),
                    NOWHERE,
                    open.facts(),
                    new Identity(new Speaker.Server(), Optional.empty()),
                    new SystemClock(),
                    new SystemEntropy());
            HeldSeatsSetup setup = new HeldSeatsSetup(at, data, Durability.SYNC, 64 << 20, SpreadRule.DEFAULT);
            seats = new HeldSeats(open, setup, others, failure -> {});
            Serving serving = new Serving(seats, NOWHERE, Optional.empty(), LIMITS).telling(seats.place());
            rpc = RpcServer.start(
                    network, new Address("127.0.0.1", 0), serving, new SystemClock(), new SystemEntropy());
        }

        void openAll(long epoch) {
            for (int seat = 0; seat < SEATS; seat++) {
                seats.open(new ServerId(seat), new Epoch(epoch), Tenure.LOCKED);
            }
        }

        void closeAll() {
            for (int seat = 0; seat < SEATS; seat++) {
                seats.close(new ServerId(seat), HeldSeats.Ending.IN_ORDER);
            }
        }

        void publish(ClusterMap map) {
            others.learn(map);
            rpc.publish(map);
        }

        @Override
        public void close() {
            rpc.close();
            network.close();
            seats.close();
        }
    }

    private static ClusterMap allAt(Server server, long version) {
        return new ClusterMap(version, Collections.nCopies(SEATS, Optional.of(server.rpc.address())));
    }

    /** What stands in the witness of each seat, once that is another one than before. */
    private byte[][] witnesses(long epoch, byte[][] before) {
        byte[][] found = new byte[SEATS][];
        for (int seat = 0; seat < SEATS; seat++) {
            String home = HomeName.of(HomeName.before(new ServerId(seat)), new Epoch(epoch));
            Path file = new Path(new Path(new Path(pool, home), HomeName.POOL), "witness");
            do {
                Thread.onSpinWait();
                found[seat] = bytesOf(file);
            } while (found[seat].length < FileHeader.BYTES || Arrays.equals(found[seat], before[seat]));
        }
        return found;
    }

    /** It may not be there yet, or be replaced while it is read, of which HDFS complains in several ways. */
    private static byte[] bytesOf(Path file) {
        try (FSDataInputStream in = MiniHdfs.files().open(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private static byte[] content(int nth) {
        byte[] bytes = new byte[60_000 + nth];
        new Random(nth).nextBytes(bytes);
        return bytes;
    }

    private static Path file(int nth) {
        return new Path("/table/f" + nth);
    }

    /** Reads all again and again, until none of it comes from a server: the pool is looked for while they serve. */
    private static void readUntilNoneIsServed(PfsFileSystem files) throws IOException {
        long before;
        do {
            before = files.client().localReads().cells();
            for (int i = 0; i < ROWS; i++) {
                try (FSDataInputStream in = files.open(file(i))) {
                    assertArrayEquals(content(i), in.readAllBytes(), "file " + i);
                }
            }
        } while (files.client().localReads().cells() < before + ROWS);
    }

    @Test
    @Timeout(120)
    void whatMovesIsReadFromHdfsAgain() throws IOException {
        RemoteFolders.format(PoolAt.of(pool.toString()), SEATS, new SystemClock(), new SystemEntropy());
        try (Server first = new Server(pool, folder.resolve("first"));
                Server second = new Server(pool, folder.resolve("second"))) {
            first.openAll(1);
            byte[][] before = witnesses(1, new byte[SEATS][]);
            List.of(first, second).forEach(server -> server.publish(allAt(first, 2)));
            URI uri = URI.create("pfs://" + first.rpc.address() + "," + second.rpc.address());
            try (FileSystem opened = FileSystem.newInstance(uri, new Configuration())) {
                PfsFileSystem files = (PfsFileSystem) opened;
                for (int i = 0; i < ROWS; i++) {
                    try (FSDataOutputStream out = files.create(file(i))) {
                        out.write(content(i));
                    }
                }
                readUntilNoneIsServed(files);
                first.closeAll();
                second.openAll(2);
                witnesses(2, before);
                List.of(first, second).forEach(server -> server.publish(allAt(second, 3)));
                readUntilNoneIsServed(files);
                assertEquals(0, files.client().localReads().askedAgain());
                assertTrue(files.client().localReads().bytes() >= 2L * ROWS * 60_000);
            }
        }
    }
}
