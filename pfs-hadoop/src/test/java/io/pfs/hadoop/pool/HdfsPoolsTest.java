package io.pfs.hadoop.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.wire.PoolPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** Pools that are not there. Those that are, on an HDFS, are in pfs-hadoop/hdfs. */
final class HdfsPoolsTest {
    private static final ServerId SERVER = new ServerId(3);
    private static final long SLOW_NS = 2_000_000_000L;
    private static final long REST_NS = 10_000_000_000L;

    @Test
    void whatCantBeReachedIsNotHere() throws IOException {
        try (HdfsPools pools = new HdfsPools(new Configuration(), Duration.ofSeconds(1))) {
            for (String uri : List.of(
                    "hdfs://127.0.0.1:1/pool", // where nobody listens
                    "hdfs://nameservice-that-nobody-knows/pool",
                    "hdfs://a b/pool",
                    "hdfs://",
                    "file:///pool",
                    "http://127.0.0.1:1/pool",
                    "/no/folder")) {
                assertEquals(Optional.empty(), pools.find(SERVER, new PoolPlace(uri, 1)), uri);
                assertEquals(Optional.empty(), pools.find(SERVER, new PoolPlace(uri, 1)), uri);
            }
        }
    }

    @Test
    void afterTroubleItIsLeftAloneForSomeTime() throws IOException {
        AtomicLong nowNs = new AtomicLong(-5);
        AtomicInteger attempts = new AtomicInteger();
        List<String> told = new ArrayList<>();
        try (HdfsWay way = way(nowNs::get, told::add)) {
            HdfsWay.Action<Integer> missing = files -> {
                throw new FileNotFoundException("no such file");
            };
            HdfsWay.Action<Integer> failing = files -> {
                attempts.incrementAndGet();
                throw new IOException("the data nodes are silent");
            };
            assertEquals(ErrorCode.FILE_MISSING, refusal(way, missing).code());
            assertEquals(ErrorCode.IO_FAILED, refusal(way, failing).code());
            assertEquals(1, attempts.get(), "a file that is missing is no trouble");
            nowNs.addAndGet(9_999_999_999L);
            assertTrue(refusal(way, failing).getMessage().contains("the data nodes are silent"));
            assertEquals(1, attempts.get());
            nowNs.addAndGet(1);
            assertEquals("read", way.go("a file", files -> "read"));
            assertFalse(told.isEmpty());
        }
    }

    /** A task was killed, say: others of the process go on with what is open. */
    @Test
    void whoIsInterruptedIsNoTroubleForOthers() throws IOException {
        List<String> told = new ArrayList<>();
        try (HdfsWay way = way(() -> 0, told::add)) {
            FileSystem first = way.go("a file", files -> files);
            for (IOException end : List.of(
                    new ClosedByInterruptException(),
                    new InterruptedIOException("the call was interrupted"),
                    new IOException("no answer", new InterruptedException()))) {
                HdfsWay.Action<Integer> ended = files -> {
                    throw end;
                };
                assertEquals(ErrorCode.IO_FAILED, refusal(way, ended).code());
                assertSame(first, way.go("a file", files -> files));
            }
            HdfsWay.Action<Integer> failing = files -> {
                throw new IOException("no data node is left to read from");
            };
            Thread.currentThread().interrupt();
            assertEquals(ErrorCode.IO_FAILED, refusal(way, failing).code());
            assertTrue(Thread.interrupted());
            assertSame(first, way.go("a file", files -> files));
            assertEquals(List.of(), told);
            refusal(way, files -> {
                throw new SocketTimeoutException("the data nodes are silent");
            });
            assertEquals(1, told.size(), "that it took too long is trouble");
        }
    }

    /** A data node's host is gone, say: each file whose first replica was there costs a time-out, and is read from another. */
    @Test
    void whatTakesLongIsTroubleThoughItIsDone() throws IOException {
        AtomicLong nowNs = new AtomicLong();
        List<String> told = new ArrayList<>();
        try (HdfsWay way = way(nowNs::get, told::add)) {
            assertEquals("read", way.go("a file", files -> after(nowNs, SLOW_NS - 1)));
            assertEquals("read", way.go("a file", files -> after(nowNs, SLOW_NS)));
            assertEquals(1, told.size());
            assertEquals(ErrorCode.IO_FAILED, refusal(way, files -> 1).code(), "nobody waits so again");
            nowNs.addAndGet(REST_NS);
            assertEquals("read", way.go("a file", files -> "read"));
        }
    }

    private static String after(AtomicLong nowNs, long ns) {
        nowNs.addAndGet(ns);
        return "read";
    }

    /** Whoever shares the process may have closed what Hadoop's cache has, or has other credentials by now. */
    @Test
    void afterARestItIsOpenedAnew() throws IOException {
        AtomicLong nowNs = new AtomicLong();
        try (HdfsWay way = way(nowNs::get, told -> {})) {
            FileSystem first = way.go("a file", files -> files);
            assertSame(first, way.go("a file", files -> files));
            refusal(way, files -> {
                throw new IOException("Filesystem closed");
            });
            nowNs.addAndGet(REST_NS);
            FileSystem second = way.go("a file", files -> files);
            assertNotSame(first, second);
            assertSame(second, way.go("a file", files -> files));
        }
    }

    /** A search may begin before it is closed, and end after it. */
    @Test
    void whoIsClosedGoesNowhere() throws IOException {
        try (ServerSocket nameNode = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HdfsPools pools = new HdfsPools(new Configuration(), Duration.ofMillis(100));
            pools.close();
            String uri = "hdfs://127.0.0.1:" + nameNode.getLocalPort() + "/pool";
            assertEquals(Optional.empty(), pools.find(SERVER, new PoolPlace(uri, 1)));
            nameNode.setSoTimeout(1);
            assertThrows(SocketTimeoutException.class, nameNode::accept, "nobody came");
        }
    }

    private static HdfsWay way(LongSupplier clockNs, Consumer<String> told) throws IOException {
        Patience patience = new Patience(new Configuration(false), SLOW_NS);
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        return new HdfsWay(URI.create("file:///"), patience, user, clockNs, told);
    }

    private static PfsException refusal(HdfsWay way, HdfsWay.Action<Integer> action) {
        return assertThrows(PfsException.class, () -> way.go("a file", action));
    }
}
