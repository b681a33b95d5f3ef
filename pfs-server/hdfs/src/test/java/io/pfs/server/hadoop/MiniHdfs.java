package io.pfs.server.hadoop;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.testing.ForwardingDisk;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;

/** An HDFS of one name node and one data node in this process, for all tests in it. */
public final class MiniHdfs {
    /** So short that a test doesn't wait, and long enough for a machine that is busy. */
    static final HadoopTimes SHORT = new HadoopTimes(10_000, 10_000, 200, 2_000, 2_500, 50, 2_000);

    static final Clock CLOCK = new SystemClock();

    private static final AtomicInteger FOLDERS = new AtomicInteger();
    private static final MiniDFSCluster CLUSTER = start();

    private MiniHdfs() {}

    private static MiniDFSCluster start() {
        try {
            Configuration conf = new Configuration();
            File folder = Files.createTempDirectory("pfs-hdfs").toFile();
            conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
            conf.setInt("dfs.blocksize", 1 << 20); // files of some blocks
            conf.setInt("dfs.heartbeat.interval", 1); // brings the order to close a file
            conf.setInt("dfs.namenode.handler.count", 4);
            conf.setInt("dfs.ls.limit", 10); // folders of some pages
            MiniDFSCluster cluster =
                    new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
            cluster.waitActive();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> FileUtil.fullyDelete(folder)));
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MiniDFSCluster cluster() {
        return CLUSTER;
    }

    static Configuration conf() {
        return new Configuration(CLUSTER.getConfiguration(0));
    }

    /** A folder that is not there yet. */
    public static String freshUri() {
        return CLUSTER.getURI().resolve("/test-" + FOLDERS.incrementAndGet()).toString();
    }

    /** Copies a folder of this machine, its locks left out, to one that is not there yet; many files at once, as HDFS takes long to close one. */
    public static void upload(java.nio.file.Path from, String uri) throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Stream<java.nio.file.Path> files = Files.walk(from)) {
            List<CompletableFuture<Void>> copies = files.filter(file -> !file.endsWith("lock"))
                    .map(file -> CompletableFuture.runAsync(
                            () -> uploadOne(
                                    file, under(uri, from.relativize(file).toString())),
                            threads))
                    .toList();
            copies.forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }

    private static Path under(String uri, String name) {
        return name.isEmpty() ? new Path(uri) : new Path(uri, name);
    }

    private static void uploadOne(java.nio.file.Path from, Path to) {
        try {
            if (Files.isDirectory(from)) {
                CLUSTER.getFileSystem().mkdirs(to);
            } else {
                CLUSTER.getFileSystem().copyFromLocalFile(new Path(from.toString()), to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a folder in another one a new name. */
    public static void rename(String folder, String from, String to) {
        try {
            CLUSTER.getFileSystem().rename(under(folder, from), under(folder, to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty folder, with a connection of its own that is closed with it. */
    public static Disk freshDisk() {
        return freshDisk(SHORT.callMillis());
    }

    /** The same, on which a call fails that takes longer. */
    public static Disk freshDisk(long callMillis) {
        return freshDisk(CLUSTER.getURI(), conf(), callMillis, callMillis);
    }

    /** The same anywhere; the first calls to a file may take longer. */
    public static Disk freshDisk(URI uri, Configuration conf, long callMillis, long firstCallMillis) {
        HadoopTimes times = new HadoopTimes(callMillis, firstCallMillis, 200, 2_000, 2_500, 50, 2_000);
        try {
            HadoopClient client = HadoopClient.connect(uri, conf, times);
            Path folder = new Path(uri.resolve("/test-" + FOLDERS.incrementAndGet()));
            client.files().mkdirs(folder);
            Disk disk = HadoopDisk.taken(client, folder);
            return new ForwardingDisk(disk) {
                @Override
                public DiskFile openToRead(String name) {
                    return disk.openToRead(name);
                }

                @Override
                public void close() {
                    client.close();
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the files in a folder take so many bytes; {@link Long#MAX_VALUE} for no limit. */
    public static void setSpaceQuota(String folder, long bytes) {
        try {
            CLUSTER.getFileSystem()
                    .setQuota(
                            new Path(folder),
                            HdfsConstants.QUOTA_DONT_SET,
                            bytes == Long.MAX_VALUE ? HdfsConstants.QUOTA_RESET : bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does something while the name node answers nothing. */
    static void whileTheNameNodeHangs(Runnable task) {
        FSNamesystem names = CLUSTER.getNamesystem();
        names.writeLock(RwLockMode.GLOBAL);
        try {
            task.run();
        } finally {
            names.writeUnlock(RwLockMode.GLOBAL, "test");
        }
    }

    /** Has the data node acknowledge nothing any more, until the latch is open. */
    public static void holdAcknowledgements(CountDownLatch until) {
        DataNodeFaultInjector.set(new DataNodeFaultInjector() {
            @Override
            public void delaySendingAckToUpstream(String upstream) throws IOException {
                try {
                    until.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
            }
        });
    }
}
