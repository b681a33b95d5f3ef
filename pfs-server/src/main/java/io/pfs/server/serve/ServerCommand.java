package io.pfs.server.serve;

import io.pfs.PfsException;
import io.pfs.env.system.Messages;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs server}. */
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Serve a file system to clients over the network, until it is stopped.",
            "With --servers it is one of several that serve one file system together, on a --pool that they share.",
            "With --zookeeper it is one of several that come and go, on a --pool that bin/pfs admin format made.",
            "Prints a line that begins with 'PFS server ready on pfs://' once it serves. SIGTERM and Ctrl-C stop it in"
                    + " order: what was asked is answered first."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:was stopped by SIGTERM or Ctrl-C",
            "1:could not serve, or not any more; the message says why",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs server",
            "  bin/pfs server --data /srv/pfs --listen 0.0.0.0:7420 --auth-token /etc/pfs.token",
            "  bin/pfs server --data /srv/pfs --loops 8",
            "  bin/pfs server --data /srv/pfs-0 --pool /srv/pool --servers 127.0.0.1:7420,127.0.0.1:7421 --server-id 0",
            "  bin/pfs server --data /srv/pfs --pool hdfs://namenode:8020/pfs",
            "  bin/pfs server --data /srv/pfs --pool hdfs://namenode:8020/pfs --zookeeper zk1:2181,zk2:2181,zk3:2181",
            "  bin/pfs table ls --fs pfs://127.0.0.1:7420 /",
            "",
            "A token: (umask 077; head -c 32 /dev/urandom | base64 > pfs.token)"
        })
