package io.pfs.client;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.client.call.CallEnv;
import io.pfs.client.call.Caller;
import io.pfs.client.call.DaemonTimers;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.file.FileCalls;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.local.LocalReads;
import io.pfs.client.local.PoolFinder;
import io.pfs.client.route.Directories;
import io.pfs.client.route.PfsPath;
import io.pfs.client.route.Placement;
import io.pfs.client.route.Walker;
import io.pfs.client.sorted.Memberships;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.sorted.SortedFiles;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Search;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableCatalog;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.SleeplessClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.row.TablePointer;
import io.pfs.wire.Connection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * A file system: tables, and files in them. Any number of threads may use it.
 *
 * <pre>
 * try (Pfs pfs = Pfs.embedded(Path.of("data"))) {
 *     Table photos = pfs.ensureTable("/photos");
 *     photos.put("a.jpg", "thumb", bytes);
 *     Optional&lt;byte[]&gt; thumb = photos.get("a.jpg", "thumb");
 * }
 * </pre>
 */
public final class Pfs implements AutoCloseable {
    private static final int LOCAL_READERS = 4;

    /** Who begins waits for so long until pools are found; what comes later is found while he works. */
    private static final long LOOK_NS = 3_000_000_000L;

    private final Caller caller;
    private final DaemonTimers timers;
    private final TableCatalog catalog;
    private final Optional<LocalReads> local;

    private Pfs(Caller caller, DaemonTimers timers, TableCatalog catalog, Optional<LocalReads> local) {
        this.caller = caller;
        this.timers = timers;
        this.catalog = catalog;
        this.local = local;
    }

    /** Opens a folder of this machine as a file system; one that is empty or missing is formatted. */
    public static Pfs embedded(Path folder) {
        return embedded(folder, EmbeddedOptions.DEFAULT, ClientOptions.DEFAULT);
    }

