package io.pfs.server.zookeeper;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Where ZooKeeper logs: nowhere, unless somebody has set up a log. That nobody has would be said on the terminal, which would only puzzle. */
final class SilentLog {
    private SilentLog() {}

    /** Before anything of ZooKeeper is used. */
    static void begin() {
        PrintStream before = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            LoggerFactory.getILoggerFactory();
            MDC.getMDCAdapter();
        } finally {
            System.setErr(before);
        }
    }
}
