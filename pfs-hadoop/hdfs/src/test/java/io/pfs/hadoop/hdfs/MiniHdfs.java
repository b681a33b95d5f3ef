package io.pfs.hadoop.hdfs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS of one name node and one data node in this process, for all tests in it. */
final class MiniHdfs {
    private static final AtomicInteger FOLDERS = new AtomicInteger();
    private static final MiniDFSCluster CLUSTER = start();

    private MiniHdfs() {}

    private static MiniDFSCluster start() {
        try {
            Configuration conf = new Configuration();
            File folder = Files.createTempDirectory("pfs-hdfs").toFile();
            conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
            conf.setInt("dfs.blocksize", 1 << 20); // files of some blocks
            conf.setInt("dfs.heartbeat.interval", 1); // brings the order to delete blocks
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

    /** A folder that is not there yet. */
    static Path freshFolder() {
        return new Path(CLUSTER.getURI().resolve("/test-" + FOLDERS.incrementAndGet()));
    }

    /** In the name of who may do everything. */
    static FileSystem files() throws IOException {
        return CLUSTER.getFileSystem();
    }

    /** As HDFS calls the host of the data node. */
    static String host() throws IOException {
        Path file = new Path(freshFolder(), "file");
        try (FSDataOutputStream out = files().create(file)) {
            out.write(1);
        }
        return files().getFileBlockLocations(file, 0, 1)[0].getHosts()[0];
    }

    /** Lets others do so much in a folder, in what is below it, too. */
    static void setPermission(Path path, int files, int folders) throws IOException {
        FileStatus status = files().getFileStatus(path);
        files().setPermission(path, new FsPermission((short) (status.isDirectory() ? folders : files)));
        if (status.isDirectory()) {
            for (FileStatus below : files().listStatus(path)) {
                setPermission(below.getPath(), files, folders);
            }
        }
    }
}