    public static Pfs embedded(Path folder, EmbeddedOptions server, ClientOptions client) {
        EmbeddedServers servers = ServiceLoader.load(EmbeddedServers.class)
                .findFirst()
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        "a file system in this process needs the server: add io.pfs:pfs-server (pfs-server.jar and its"
                                + " lib folder) to the class path"));
        return over(servers.open(folder, server), client);
    }

    /**
     * A file system that servers serve: {@code pfs://HOST:PORT}, or {@code pfs://HOST:PORT,HOST:PORT,...}, of which the first
     * that answers tells where all of them are.
     */
    public static Pfs connect(String uri) {
        return connect(uri, ClientOptions.DEFAULT);
    }

    public static Pfs connect(String uri, ClientOptions options) {
        return connect(uri, options, new FolderPools());
    }

    /**
     * The same where pools may be found elsewhere, too, than in folders of this machine.
     *
     * @param pools is closed with it, or if it can't be made
     */
    public static Pfs connect(String uri, ClientOptions options, PoolFinder pools) {
        Connection servers;
        try {
            servers = Remote.open(uri, options);
        } catch (PfsException e) {
            pools.close();
            throw e;
        }
        return beside(servers, options, pools);
    }

    /** The same behind a connection to servers, which may be on this machine. */
    public static Pfs beside(Connection servers, ClientOptions options) {
        return beside(servers, options, new FolderPools());
    }

    private static Pfs beside(Connection servers, ClientOptions options, PoolFinder pools) {
        if (!options.localReads()) {
            pools.close();
            return over(servers, options);
        }
        DaemonTimers timers = new DaemonTimers();
        BackgroundThreads readers = new BackgroundThreads("pfs-local-reads", LOCAL_READERS);
        SleeplessClock clock = SleeplessClock.OF_THIS_PROCESS;
        WaitersFirst waiters = new WaitersFirst(readers, clock);
        LocalReads local = new LocalReads(servers, pools, waiters, clock, timers, LocalReads.AT_ONCE_BYTES);
        local.lookAround(Math.min(LOOK_NS, options.timeout().toNanos()));
        return over(local, Optional.of(local), timers, options);
    }

    /** A file system behind a connection, which is closed with it. */
    public static Pfs over(Connection connection, ClientOptions options) {
        return over(connection, Optional.empty(), new DaemonTimers(), options);
    }

    private static Pfs over(
            Connection connection, Optional<LocalReads> local, DaemonTimers timers, ClientOptions options) {
        CallEnv env = new CallEnv(
                SleeplessClock.OF_THIS_PROCESS,
                timers,
                new SystemEntropy(),
                options.timeout().toNanos(),
                CallEnv.WINDOW_MAX);
        Caller caller = new Caller(connection, env);
        Placement placement = new Placement(connection.facts().shards());
        Directories directories = new Directories(connection.facts().root(), options.directoriesRemembered());
        connection.hears(directories);
        return new Pfs(caller, timers, new TableCatalog(caller, new Walker(caller, placement, directories)), local);
    }

    // Tables

    /** Makes a table in a directory that exists; refused with {@code ALREADY_EXISTS} if the name is taken. */
    public Table createTable(String path) {
        return createTable(path, TableOptions.DEFAULT);
    }

    public Table createTable(String path, TableOptions options) {
        return new Table(Promise.await(createTableAsync(path, options)));
    }

    public CompletableFuture<AsyncTable> createTableAsync(String path, TableOptions options) {
        PfsPath parsed = PfsPath.parse(path);
        Promise<AsyncTable> promise = new Promise<>();
        catalog.create(parsed, options, thenOpen(parsed, promise));
        return promise;
    }

    /** Opens a table, which is made if it is missing, and so are the directories above it. */
    public Table ensureTable(String path) {
        return ensureTable(path, TableOptions.DEFAULT);
    }

    public Table ensureTable(String path, TableOptions options) {
        return new Table(Promise.await(ensureTableAsync(path, options)));
    }

    public CompletableFuture<AsyncTable> ensureTableAsync(String path, TableOptions options) {
        return ensureTableAsync(PfsPath.parse(path), options);
    }

    /** By names that need not be text. */
    public CompletableFuture<AsyncTable> ensureTableAsync(PfsPath parsed, TableOptions options) {
        Promise<AsyncTable> promise = new Promise<>();
        catalog.ensure(parsed, options, thenOpen(parsed, promise));
        return promise;
    }

    private Outcome<TablePointer> thenOpen(PfsPath path, Outcome<AsyncTable> outcome) {
        return Outcome.then(outcome, pointer -> catalog.open(path, outcome));
    }

    /** Opens a table; refused with {@code NOT_FOUND} if there is none. */
    public Table openTable(String path) {
        return new Table(Promise.await(openTableAsync(path)));
    }

    public CompletableFuture<AsyncTable> openTableAsync(String path) {
        return openTableAsync(PfsPath.parse(path));
    }

    /** By names that need not be text. */
    public CompletableFuture<AsyncTable> openTableAsync(PfsPath path) {
        Promise<AsyncTable> promise = new Promise<>();
        catalog.open(path, promise);
        return promise;
    }

    // Queries

    /** A query of the rows of all tables that it names: {@code from /photos, /scans where type = 'jpeg' limit 10}. */
    public Search search(String query) {
        return Promise.await(searchAsync(query));
    }

    public CompletableFuture<Search> searchAsync(String query) {
        Promise<Search> promise = new Promise<>();
        catalog.search(query, promise);
        return promise;
    }

    // Sorted files

    /** Makes a sorted file, without tables yet; refused with {@code ALREADY_EXISTS} if there is one of this name. */
    public Sorted createSorted(String name) {
        return new Sorted(Promise.await(sortedFiles().create(name)));
    }

    /** Opens a sorted file; refused with {@code NOT_FOUND} if there is none. */
    public Sorted openSorted(String name) {
        return new Sorted(Promise.await(sortedFiles().open(name)));
    }

    /** Removes a sorted file, and the indexes that no other names. Rows and their tags stay. */
    public void dropSorted(String name) {
        Promise.await(sortedFiles().drop(name));
    }

    /** The names of all sorted files. */
    public List<String> listSorted() {
        return Promise.await(sortedFiles().list());
    }

    /** Which sorted files a table is in. */
    public Memberships sortedOf(String table) {
        return Promise.await(sortedFiles().of(table));
    }

    /** The same without waiting. */
    public SortedFiles sortedFiles() {
        return new SortedFiles(catalog);
    }

    // Other ways to the same

    /** The same as files and directories. */
    public PfsFiles files() {
        return new PfsFiles(new FileCalls(catalog));
    }

    /** The forms of files as files, in a folder for each column. */
    public PfsForms forms() {
        return new PfsForms(catalog);
    }

    /** Cells by path and column id. */
    public RawCells raw() {
        return new RawCells(catalog);
    }

    /** What was read here, beside a server's pool, instead of brought by it. */
    public LocalReadCounts localReads() {
        return local.map(LocalReads::counts).orElse(LocalReadCounts.NONE);
    }

    // Servers

    /** The seats of the file system, and where each is served as far as it is known here; none if there is one server alone. */
    public List<SeatPlace> seats() {
        List<Optional<String>> places = caller.seats();
        int[] shards = new int[places.size()];
        if (shards.length > 0) {
            for (int shard = 0; shard < caller.shards(); shard++) {
                shards[caller.ownerOf(new ShardId(shard)).value()]++;
            }
        }
        return IntStream.range(0, shards.length)
                .mapToObj(seat -> new SeatPlace(seat, shards[seat], places.get(seat)))
                .toList();
    }

    /** The numbers of the shards that a seat has, ascending. */
    public List<Integer> shardsOf(SeatPlace seat) {
        return IntStream.range(0, caller.shards())
                .filter(shard -> caller.ownerOf(new ShardId(shard)).value() == seat.seat())
                .boxed()
                .toList();
    }

    /** Servers that come and go, for who looks after them. */
    public Cluster cluster() {
        return new Cluster(caller);
    }

    /** Ends it. What is under way is refused, saying so if it may have been done. */
    @Override
    public void close() {
        Promise.requireMayBlock();
        caller.close();
        timers.close();
    }
}