public final class ServerCommand implements Callable<Integer> {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where to listen (default: 127.0.0.1:7420, or its own address in the list of servers).")
    private Optional<String> listen = Optional.empty();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "The folder of the file system (default: ./pfs-data). One that is missing or empty becomes one.")
    private Optional<String> data = Optional.empty();

    @Option(
            names = "--loops",
            paramLabel = "N",
            description =
                    "So many threads serve the folder, each its part of it (default: as it was made; 1 if it is new).")
    private Optional<String> loops = Optional.empty();

    @Option(
            names = "--servers",
            paramLabel = "HOST:PORT,HOST:PORT,...",
            description = "All servers of the file system, of which this is one; the same list for each of them.")
    private Optional<String> servers = Optional.empty();

    @Option(
            names = "--server-id",
            paramLabel = "N",
            description = "Which of the list this one is, counted from 0 (default: 0 if the list has one).")
    private Optional<String> serverId = Optional.empty();

    @Option(
            names = "--pool",
            paramLabel = "DIR|URI",
            description = "The folder that all servers of the list share; one that is missing or empty becomes one."
                    + " Or a pool on HDFS (hdfs://HOST:PORT/FOLDER), for one server or several: see pfs admin format.")
    private Optional<String> pool = Optional.empty();

    @Option(
            names = "--hdfs-principal",
            paramLabel = "NAME",
            description = "Who the server is for an HDFS that wants Kerberos, as pfs/_HOST@REALM (default: who has the"
                    + " ticket that is there).")
    private Optional<String> hdfsPrincipal = Optional.empty();

    @Option(
            names = "--hdfs-keytab",
            paramLabel = "FILE",
            description = "The keys of that principal, which others than owner and group must not read.")
    private Optional<String> hdfsKeytab = Optional.empty();

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT,HOST:PORT,...",
            description =
                    "Servers that share the --pool come and go: ZooKeeper says who they are, and each takes its part.")
    private Optional<String> zookeeper = Optional.empty();

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "Where others reach this server, if not at what it listens on; only with --zookeeper.")
    private Optional<String> advertise = Optional.empty();

    @Option(
            names = "--durability",
            paramLabel = "MODE",
            description =
                    "What an answered change survives: sync (a loss of power; the default), flush (the end of this"
                            + " process), memory (neither, for up to 5 s).")
    private Optional<String> durability = Optional.empty();

    @Option(
            names = "--auth-token",
            paramLabel = "FILE",
            description = "Serve only who knows the token in this file, which others than its owner must not read.")
    private Optional<String> authToken = Optional.empty();

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "The users, a line name:uid:gid,gid,... each (default: those of the operating system).")
    private Optional<String> users = Optional.empty();

    @Option(
            names = "--supergroup",
            paramLabel = "GROUP",
            description = "The group whose members may do everything, as may root and who runs the server"
                    + " (default: pfs-admin).")
    private Optional<String> supergroup = Optional.empty();

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Tell of each change and of each refusal in this file, or off (default: audit.log in the data"
                    + " folder).")
    private Optional<String> audit = Optional.empty();

    @Option(names = "--insecure", description = "Serve also without a token on an address that other machines reach.")
    private boolean insecure;

    @Option(names = "--tls-certificate", paramLabel = "FILE", description = "Encrypt; show this certificate (PEM).")
    private Optional<String> tlsCertificate = Optional.empty();

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The key of that certificate (PKCS #8, PEM).")
    private Optional<String> tlsKey = Optional.empty();

    @Option(
            names = "--tls-trusted",
            paramLabel = "FILE",
            description = "Trust other servers with these certificates, in PEM (default: that of --tls-certificate).")
    private Optional<String> tlsTrusted = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in JSON; docs/OPERATIONS.md has all. What the command line says counts more.")
    private Optional<Path> config = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Settings settings = config.map(Settings::ofFile).orElseGet(Settings::new);
        listen.ifPresent(value -> settings.set(Setting.LISTEN, value));
        data.ifPresent(value -> settings.set(Setting.DATA, value));
        loops.ifPresent(value -> settings.set(Setting.LOOPS, value));
        servers.ifPresent(value -> settings.set(Setting.SERVERS, value));
        serverId.ifPresent(value -> settings.set(Setting.SERVER_ID, value));
        pool.ifPresent(value -> settings.set(Setting.POOL, value));
        hdfsPrincipal.ifPresent(value -> settings.set(Setting.HDFS_PRINCIPAL, value));
        hdfsKeytab.ifPresent(value -> settings.set(Setting.HDFS_KEYTAB, value));
        zookeeper.ifPresent(value -> settings.set(Setting.ZOOKEEPER, value));
        advertise.ifPresent(value -> settings.set(Setting.ADVERTISE, value));
        durability.ifPresent(value -> settings.set(Setting.DURABILITY, value));
        authToken.ifPresent(value -> settings.set(Setting.AUTH_TOKEN, value));
        users.ifPresent(value -> settings.set(Setting.USERS, value));
        supergroup.ifPresent(value -> settings.set(Setting.SUPERGROUP, value));
        audit.ifPresent(value -> settings.set(Setting.AUDIT, value));
        tlsCertificate.ifPresent(value -> settings.set(Setting.TLS_CERTIFICATE, value));
        tlsKey.ifPresent(value -> settings.set(Setting.TLS_KEY, value));
        tlsTrusted.ifPresent(value -> settings.set(Setting.TLS_TRUSTED, value));
        if (insecure) {
            settings.set(Setting.INSECURE, "true");
        }
        Runtime runtime = Runtime.getRuntime();
        serve(ServerConfig.of(settings, runtime.maxMemory(), runtime.availableProcessors()));
        return 0;
    }

    /**
     * Until the process is told to end, which waits for the server to have ended; or until the server can't go on. One that is told to end before it is ready hands over
     * what it has by then.
     */
    private void serve(ServerConfig settings) {
        AtomicReference<@Nullable Served> begun = new AtomicReference<>();
        AtomicBoolean isStopping = new AtomicBoolean();
        AtomicBoolean hasFailed = new AtomicBoolean();
        Runnable stopping = () -> {
            isStopping.set(true);
            Optional.ofNullable(begun.get()).ifPresent(server -> stop(server, hasFailed.get()));
        };
        Runtime.getRuntime().addShutdownHook(new Thread(stopping, "pfs-stop"));
        Served server = startOrForget(settings, begun);
        if (!isStopping.get()) {
            spec.commandLine().getOut().println(ready(server, settings));
            spec.commandLine().getOut().flush();
        }
        server.awaitEnd().ifPresent(cause -> {
            hasFailed.set(true);
            throw new PfsException(
                    cause.code(), "nothing is served any more, and only a new start helps: " + cause.detail(), cause);
        });
    }

    /** What could not be started is closed already, and how this ends is for who hears of the failure to say. */
    private static Served startOrForget(ServerConfig settings, AtomicReference<@Nullable Served> begun) {
        try {
            return start(settings, begun::set);
        } catch (RuntimeException e) {
            begun.set(null);
            throw e;
        }
    }

    private static Served start(ServerConfig settings, Consumer<Served> begun) {
        if (settings.coordinator().isPresent()) {
            return CoordinatedServer.start(settings, settings.coordinator().get(), begun);
        }
        Served server = RunningServer.start(settings);
        begun.accept(server);
        return server;
    }

    private static String ready(Served server, ServerConfig settings) {
        return "PFS server ready on pfs://" + server.address() + " (data in " + settings.data() + ", mode "
                + settings.durability().name().toLowerCase(Locale.ROOT)
                + settings.cluster().map(ServerCommand::place).orElse("")
                + settings.coordinator()
                        .map(it -> ", on the pool " + it.pool() + ", by ZooKeeper at " + it.hosts())
                        .orElse("")
                + settings.poolOfOne().map(pool -> ", on the pool " + pool).orElse("")
                + ", over " + settings.transport().word()
                + (settings.tlsKey().isPresent() ? ", encrypted" : "")
                + (settings.authToken().isPresent() ? ", with a token)" : ", without a token)");
    }

    private static String place(ClusterSettings cluster) {
        return ", " + cluster.server() + " of " + cluster.map().count() + " on the pool " + cluster.pool();
    }

    /** Who was told to stop, and did, has done what was wanted: the exit code is 0, not that of the signal. */
    private static void stop(Served server, boolean hasFailed) {
        try {
            server.close();
            Runtime.getRuntime().halt(hasFailed ? 1 : 0);
        } catch (PfsException e) {
            Messages.tell(String.valueOf(e.getMessage()));
            Messages.finish();
            Runtime.getRuntime().halt(1);
        }
    }
}
