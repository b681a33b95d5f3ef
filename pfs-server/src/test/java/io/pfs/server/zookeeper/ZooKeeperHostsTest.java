package io.pfs.server.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import org.junit.jupiter.api.Test;

/** Where people say that ZooKeeper is. */
final class ZooKeeperHostsTest {
    private static PfsException refusal(ErrorCode code, Runnable work) {
        PfsException refused = assertThrows(PfsException.class, work::run);
        assertEquals(code, refused.code());
        return refused;
    }

    @Test
    void hostsHavePortsAndMayHaveANode() {
        assertEquals(
                new ZooKeeperHosts("zk1:2181,[::1]:2182", "/team"), ZooKeeperHosts.parse("zk1:2181,[::1]:2182/team/"));
        assertEquals(new ZooKeeperHosts("zk1:2181", ""), ZooKeeperHosts.parse("zk1:2181"));
    }

    @Test
    void aHostWithoutAPortIsRefused() {
        for (String text : new String[] {"zk1", "zk1:2181,zk2/team", "[::1]"}) {
            refusal(ErrorCode.USAGE, () -> ZooKeeperHosts.parse(text));
        }
    }

    /** A name that ends so is nobody's (RFC 6761). */
    @Test
    void whereNoHostIsKnownNobodyWaits() {
        PfsException refused = refusal(
                ErrorCode.UNREACHABLE,
                () -> ZooKeeperHosts.parse("zk1.invalid:2181,zk2.invalid:2181").requireKnown());
        assertTrue(refused.getMessage().contains("zk1.invalid, zk2.invalid"), refused.getMessage());
        ZooKeeperHosts.parse("zk1.invalid:2181,127.0.0.1:2181").requireKnown();
    }
}
