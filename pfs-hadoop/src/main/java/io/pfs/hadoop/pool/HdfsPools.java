package io.pfs.hadoop.pool;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.PoolFinder;
import io.pfs.client.local.WitnessFile;
import io.pfs.pool.HomeName;
import io.pfs.pool.PoolReader;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** Looks for pools on HDFS, and for others among the folders of this machine. Any thread. */
public final class HdfsPools implements PoolFinder {
    private static final String SCHEME = "hdfs";

    private static final System.Logger LOG = System.getLogger(HdfsPools.class.getName());

    private final PoolFinder folders = new FolderPools();
    private final Patience patience;
    private final UserGroupInformation user;
    private final Map<URI, HdfsWay> ways = new HashMap<>();
    private final AtomicBoolean isTold = new AtomicBoolean();
    private boolean isClosed;

    /**
     * In the name of the user that Hadoop knows on this thread.
     *
     * @param conf says what Hadoop's clients know of HDFS
     * @param timeout how long those wait whose requests are read so
     */
    public HdfsPools(Configuration conf, Duration timeout) throws IOException {
        this.patience = Patience.of(conf, timeout);
        this.user = UserGroupInformation.getCurrentUser();
    }

    /** A pool counts if the witness of this server's part is the one that it left there: that of another file system has another, and so has a copy of an earlier life. */
    @Override
    public Optional<PoolReader> find(ServerId server, PoolPlace place) {
        if (!place.folder().startsWith(SCHEME + "://")) {
            return folders.find(server, place);
        }
        try {
            URI uri = URI.create(place.folder());
            PoolReader home = new HdfsHome(way(uri.resolve("/")), new Path(uri), HomeName.before(server));
            return WitnessFile.isIn(home, place) ? Optional.of(home) : Optional.empty();
        } catch (PfsException e) {
            return Optional.empty(); // not here, or not for us
        } catch (IllegalArgumentException e) {
            tell(place.folder() + " leads nowhere: " + e.getMessage());
            return Optional.empty();
        }
    }

    private synchronized HdfsWay way(URI uri) {
        if (isClosed) {
            throw new PfsException(ErrorCode.CLOSED, "this file system was closed by its user");
        }
        return ways.computeIfAbsent(uri, to -> new HdfsWay(to, patience, user, System::nanoTime, this::tell));
    }

    /** Once: whoever reads is served all the same. */
    private void tell(String what) {
        if (!isTold.getAndSet(true)) {
            LOG.log(System.Logger.Level.INFO, what + "; servers send what is read");
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        ways.values().forEach(HdfsWay::close);
    }
}
