package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.disk.Disk;
import io.pfs.pool.Pool;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.PoolPlace;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one of several servers has in the pool that they share, while it has it.
 *
 * @param block the pool's superblock, as that of this server's data
 * @param epoch in which it has that
 * @param own its own part of the pool
 * @param seen all of the pool, as this server sees it
 * @param journal where its journal is, if that is in the pool
 * @param mayBeNew whether nothing is in the pool that a new data folder could not know of
 * @param tenure how long it has it
 * @param witness lets clients of other processes find its part, if they can
 */
record SeatTaken(
        ClusterBlock block,
        Epoch epoch,
        Disk own,
        Pool seen,
        Optional<Disk> journal,
        boolean mayBeNew,
        Tenure tenure,
        Supplier<Optional<PoolPlace>> witness) {
    /** The same for as long as another tenure holds, too. */
    SeatTaken within(Tenure other) {
        return new SeatTaken(block, epoch, own, seen, journal, mayBeNew, Tenure.both(tenure, other), witness);
    }
}
