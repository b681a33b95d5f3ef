package io.pfs.client;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Backoff;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.net.TokenFile;
import io.pfs.env.system.SleeplessClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.EndedUnencrypted;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.wire.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Connects to servers as the options say. */
final class Remote {
    private static final String SCHEME = "pfs://";
    private static final SleeplessClock CLOCK = SleeplessClock.OF_THIS_PROCESS;

    private Remote() {}

    static Connection open(String uri, ClientOptions options) {
        List<Address> addresses = addresses(uri);
        Identity identity = new Identity(
                options.user().orElseGet(() -> System.getProperty("user.name", "nobody")),
                options.authToken().map(TokenFile::read));
        Tls tls = options.trusted().map(file -> Tls.trusting(read(file))).orElse(Tls.NONE);
        return openOnceNotBusy(
                () -> ClusterConnection.open(
                        new NettyNetwork("pfs-client", 1, tls), addresses, identity, CLOCK, new SystemEntropy()),
                options.timeout().toNanos());
    }

    /**
     * A server that lets nobody in just now is asked again, as for anything else that it can't do just now. If all has to be encrypted
     * first, it just ends the connection.
     */
    private static Connection openOnceNotBusy(Supplier<Connection> opening, long timeoutNs) {
        long deadlineNs = CLOCK.monotonicNs() + timeoutNs;
        SystemEntropy entropy = new SystemEntropy();
        int repetition = 0;
        while (true) {
            try {
                return opening.get();
            } catch (PfsException e) {
                long againNs = CLOCK.monotonicNs() + Backoff.delayNs(repetition, entropy);
                boolean isForNow = e.code() == ErrorCode.BUSY || EndedUnencrypted.isBehind(e);
                if (!isForNow || againNs - deadlineNs > 0 || !waitUntil(againNs)) {
                    throw e;
                }
                repetition++;
            }
        }
    }

    /** Says whether the thread was left alone meanwhile. */
    private static boolean waitUntil(long ns) {
        Thread here = Thread.currentThread();
        while (CLOCK.monotonicNs() - ns < 0 && !here.isInterrupted()) {
            LockSupport.parkNanos(Remote.class, ns - CLOCK.monotonicNs());
        }
        return !here.isInterrupted();
    }

    /** One or several, of which any one that answers will do. */
    static List<Address> addresses(String uri) {
        if (!uri.startsWith(SCHEME)) {
            throw new PfsException(
                    ErrorCode.USAGE, "'" + uri + "' is not of the form pfs://HOST:PORT or pfs://HOST:PORT,HOST:PORT");
        }
        String rest = uri.substring(SCHEME.length());
        String hosts = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        return Arrays.stream(hosts.split(",", -1))
                .map(Address::parse)
                .distinct()
                .toList();
    }

    private static byte[] read(Path certificates) {
        try {
            return Files.readAllBytes(certificates);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the certificates to trust can't be read: " + e, e);
        }
    }
}
