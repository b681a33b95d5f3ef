package io.pfs.server.hdfs;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** Where an HDFS of one machine has all that it has, and how it is set up. */
record HdfsFolder(Path path) {
    private static final String ANY_PORT = "127.0.0.1:0";

    private Path names() {
        return path.resolve("names");
    }

    /** Has it been an HDFS before? */
    boolean isFormatted() {
        return Files.exists(names());
    }

    /** For its NameNode and its DataNode. */
    Configuration ofServers() {
        Configuration conf = new HdfsConfiguration();
        setForAll(conf);
        conf.set("fs.defaultFS", "hdfs://" + ANY_PORT);
        conf.set("hadoop.tmp.dir", path.resolve("tmp").toString());
        conf.set("dfs.namenode.name.dir", names().toUri().toString());
        conf.set("dfs.datanode.data.dir", path.resolve("data").toUri().toString());
        conf.set("dfs.namenode.http-address", ANY_PORT);
        conf.set("dfs.datanode.address", ANY_PORT);
        conf.set("dfs.datanode.http.address", ANY_PORT);
        conf.set("dfs.datanode.ipc.address", ANY_PORT);
        conf.set("dfs.datanode.hostname", "localhost");
        conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false); // the machine may have no names
        conf.setInt("dfs.heartbeat.interval", 1); // brings the order to close a dead server's file
        conf.setInt("dfs.namenode.safemode.extension", 0); // nobody else is to come
        conf.setInt("dfs.namenode.file.close.num-committed-allowed", 1); // who closes a file waits for no report
        return conf;
    }

    /** What servers and clients have to go by, too. */
    private static void setForAll(Configuration conf) {
        conf.setInt("dfs.replication", 1);
        conf.setInt("dfs.blocksize", 32 << 20); // so much has to be free for each file that is written
        conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 1);
        conf.setInt(
                "dfs.client.block.write.locateFollowingBlock.retries", 10); // the delay doubles: a second, not 31 ms
        conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.enable", false); // there is no other one
    }

    /** Leaves in {@code conf} what a client needs, in the files where Hadoop looks for it. */
    void writeForClients(InetSocketAddress address) throws IOException {
        Path folder = Files.createDirectories(path.resolve("conf"));
        Configuration core = new Configuration(false);
        core.set("fs.defaultFS", uri(address));
        write(folder.resolve("core-site.xml"), core);
        Configuration hdfs = new Configuration(false);
        setForAll(hdfs);
        write(folder.resolve("hdfs-site.xml"), hdfs);
    }

    static String uri(InetSocketAddress address) {
        return "hdfs://127.0.0.1:" + address.getPort();
    }

    private static void write(Path file, Configuration conf) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
    }
}
