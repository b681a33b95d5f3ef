package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.disk.Disk;
import io.pfs.server.hadoop.MiniHdfs;
import io.pfs.testing.Jvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of two data nodes is stopped, and not dead: the name node goes on to name it for new files. HDFS finds that by itself, and
 * takes longer for it than we wait for a file that has worked.
 */
@Tag("nightly") // takes as long as HDFS takes, most of a minute
final class JournalOnSilentDataNodeTest {
    private static final long CALL_MILLIS = 3_000;
    private static final long FIRST_CALL_MILLIS = 120_000;

    @TempDir
    private Path temporary;

    @Test
    void theNextFileIsWrittenWithoutIt() throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, temporary.resolve("hdfs").toString());
        conf.setInt("dfs.client.socket-timeout", 1_000); // and 5 s a replica
        try (MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
            Process silent = startDataNode(cluster);
            try {
                cluster.waitActive();
                while (cluster.getNamesystem().getNumLiveDataNodes() < 2) {
                    Thread.onSpinWait();
                }
                Configuration client = new Configuration(cluster.getConfiguration(0));
                client.setInt("dfs.replication", 2);
                try (Disk disk = MiniHdfs.freshDisk(cluster.getURI(), client, CALL_MILLIS, FIRST_CALL_MILLIS)) {
                    goesOn(disk, silent);
                }
            } finally {
                silent.destroyForcibly().onExit().join();
            }
        }
    }

    private static void goesOn(Disk disk, Process silent) throws Exception {
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        rig.append(1, 100);
        rig.settle();
        assertEquals(1, rig.durableCount());

        assertEquals(
                0,
                new ProcessBuilder("kill", "-STOP", Long.toString(silent.pid()))
                        .start()
                        .waitFor());
        rig.append(1, 100);
        rig.settle(); // makes the next file, too, and waits for that as long as HDFS takes
        assertFalse(rig.failures.isEmpty(), "what took too long has failed");
        rig.append(1, 100);
        rig.settle();
        assertEquals(2, rig.durableCount());
    }

    private Process startDataNode(MiniDFSCluster cluster) throws IOException {
        List<String> settings = Stream.of(
                        "fs.defaultFS=" + cluster.getURI(),
                        "dfs.datanode.data.dir=" + temporary.resolve("silent").toUri(),
                        "dfs.datanode.address=127.0.0.1:0",
                        "dfs.datanode.http.address=127.0.0.1:0",
                        "dfs.datanode.ipc.address=127.0.0.1:0")
                .flatMap(each -> Stream.of("-D", each))
                .toList();
        return new ProcessBuilder(Jvm.brief(
                        Jvm.classPath(), List.of(), "org.apache.hadoop.hdfs.server.datanode.DataNode", settings))
                .redirectErrorStream(true)
                .redirectOutput(new File(temporary.toFile(), "data-node.log"))
                .start();
    }
}
