package io.pfs.hadoop.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.wire.PoolPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** Pools that are not there. Those that are, on an HDFS, are in pfs-hadoop/hdfs. */
final class HdfsPoolsTest {
    private static final ServerId SERVER = new ServerId(3);

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
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        try (HdfsWay way = new HdfsWay(URI.create("file:///"), new Configuration(false), user, nowNs::get, told::add)) {
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

    private static PfsException refusal(HdfsWay way, HdfsWay.Action<Integer> action) {
        return assertThrows(PfsException.class, () -> way.go("a file", action));
    }
}
