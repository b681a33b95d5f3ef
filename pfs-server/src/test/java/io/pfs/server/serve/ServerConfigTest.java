package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.net.netty.Transport;
import io.pfs.server.remote.KerberosLogin;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.PoolAt;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.zookeeper.ZooKeeperHosts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ServerConfigTest {
    private static final long HEAP = 4L << 30;
    private static final int CORES = 8;

    private final Settings settings = new Settings();

    private ServerConfig config() {
        return ServerConfig.of(settings, HEAP, CORES);
    }

    private void requireRefused(String... words) {
        PfsException refusal = assertThrows(PfsException.class, this::config);
        assertEquals(ErrorCode.USAGE, refusal.code());
        for (String word : words) {
            assertTrue(refusal.getMessage().contains(word), refusal.getMessage() + "\nlacks " + word);
        }
    }

    @Test
    void whatHoldsIfNothingIsSet() {
        ServerConfig expected = new ServerConfig(
                new Address("127.0.0.1", 7420),
                Path.of("./pfs-data"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Durability.SYNC,
                Optional.empty(),
                Optional.empty(),
                Optional.of("pfs-admin"),
                Optional.of(Path.of("./pfs-data/audit.log")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                new SessionLimits(4096, 1024, 64 << 20, HEAP / 4, 120_000_000_000L),
                CORES / 2,
                Optional.empty());
        assertEquals(expected, config());
    }

    @Test
    void aSmallMachineServesToo() {
        ServerConfig small = ServerConfig.of(settings, 100 << 20, 1);
        assertEquals(1, small.networkThreads());
        assertEquals(64 << 20, small.limits().bytesTotalMax(), "what one connection may have, all may have");
    }

    @Test
    void numbersHaveBoundsWhichAreSaid() {
        requireBounds(Setting.CONNECTIONS_MAX, 1, 1 << 20);
        requireBounds(Setting.CALLS_MAX, 1, Limits.REQUESTS_OPEN_MAX);
        requireBounds(Setting.BYTES_MAX, Limits.CELL_BYTES_MAX, Long.MAX_VALUE / 2);
        requireBounds(Setting.BYTES_TOTAL_MAX, 64 << 20, Long.MAX_VALUE / 2);
        requireBounds(Setting.IDLE_SECONDS, 10, 1_000_000);
        requireBounds(Setting.NETWORK_THREADS, 1, 1024);
        requireBounds(Setting.CACHE_BYTES, 1 << 20, Long.MAX_VALUE / 2);
    }

    private void requireBounds(Setting setting, long min, long max) {
        for (long good : new long[] {min, max}) {
            settings.set(setting, Long.toString(good));
            config();
        }
        for (long bad : new long[] {min - 1, max + 1}) {
            settings.set(setting, Long.toString(bad));
            requireRefused("'" + setting.key() + "'", min + " to " + max, Long.toString(bad));
        }
        settings.set(setting, "");
        config();
    }

    @Test
    void howSocketsAreReachedIsOneOfFew() {
        settings.set(Setting.TRANSPORT, "nio");
        assertEquals(Transport.NIO, config().transport());
        settings.set(Setting.TRANSPORT, "auto");
        assertEquals(Transport.best(), config().transport());
        settings.set(Setting.TRANSPORT, "pigeon");
        requireRefused("'transport'", "auto, nio or epoll", "pigeon");
    }

    @Test
    void otherMachinesHaveToShowWhoTheyAre() {
        settings.set(Setting.LISTEN, "0.0.0.0:7420");
        requireRefused("0.0.0.0:7420", "--auth-token", "--insecure");
        settings.set(Setting.LISTEN, "[::]:7420");
        requireRefused("[::]:7420");
        settings.set(Setting.INSECURE, "true");
        config();
        settings.set(Setting.INSECURE, "false");
        settings.set(Setting.AUTH_TOKEN, "token");
        assertEquals(Optional.of(Path.of("token")), config().authToken());
    }

    @Test
    void thisMachineNeedNot() {
        for (String own : new String[] {"127.0.0.1", "127.0.0.1:1", "127.9.9.9:0", "localhost:7420", "[::1]:7420"}) {
            settings.set(Setting.LISTEN, own);
            assertEquals(Address.parse(own), config().listen());
        }
    }

    @Test
    void durabilityIsOneOfThreeWords() {
        for (Durability durability : Durability.values()) {
            settings.set(Setting.DURABILITY, durability.name().toLowerCase(java.util.Locale.ROOT));
            assertEquals(durability, config().durability());
        }
        settings.set(Setting.DURABILITY, "SYNC");
        requireRefused("'durability'", "sync, flush or memory", "'SYNC'");
    }

    @Test
    void aCertificateAndItsKeyBelongTogether() {
        settings.set(Setting.TLS_CERTIFICATE, "cert.pem");
        requireRefused("only one is named");
        settings.set(Setting.TLS_KEY, "key.pem");
        assertEquals(Optional.of(Path.of("key.pem")), config().tlsKey());
        settings.set(Setting.TLS_CERTIFICATE, "");
        requireRefused("only one is named");
    }

    @Test
    void aPoolElsewhereIsOfOneOrOfAList() {
        String uri = "hdfs://127.0.0.1:8020/pfs";
        settings.set(Setting.POOL, uri);
        settings.set(Setting.DURABILITY, "flush");
        assertEquals(Optional.of(new PoolAt.Remote(uri)), config().poolOfOne());
        assertEquals(Optional.empty(), config().cluster());
        settings.set(Setting.SERVER_ID, "0");
        requireRefused("'serverId'", "no list");
        settings.set(Setting.SERVERS, "127.0.0.1:1,127.0.0.1:2");
        requireRefused("'durability'", "mode sync only");
        settings.set(Setting.DURABILITY, "sync");
        assertEquals(Optional.empty(), config().poolOfOne());
        assertEquals(new PoolAt.Remote(uri), config().cluster().orElseThrow().pool());
        settings.set(Setting.POOL, "file:///srv/pool");
        assertEquals(
                new PoolAt.Remote("file:///srv/pool"),
                config().cluster().orElseThrow().pool());
    }

    @Test
    void loopsAreThoseOfAFolderThatIsAllOfAFileSystem() {
        settings.set(Setting.LOOPS, "4");
        assertEquals(OptionalInt.of(4), config().loops());
        settings.set(Setting.LOOPS, "0");
        requireRefused("'loops'", "from 1 to 128", "not 0");
        settings.set(Setting.LOOPS, "4");
        settings.set(Setting.POOL, "hdfs://127.0.0.1:8020/pfs");
        requireRefused("'loops'", "a server on a pool has one");
    }

    @Test
    void whoLogsInToHdfsHasAPoolThere() {
        settings.set(Setting.HDFS_KEYTAB, "pfs.keytab");
        requireRefused("'hdfsKeytab'", "--pool");
        settings.set(Setting.HDFS_PRINCIPAL, "pfs/_HOST@REALM");
        requireRefused("'hdfsPrincipal'", "--pool");
        String uri = "hdfs://127.0.0.1:8020/pfs";
        settings.set(Setting.POOL, uri);
        PoolAt expected =
                new PoolAt.Remote(uri, Optional.of(new KerberosLogin("pfs/_HOST@REALM", Path.of("pfs.keytab"))));
        assertEquals(Optional.of(expected), config().poolOfOne());
        settings.set(Setting.ZOOKEEPER, "zk1:2181");
        assertEquals(expected, config().coordinator().orElseThrow().pool());
        settings.set(Setting.ZOOKEEPER, "");
        settings.set(Setting.SERVERS, "127.0.0.1:1,127.0.0.1:2");
        settings.set(Setting.SERVER_ID, "1");
        assertEquals(expected, config().cluster().orElseThrow().pool());
        settings.set(Setting.POOL, "/srv/pool");
        requireRefused("--hdfs-principal", "/srv/pool is not");
        settings.set(Setting.HDFS_KEYTAB, "");
        requireRefused("only --hdfs-principal is named");
    }

    @Test
    void whoComesAndGoesIsInNoList() {
        settings.set(Setting.ZOOKEEPER, "zk1:2181,zk2:2182/team");
        requireRefused("'zookeeper'", "--pool");
        settings.set(Setting.POOL, "pool");
        CoordinatorSettings coordinator = config().coordinator().orElseThrow();
        assertEquals(new ZooKeeperHosts("zk1:2181,zk2:2182", "/team"), coordinator.hosts());
        assertEquals(PoolAt.of("pool"), coordinator.pool());
        assertEquals(Optional.empty(), config().poolOfOne());
        settings.set(Setting.SERVERS, "127.0.0.1:1,127.0.0.1:2");
        requireRefused("--servers or --zookeeper");
    }

    @Test
    void whoComesAndGoesIsFoundByOthers() {
        settings.set(Setting.ADVERTISE, "node1:7420");
        requireRefused("'advertise'", "--zookeeper");
        settings.set(Setting.ZOOKEEPER, "zk1:2181");
        settings.set(Setting.POOL, "pool");
        settings.set(Setting.INSECURE, "true");
        Address listening = Address.parse("127.0.0.1:7420");
        assertEquals(
                Address.parse("node1:7420"),
                config().coordinator().orElseThrow().reachedAt(listening));
        for (String wildcard : new String[] {"0.0.0.0:7420", "[::]:7420", "[0:0:0:0:0:0:0:0]:7420"}) {
            settings.set(Setting.LISTEN, wildcard);
            settings.set(Setting.ADVERTISE, "node1:7420");
            config();
            settings.set(Setting.ADVERTISE, wildcard);
            requireRefused("'advertise'", wildcard);
            settings.set(Setting.ADVERTISE, "");
            requireRefused("'listen'", wildcard, "--advertise");
        }
        settings.set(Setting.ADVERTISE, "node1:0");
        requireRefused("'advertise'", "node1:0");
        settings.set(Setting.ADVERTISE, "");
        settings.set(Setting.LISTEN, "127.0.0.1:0");
        assertEquals(listening, config().coordinator().orElseThrow().reachedAt(listening));
    }

    @Test
    void oneOfSeveralHasItsPlaceInTheList() {
        settings.set(Setting.SERVERS, "127.0.0.1:1,127.0.0.1:2,127.0.0.1:3");
        requireRefused("--servers and --pool");
        settings.set(Setting.POOL, "pool");
        requireRefused("'serverId'", "which of the 3");
        settings.set(Setting.SERVER_ID, "3");
        requireRefused("'serverId'", "0 to 2");
        settings.set(Setting.SERVER_ID, "1");
        assertEquals(Address.parse("127.0.0.1:2"), config().listen());
        assertEquals(new ServerId(1), config().cluster().orElseThrow().server());
        assertEquals(PoolAt.of("pool"), config().cluster().orElseThrow().pool());
        settings.set(Setting.LISTEN, "127.0.0.1:9");
        assertEquals(Address.parse("127.0.0.1:9"), config().listen());

        settings.set(Setting.DURABILITY, "flush");
        requireRefused("'durability'", "mode sync only");
        settings.set(Setting.DURABILITY, "sync");

        settings.set(Setting.SERVERS, "127.0.0.1:1,127.0.0.1:1");
        requireRefused("'servers'", "each once");
        settings.set(Setting.SERVERS, "127.0.0.1:5");
        settings.set(Setting.SERVER_ID, "");
        assertEquals(new ServerId(0), config().cluster().orElseThrow().server());

        settings.set(Setting.SERVERS, "");
        requireRefused("--servers and --pool");
        settings.set(Setting.POOL, "");
        settings.set(Setting.SERVER_ID, "0");
        requireRefused("'serverId'", "no list");
        settings.set(Setting.SERVER_ID, "");
        assertEquals(Optional.empty(), config().cluster());
    }

    /** What would be taken and do nothing is not what somebody wanted. */
    @Test
    void whatHasNoEffectIsRefused() {
        for (Setting setting : List.of(Setting.WEIGHT, Setting.SESSION_SECONDS)) {
            settings.set(setting, "2");
            requireRefused("'" + setting.key() + "'", "--zookeeper");
            settings.set(setting, "");
        }
        List<Setting> spread = List.of(Setting.SPREAD_ROWS, Setting.SPREAD_RATE, Setting.SPREAD_CLIENTS);
        for (Setting setting : spread) {
            settings.set(setting, "2");
            requireRefused("'" + setting.key() + "'", "alone");
            settings.set(setting, "");
        }
    }

    @Test
    void whoComesAndGoesSpreadsTablesByWhatIsSet() {
        settings.set(Setting.ZOOKEEPER, "zk1:2181");
        settings.set(Setting.POOL, "pool");
        settings.set(Setting.SPREAD_CLIENTS, "0");
        requireRefused("'spreadClients'", "from 1");
        settings.set(Setting.SPREAD_CLIENTS, "1");
        settings.set(Setting.SPREAD_ROWS, "2");
        settings.set(Setting.SPREAD_RATE, "3");
        assertEquals(
                new SpreadRule(2, 3, 1), config().coordinator().orElseThrow().spreadRule());
    }

    @Test
    void whoEncryptsNothingTrustsNobody() {
        settings.set(Setting.TLS_TRUSTED, "others.pem");
        requireRefused("'tlsTrusted'");
    }
}
