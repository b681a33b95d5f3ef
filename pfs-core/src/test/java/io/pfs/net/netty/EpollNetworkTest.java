package io.pfs.net.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** So do those that are reached by epoll; run by the profile that brings its library. */
@Tag("epoll")
final class EpollNetworkTest extends NettyNetworkTest {
    @BeforeAll
    static void requireLibrary() {
        assertEquals(Transport.EPOLL, Transport.best(), "the library for epoll loads");
    }

    @Override
    Transport transport() {
        return Transport.EPOLL;
    }
}
