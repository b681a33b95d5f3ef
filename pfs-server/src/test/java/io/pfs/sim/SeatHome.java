package io.pfs.sim;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.store.SeatParts;

/**
 * What a seat has in the pool, whoever holds it: its epoch, its journal, its segments. Who takes it keeps all others from writing, as a
 * {@link io.pfs.server.remote.RemoteHome} has to.
 */
final class SeatHome {
    /** The number of its epoch, its journal, its segments: taken one after the other. */
    private static final int PARTS = 3;

    private final SimWorld world;
    private final ServerId seat;
    private final Prng prng;
    private final Durability durability;
    private final SeatPlant plant;
    private final SimDisk epochs;
    private final SimDisk journal;
    private final SimDisk pool;
    private final DiskFaults faults;
    private final SeatPace pace;
    private final Prng absence;
    private boolean isAway;

    /** What one holder has of it. */
    record Taken(Disk journal, Pool pool) {}

    SeatHome(SimWorld world, Prng prng, ServerId seat, Durability durability, SeatPlant plant, SeatPace pace) {
        this.world = world;
        this.seat = seat;
        this.prng = prng;
        this.durability = durability;
        this.plant = plant;
        this.pace = pace;
        this.faults = new DiskFaults(prng.child("faults"));
        this.absence = prng.child("absence");
        this.epochs = new SimDisk(world, prng.child("epochs"), new DiskFaults(prng.child("no faults")));
        this.journal = new SimDisk(world, prng.child("journal"), faults);
        this.pool = new SimDisk(world, prng.child("pool"), faults);
        SeatParts.begin(epochs.take());
    }

    ServerId seat() {
        return seat;
    }

    /**
     * Refuses who comes too late; then nobody else who had it writes here any more.
     *
     * @param reach whether the storage answers who takes it
     */
    Taken take(Epoch epoch, StorageReach reach) {
        int partsLeft = isAway ? absence.below(PARTS) : PARTS;
        require(partsLeft > 0);
        plant.advance(pace.storage(epochs.take()), epoch);
        lose();
        require(partsLeft > 1);
        Disk ownJournal = plant.fences() ? journal.take() : journal.share();
        require(partsLeft > 2);
        Disk ownPool = plant.fences() ? pool.take() : pool.share();
        return new Taken(reach.disk(pace.storage(ownJournal)), new LocalPool(reach.disk(pace.storage(ownPool))));
    }

    private void require(boolean isThere) {
        if (!isThere) {
            world.tally().count("seats: taken from a storage that was away");
            throw new PfsException(ErrorCode.IO_FAILED, "planned: the storage is away");
        }
    }

    /** Whether its storage is away for whoever takes it, who may notice that in the midst of it. */
    void away(boolean away) {
        isAway = away;
    }

    /** What somebody who is gone, or can't write any more, had written and not forced may be lost or not. */
    private void lose() {
        if (durability == Durability.SYNC && plant.fences() && prng.oneIn(2)) {
            journal.crash();
            pool.crash();
        }
    }

    /** To read what others point to. */
    Pool read() {
        return new LocalPool(pace.storage(pool.attachToRead()));
    }

    boolean has(SimDisk disk) {
        return disk == journal || disk == pool;
    }

    /** Whoever has it dies in one of the next calls. */
    void crashSoon(int within) {
        faults.crashAt(soon(within));
    }

    /** Something happens in one of the next calls. */
    void callSoon(int within, Runnable task) {
        faults.callAt(soon(within), task);
    }

    private long soon(int within) {
        return Math.max(journal.operations(), pool.operations()) + 1 + prng.below(within);
    }

    void heal() {
        isAway = false;
        faults.none();
    }
}
