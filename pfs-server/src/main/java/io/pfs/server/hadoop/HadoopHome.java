package io.pfs.server.hadoop;

import io.pfs.Epoch;
import io.pfs.disk.Disk;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.Tenure;
import org.apache.hadoop.fs.Path;

/** The folder of a server for one life of it. */
final class HadoopHome implements RemoteHome {
    private final Epoch epoch;
    private final SignOfLife sign;
    private final Disk journal;
    private final Disk pool;

    HadoopHome(HadoopClient client, Epoch epoch, Path folder, SignOfLife sign) {
        this.epoch = epoch;
        this.sign = sign;
        this.journal = HadoopDisk.taken(client, new Path(folder, HomeName.JOURNAL));
        this.pool = HadoopDisk.taken(client, new Path(folder, HomeName.POOL));
    }

    @Override
    public Epoch epoch() {
        return epoch;
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
