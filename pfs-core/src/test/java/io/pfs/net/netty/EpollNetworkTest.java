package io.pfs.net.netty;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;

/** So do those that are reached by epoll, where its library loads. */
final class EpollNetworkTest extends NettyNetworkTest {
    @BeforeAll
    static void requireLibrary() {
        assumeTrue(Transport.best() == Transport.EPOLL, "the library for epoll does not load here");
    }

    @Override
    Transport transport() {
        return Transport.EPOLL;
    }
}
