package io.pfs.server.hadoop;

import io.pfs.disk.Disk;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.Tenure;
import org.apache.hadoop.fs.Path;

/** The folder of a server for one life of it. */
final class HadoopHome implements RemoteHome {
    static final String JOURNAL = "journal";
    static final String POOL = "pool";

    private final SignOfLife sign;
    private final Disk journal;
    private final Disk pool;

    HadoopHome(HadoopClient client, Path folder, SignOfLife sign) {
        this.sign = sign;
        this.journal = new HadoopDisk(client, new Path(folder, JOURNAL));
        this.pool = new HadoopDisk(client, new Path(folder, POOL));
    }

    @Override
    public Disk journal() {
        return journal;
    }

    @Override
    public Disk pool() {
        return pool;
    }

    @Override
    public Tenure tenure() {
        return sign;
    }

    @Override
    public void close() {
        journal.close();
        pool.close();
        sign.stop();
    }
}
