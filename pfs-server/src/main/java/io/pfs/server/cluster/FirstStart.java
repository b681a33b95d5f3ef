package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.store.FolderTree;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/** Makes the pool of a cluster, unless it is there; one on HDFS is made when that runs. Wherever it ends, the next one goes on: a pool that is there is whole. */
final class FirstStart {
    private static final String NO_ZOOKEEPER = "-";

    private FirstStart() {}

    /**
     * Says how many seats there are. For who has claimed the folder.
     *
     * @param hdfs if the pool is to be on it
     * @param wanted if anything is
     * @param usual if there is no pool yet, and nothing is wanted
     * @param port of the first server
     */
    static int seats(ClusterFolder folder, Optional<Hdfs> hdfs, Optional<Integer> wanted, int usual, int port) {
        Optional<ClusterState> before = folder.find();
        requireNoOtherPool(folder, hdfs.isPresent());
        if (isMade(folder, hdfs.isPresent()) && before.isPresent()) {
            int seats = before.get().seats();
            wanted.filter(count -> count != seats).ifPresent(count -> {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "the cluster in " + folder.path() + " has " + seats + " seats, for good, and not " + count);
            });
            return seats;
        }
        int seats = wanted.orElse(usual);
        Starter starter = new Starter(ProcessMark.of(ProcessHandle.current()), NO_ZOOKEEPER, port);
        folder.write(new ClusterState(seats, starter, hdfs, List.of())); // first: with it, the folder is ours
        if (hdfs.isPresent()) {
            FolderTree.remove(folder.hdfs()); // nothing was ever served from it
        } else {
            make(folder, seats);
        }
        return seats;
    }

    static boolean isMade(ClusterFolder folder, boolean isOnHdfs) {
        return Files.exists(isOnHdfs ? folder.hdfsPoolMade() : folder.pool());
    }

    /** Refuses to go on elsewhere than where the pool is. */
    static void requireNoOtherPool(ClusterFolder folder, boolean isOnHdfs) {
        if (isMade(folder, !isOnHdfs)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "the cluster in " + folder.path() + " was made "
                            + (isOnHdfs ? "without HDFS: start it without --hdfs" : "on HDFS: start it with --hdfs")
                            + ", or name another folder");
        }
    }

    private static void make(ClusterFolder folder, int seats) {
        FolderTree.remove(folder.poolNext());
        RemoteFolders.format(new PoolAt.Folder(folder.poolNext()), seats, new SystemClock(), new SystemEntropy());
        Path unused = ClusterFolder.attempt(
                () -> Files.move(folder.poolNext(), folder.pool(), StandardCopyOption.ATOMIC_MOVE));
    }
}
