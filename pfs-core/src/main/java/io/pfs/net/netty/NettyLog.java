package io.pfs.net.netty;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/** Where the transport says what it has to say. */
public final class NettyLog {
    private NettyLog() {}

    /**
     * By Java's own log, for processes that are ours: else it takes slf4j where somebody else has brought that along, which
     * complains that nobody has set it up. To be called before there is a network.
     */
    public static void byJava() {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    }
}
