package io.pfs.bench.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HDFS with one NameNode and one DataNode, in a process of its own, as it is shipped but for what makes one machine of it
 * and for what any user of many small files would set: who closes a file does not wait for the DataNode's report of its block, which
 * costs 400 ms otherwise.
 */
final class HdfsProcess implements AutoCloseable {
    private static final String LOCAL = "127.0.0.1:0";

    private final ChildProcess process;
    private final URI uri;

    private HdfsProcess(ChildProcess process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** On an empty folder. */
    static HdfsProcess start(Path folder) throws IOException {
        ChildProcess process = ChildProcess.start("hdfs", folder, Main.class, folder.toString());
        return new HdfsProcess(process, URI.create(process.ready()));
    }

    URI uri() {
        return uri;
    }

    /** How a client of it is to behave. */
    static void tuneClient(Configuration conf) {
        conf.setInt("dfs.replication", 1);
        conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 1);
        conf.setInt(
                "dfs.client.block.write.locateFollowingBlock.retries", 10); // the delay doubles: a second, not 31 ms
    }

    @Override
    public void close() {
        process.close();
    }

    /** The process. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            Configuration conf = configuration(Path.of(args[0]));
            DefaultMetricsSystem.setMiniClusterMode(true); // formatting registers the same names that serving does
            NameNode.format(conf);
            NameNode names = NameNode.createNameNode(new String[0], conf);
            String address = "127.0.0.1:" + names.getNameNodeAddress().getPort();
            conf.set("fs.defaultFS", "hdfs://" + address);
            DataNode data = DataNode.createDataNode(new String[0], conf);
            awaitRegistered(data);
            System.out.println("hdfs://" + address);
            names.join();
        }

        private static void awaitRegistered(DataNode data) {
            while (!data.isDatanodeFullyStarted()) {
                Thread.onSpinWait();
            }
        }

        private static Configuration configuration(Path folder) {
            Configuration conf = new Configuration();
            tuneClient(conf);
            conf.setInt("dfs.namenode.file.close.num-committed-allowed", 1);
            conf.setInt("dfs.namenode.handler.count", 32);
            conf.setInt("dfs.namenode.safemode.extension", 0);
            conf.set("fs.defaultFS", "hdfs://" + LOCAL);
            conf.set("dfs.namenode.name.dir", folder.resolve("names").toUri().toString());
            conf.set("dfs.datanode.data.dir", folder.resolve("data").toUri().toString());
            conf.set("dfs.namenode.http-address", LOCAL);
            conf.set("dfs.datanode.address", LOCAL);
            conf.set("dfs.datanode.http.address", LOCAL);
            conf.set("dfs.datanode.ipc.address", LOCAL);
            conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
            return conf;
        }
    }
}
