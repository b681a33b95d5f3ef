package io.pfs.server.serve;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.net.Address;
import io.pfs.net.netty.Transport;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.PoolAt;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** All that is set of a server, checked. */
record ServerConfig(
        Address listen,
        Path data,
        Optional<ClusterSettings> cluster,
        Optional<PoolAt> poolOfOne,
        Optional<CoordinatorSettings> coordinator,
        OptionalInt loops,
        Durability durability,
        Optional<Path> authToken,
        Optional<Path> users,
        Optional<String> supergroup,
        Optional<Path> audit,
        Optional<Path> tlsCertificate,
        Optional<Path> tlsKey,
        Optional<Path> tlsTrusted,
        OptionalLong cacheBytes,
        SessionLimits limits,
        int networkThreads,
        Optional<Transport> wantedTransport) {
    private static final int CONNECTIONS_MAX = 4096;
    private static final int CALLS_MAX = 1024;
    private static final long BYTES_MAX = 64L << 20;
    private static final long IDLE_SECONDS = 120;
    private static final String AUDIT_FILE = "audit.log";
    private static final String AUDIT_OFF = "off";
    private static final int HEAP_SHARE = 4;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long CACHE_BYTES_MIN = 1 << 20;

    /**
     * Takes what is set, and what holds where nothing is.
     *
     * @param heapBytes of this process
     * @param cores of this machine
     */
    static ServerConfig of(Settings settings, long heapBytes, int cores) {
        long bytesMax = settings.number(Setting.BYTES_MAX, BYTES_MAX, Limits.CELL_BYTES_MAX, Long.MAX_VALUE / 2);
        long total = Math.max(bytesMax, heapBytes / HEAP_SHARE);
        SessionLimits limits = new SessionLimits(
                (int) settings.number(Setting.CONNECTIONS_MAX, CONNECTIONS_MAX, 1, 1 << 20),
                (int) settings.number(Setting.CALLS_MAX, CALLS_MAX, 1, Limits.REQUESTS_OPEN_MAX),
                bytesMax,
                settings.number(Setting.BYTES_TOTAL_MAX, total, bytesMax, Long.MAX_VALUE / 2),
                settings.number(Setting.IDLE_SECONDS, IDLE_SECONDS, 10, 1_000_000) * NS_PER_SECOND);
        Optional<CoordinatorSettings> coordinator = CoordinatorSettings.of(settings);
        Optional<ClusterSettings> cluster = coordinator.isPresent() ? Optional.empty() : ClusterSettings.of(settings);
        Path data = Path.of(settings.text(Setting.DATA).orElse(Setting.DATA.fallback()));
        ServerConfig config = new ServerConfig(
                listen(settings, cluster),
                data,
                cluster,
                coordinator.isPresent() ? Optional.empty() : ClusterSettings.poolOfOne(settings),
                coordinator,
                loops(settings),
                durability(settings),
                settings.path(Setting.AUTH_TOKEN),
                settings.path(Setting.USERS),
                settings.text(Setting.SUPERGROUP).or(() -> Optional.of(Setting.SUPERGROUP.fallback())),
                audit(settings, data),
                settings.path(Setting.TLS_CERTIFICATE),
                settings.path(Setting.TLS_KEY),
                settings.path(Setting.TLS_TRUSTED),
                cacheBytes(settings),
                limits,
                (int) settings.number(Setting.NETWORK_THREADS, Math.max(1, cores / 2), 1, 1024),
                wantedTransport(settings));
        config.requireSafe(settings.flag(Setting.INSECURE));
        config.requireBothOrNone();
        config.requireForced();
        coordinator.ifPresent(it -> it.requireReachable(config.listen()));
        return config;
    }

    /** Those of a folder that is all of a file system: servers that share one are its loops. */
    private static OptionalInt loops(Settings settings) {
        if (settings.text(Setting.LOOPS).isEmpty()) {
            return OptionalInt.empty();
        }
        if (settings.text(Setting.POOL).isPresent()) {
            throw Setting.LOOPS.refuse(
                    "a server on a pool has one; several servers there are what several loops are here");
        }
        return OptionalInt.of((int) settings.number(Setting.LOOPS, 1, 1, Limits.LOOPS_MAX));
    }

    private static Address listen(Settings settings, Optional<ClusterSettings> cluster) {
        Optional<Address> own = cluster.flatMap(it -> it.map().addressOf(it.server()));
        return settings.text(Setting.LISTEN)
                .map(Address::parse)
                .or(() -> own)
                .orElseGet(() -> Address.parse(Setting.LISTEN.fallback()));
    }

    private static Optional<Path> audit(Settings settings, Path data) {
        String text = settings.text(Setting.AUDIT).orElse("");
        if (text.equals(AUDIT_OFF)) {
            return Optional.empty();
        }
        return Optional.of(text.isEmpty() ? data.resolve(AUDIT_FILE) : Path.of(text));
    }

    private static OptionalLong cacheBytes(Settings settings) {
        return settings.text(Setting.CACHE_BYTES).isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(settings.number(Setting.CACHE_BYTES, 0, CACHE_BYTES_MIN, Long.MAX_VALUE / 2));
    }

    private static Durability durability(Settings settings) {
        String text = settings.text(Setting.DURABILITY).orElse(Setting.DURABILITY.fallback());
        return Arrays.stream(Durability.values())
                .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> Setting.DURABILITY.refuse("it is sync, flush or memory, not '" + text + "'"));
    }

    private static Optional<Transport> wantedTransport(Settings settings) {
        String text = settings.text(Setting.TRANSPORT).orElse(Setting.TRANSPORT.fallback());
        if (text.equals(Setting.TRANSPORT.fallback())) {
            return Optional.empty();
        }
        Transport wanted = Arrays.stream(Transport.values())
                .filter(known -> known.word().equals(text))
                .findFirst()
                .orElseThrow(() -> Setting.TRANSPORT.refuse("it is auto, nio or epoll, not '" + text + "'"));
        return Optional.of(wanted);
    }

    /** Refuses one that is wanted and does not work here. */
    void requireTransport() {
        if (wantedTransport.isPresent()) {
            transport();
        }
    }

    /** How sockets are reached: as is wanted, or as works best here, which is looked for only now. */
    Transport transport() {
        return wantedTransport.map(Transport::required).orElseGet(Transport::best);
    }

    /** What one server tells another must not be undone by a loss of power at the one. */
    private void requireForced() {
        if (cluster.isPresent()) {
            requireSync();
        }
    }

    /** Refuses a mode in which servers could tell each other of what may be lost. */
    void requireSync() {
        if (durability != Durability.SYNC) {
            throw Setting.DURABILITY.refuse("several servers that share a pool serve in mode sync only, so far");
        }
    }

    /** Who can reach the address can read and change everything, unless a token is asked for. */
    private void requireSafe(boolean isInsecure) {
        if (authToken.isEmpty() && !isInsecure && !isLoopback()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "other machines may reach " + listen
                            + ", and nobody has to show who he is: name a token's file with"
                            + " --auth-token, or say --insecure");
        }
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(listen.host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new PfsException(ErrorCode.USAGE, "there is no host '" + listen.host() + "' to listen on", e);
        }
    }

    private void requireBothOrNone() {
        if (tlsCertificate.isPresent() != tlsKey.isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE, "encrypted connections take both, a certificate and its key; only one is named");
        }
        if (tlsTrusted.isPresent() && tlsCertificate.isEmpty()) {
            throw Setting.TLS_TRUSTED.refuse("without a certificate of its own a server encrypts nothing");
        }
    }
}
