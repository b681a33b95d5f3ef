package io.pfs.server.hdfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HDFS with one NameNode and one DataNode, in the folder that the command line names. A line that begins with {@code HDFS ready on hdfs://} says that it
 * serves. It ends when its input does.
 */
public final class HdfsMain {
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private HdfsMain() {}

    public static void main(String[] args) throws IOException {
        Thread watch = new Thread(HdfsMain::awaitEnd, "hdfs-end");
        watch.setDaemon(true);
        watch.start();
        try {
            serve(new HdfsFolder(Path.of(args[0])));
        } catch (IOException | RuntimeException e) {
            System.err.println("HDFS could not be started: " + e);
            Runtime.getRuntime().halt(1); // some of its threads may run
        }
    }

    private static void serve(HdfsFolder folder) throws IOException {
        Configuration conf = folder.ofServers();
        DefaultMetricsSystem.setMiniClusterMode(true); // formatting registers the same names that serving does
        if (!folder.isFormatted()) {
            NameNode.format(conf);
        }
        NameNode names = NameNode.createNameNode(new String[0], conf);
        conf.set("fs.defaultFS", HdfsFolder.uri(names.getNameNodeAddress()));
        DataNode data = DataNode.createDataNode(new String[0], conf);
        while (!data.isDatanodeFullyStarted() || names.isInSafeMode()) {
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        folder.writeForClients(names.getNameNodeAddress());
        System.out.println(
                "HDFS ready on " + HdfsFolder.uri(names.getNameNodeAddress()) + " (data in " + folder.path() + ")");
        names.join();
    }

    /** Whoever started this has the other end of the input: it ends with him, however he ends. */
    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // nobody says anything: the end is what is waited for
            }
        } catch (IOException e) {
            System.err.println("HDFS ends, as its input fails: " + e);
        }
        Runtime.getRuntime().halt(0);
    }
}
