package io.pfs.server.hadoop;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.KerberosLogin;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import io.pfs.server.remote.RemoteView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.permission.FsPermission;

/** A pool in a folder of HDFS. */
final class HadoopPool implements RemotePool {
    private static final FsPermission PRIVATE = new FsPermission((short) 0700);
    private static final int SHOWN_MAX = 3;

    private final HadoopClient client;
    private final Path folder;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;
    private final Runnable closing;

    private HadoopPool(
            HadoopClient client, Path folder, HadoopTimes times, Clock clock, Consumer<String> told, Runnable closing) {
        this.closing = closing;
        this.client = client;
        this.folder = folder;
        this.times = times;
        this.clock = clock;
        this.told = told;
    }

    /** By Hadoop's settings, as they are found, and in the name of who is to log in, or of this process. */
    static HadoopPool open(
            String uri, Optional<KerberosLogin> login, HadoopTimes times, Clock clock, Consumer<String> told) {
        Configuration conf = new Configuration();
        if (login.isPresent()) {
            return open(uri, conf, HadoopLogin.by(login.get(), conf, told), times, clock, told);
        }
        HadoopLogin.requireSomebody(uri);
        return open(uri, conf, times, clock, told);
    }

    static HadoopPool open(String uri, Configuration conf, HadoopTimes times, Clock clock, Consumer<String> told) {
        return open(uri, conf, LoginRenewal.NONE, times, clock, told);
    }

    private static HadoopPool open(
            String uri, Configuration conf, LoginRenewal login, HadoopTimes times, Clock clock, Consumer<String> told) {
        URI parsed = parse(uri);
        try {
            HadoopClient client = HadoopClient.connect(parsed, conf, login, times);
            Path folder = client.files().makeQualified(new Path(parsed));
            return new HadoopPool(client, folder, times, clock, told, client::close);
        } catch (UnsupportedFileSystemException e) {
            throw unknownScheme(uri, parsed, e);
        } catch (IOException e) {
            throw HadoopFailures.of("reach", uri, e);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                throw unknownScheme(uri, parsed, e);
            }
            if (e instanceof IllegalArgumentException) { // an unknown host, a port that is none
                throw new PfsException(ErrorCode.USAGE, uri + " leads nowhere: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private static URI parse(String uri) {
        try {
            URI parsed = URI.create(uri);
            if (parsed.getPath() != null && !parsed.getPath().isEmpty()) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            throw new PfsException(ErrorCode.USAGE, "'" + uri + "' is no URI: " + e.getMessage(), e);
        }
        throw new PfsException(ErrorCode.USAGE, "'" + uri + "' names no folder, as hdfs://HOST:PORT/FOLDER does");
    }

    private static PfsException unknownScheme(String uri, URI parsed, Exception e) {
        return new PfsException(
                ErrorCode.NOT_SUPPORTED,
                uri + " can't hold a pool: Hadoop has no file system for " + parsed.getScheme()
                        + ": here; a pool takes hsync, hflush and recoverLease, which HDFS has"
                        + " (hdfs://HOST:PORT/FOLDER)",
                e);
    }

    /** The same, to be looked at, by the same connection. */
    RemoteView view() {
        return new HadoopView(client, folder, times, clock, told);
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public Disk folder() {
        return HadoopDisk.shared(client, folder);
    }

    @Override
    public void make(List<String> homes) {
        try {
            requireEmpty();
            makeFolder(folder);
            Capabilities.require(client, folder);
            for (String home : homes) {
                Path first = new Epochs(client, folder, home).folder(HomeName.NEVER_TAKEN.value());
                makeFolder(first);
                makeFolder(new Path(first, HomeName.JOURNAL));
                makeFolder(new Path(first, HomeName.POOL));
            }
        } catch (IOException e) {
            throw HadoopFailures.of("make a pool of", folder.toString(), e);
        }
    }

    /** Only here: a life that made its folder again could not be fenced. */
    private void makeFolder(Path path) throws IOException {
        client.files().mkdirs(path, PRIVATE);
    }

    private void requireEmpty() throws IOException {
        try {
            FileStatus[] found = client.files().listStatus(folder);
            if (found.length > 0) {
                List<String> names = Arrays.stream(found)
                        .map(status -> status.getPath().getName())
                        .sorted()
                        .limit(SHOWN_MAX)
                        .toList();
                throw new PfsException(
                        ErrorCode.NOT_OURS,
                        folder + " is not empty: it holds " + String.join(", ", names)
                                + "; name another folder, or remove" + " what is there");
            }
        } catch (FileNotFoundException e) {
            // it is made now
        }
    }

    @Override
    public RemoteHome take(String home, Optional<Epoch> claimed) {
        try {
            HadoopLogin.warnOfTicket(told);
            Epochs epochs = new Epochs(client, folder, home);
            long epoch = new Takeover(client, epochs, times, clock, told).run(claimed);
            return taken(new Epoch(epoch), epochs.folder(epoch));
        } catch (IOException e) {
            throw HadoopFailures.of("take over the folder of " + home + " in", folder.toString(), e);
        }
    }

    private RemoteHome taken(Epoch epoch, Path own) throws IOException {
        LeaseRecovery recovery = new LeaseRecovery(client, times, clock, told);
        BoundedCalls.Answer<List<Path>> journal = recovery.open(new Path(own, HomeName.JOURNAL));
        BoundedCalls.Answer<List<Path>> pool = recovery.open(new Path(own, HomeName.POOL));
        SignOfLife sign = SignOfLife.start(client, own, times, clock, told); // while those are on their way
        try {
            recovery.close(journal.await());
            recovery.close(pool.await());
            return new HadoopHome(client, epoch, own, sign);
        } catch (IOException | RuntimeException e) {
            sign.stop();
            throw e;
        }
    }

    @Override
    public Disk reading(String home) {
        return new ReadingDisk(client, new Epochs(client, folder, home));
    }

    @Override
    public RemotePool scratch(String name) {
        Path path = new Path(folder, name);
        remove(path);
        return new HadoopPool(client, path, times, clock, told, () -> remove(path));
    }

    private void remove(Path path) {
        try {
            client.calls().run(() -> client.files().delete(path, true));
        } catch (IOException e) {
            throw HadoopFailures.of("remove", path.toString(), e);
        }
    }

    @Override
    public void close() {
        closing.run();
    }
}
