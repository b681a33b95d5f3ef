package io.pfs.server.hadoop;

import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.testing.ForwardingDisk;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/** An HDFS of one name node and one data node in this process, for all tests in it. */
public final class MiniHdfs {
    /** So short that a test doesn't wait, and long enough for a machine that is busy. */
    static final HadoopTimes SHORT = new HadoopTimes(10_000, 200, 2_000, 2_500, 50, 2_000);

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

    /** An empty folder, with a connection of its own that is closed with it. */
    public static Disk freshDisk() {
        return freshDisk(SHORT.callMillis());
    }

    /** The same, on which a call fails that takes longer. */
    public static Disk freshDisk(long callMillis) {
        try {
            HadoopClient client = HadoopClient.connect(CLUSTER.getURI(), conf(), callMillis);
            Path folder = new Path(URI.create(freshUri()));
            client.files().mkdirs(folder);
            return new ForwardingDisk(new HadoopDisk(client, folder)) {
                @Override
                public void close() {
                    client.close();
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
