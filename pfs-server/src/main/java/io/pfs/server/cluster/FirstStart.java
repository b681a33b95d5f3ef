package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/** Makes the pool of a cluster, unless it is there. Wherever it ends, the next one goes on: a pool that is there is whole. */
final class FirstStart {
    private static final String NO_ZOOKEEPER = "-";

    private FirstStart() {}

    /**
     * Says how many seats there are. For who has claimed the folder.
     *
     * @param wanted if anything is
     * @param usual if there is no pool yet, and nothing is wanted
     * @param port of the first server
     */
    static int seats(ClusterFolder folder, Optional<Integer> wanted, int usual, int port) {
        Optional<ClusterState> before = folder.find();
        if (Files.exists(folder.pool()) && before.isPresent()) {
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
        folder.write(new ClusterState(seats, starter, List.of())); // first: with it, the folder is ours
        make(folder, seats);
        return seats;
    }

    private static void make(ClusterFolder folder, int seats) {
        ClusterFolder.deleteAll(folder.poolNext());
        RemoteFolders.format(new PoolAt.Folder(folder.poolNext()), seats, new SystemClock(), new SystemEntropy());
        Path unused = ClusterFolder.attempt(
                () -> Files.move(folder.poolNext(), folder.pool(), StandardCopyOption.ATOMIC_MOVE));
    }
}
