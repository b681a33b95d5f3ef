package io.pfs.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How servers are named. */
final class RemoteTest {
    @Test
    void oneOrSeveralAddresses() {
        assertEquals(List.of(new Address("a", 7420)), Remote.addresses("pfs://a"));
        assertEquals(List.of(new Address("a", 1)), Remote.addresses("pfs://a:1/"));
        assertEquals(
                List.of(new Address("a", 1), new Address("::1", 7420), new Address("b", 2)),
                Remote.addresses("pfs://a:1,[::1],b:2,a:1"));
    }

    @Test
    void whatNamesNoServerIsRefused() {
        for (String uri :
                new String[] {"a:1", "hdfs://a", "pfs://", "pfs://a,", "pfs://a,,b", "pfs://a:x", "pfs://a/b"}) {
            PfsException refusal = assertThrows(PfsException.class, () -> Pfs.connect(uri), uri);
            assertEquals(ErrorCode.USAGE, refusal.code(), uri);
        }
    }

    @Test
    void allThatWereTriedAreNamed() {
        ClientOptions options = ClientOptions.DEFAULT.withTimeout(Duration.ofSeconds(1));
        PfsException refusal =
                assertThrows(PfsException.class, () -> Pfs.connect("pfs://127.0.0.1:1,127.0.0.1:2", options));
        assertEquals(ErrorCode.UNREACHABLE, refusal.code());
        assertTrue(
                refusal.getMessage().contains("127.0.0.1:1: ")
                        && refusal.getMessage().contains("127.0.0.1:2: "),
                refusal.getMessage());
    }
}
