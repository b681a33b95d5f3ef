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
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a seat has in the pool, whoever holds it: its epoch, its journal, its segments. Who takes it keeps all others from writing, as a
 * {@link io.pfs.server.remote.RemoteHome} has to.
 */
final class SeatHome {
    /** The number of its epoch, its journal, its segments: taken one after the other. */
    private static final int PARTS = 3;

    private static final long LOOK_NS = 2_000_000;
    private static final Life WAKING = new Life("who wakes");
    private static final long WAKING_NS = 10_000_000;

    private final SimWorld world;
    private final ServerId seat;
    private final Prng prng;
    private final Durability durability;
    private final SeatPlant plant;
    private final SimDisk epochs;
    private final SimDisk journal;
    private final SimDisk pool;
    /** Journal and segments as HDFS has them, if it does. */
    private final Optional<OnHdfs> onHdfs;

    private final DiskFaults faults;
    private final SeatPace pace;
    private final Prng absence;
    private boolean isAway;
    private Optional<SeatMember> user = Optional.empty();

    /** What one holder has of it. */
    record Taken(Disk journal, Pool pool) {}

    private record OnHdfs(SimHdfs journal, SimHdfs pool) {
        void crash() {
            journal.crash();
            pool.crash();
        }
    }

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
        boolean isOnHdfs = pace.isOnHdfs(prng.child("storage"));
        this.journal = disk("journal", isOnHdfs);
        this.pool = disk("pool", isOnHdfs);
        this.onHdfs =
                isOnHdfs ? Optional.of(new OnHdfs(hdfs("journal", journal), hdfs("pool", pool))) : Optional.empty();
        SeatParts.begin(epochs.take());
    }

    private SimDisk disk(String name, boolean isOnHdfs) {
        Prng own = prng.child(name);
        return isOnHdfs ? SimDisk.withDurableNames(world, own, faults) : new SimDisk(world, own, faults);
    }

    private SimHdfs hdfs(String name, SimDisk blocks) {
        return new SimHdfs(world, prng.child(name + " on hdfs"), blocks);
    }

    ServerId seat() {
        return seat;
    }

    /**
     * Refuses who comes too late; then nobody else who had it writes here any more, unless it is on HDFS: see {@link #awaitFence}.
     *
     * @param by who takes it
     */
    Taken take(Epoch epoch, SeatMember by) {
        int partsLeft = isAway ? absence.below(PARTS) : PARTS;
        require(partsLeft > 0);
        plant.advance(pace.storage(epochs.take()), epoch);
        return onHdfs.isPresent() ? takeOnHdfs(onHdfs.get(), by, partsLeft) : takeDisks(by, partsLeft);
    }

    private Taken takeDisks(SeatMember by, int partsLeft) {
        if (prng.oneIn(2)) {
            losePower();
        }
        require(partsLeft > 1);
        Disk ownJournal = plant.fences() ? journal.take() : journal.share();
        require(partsLeft > 2);
        Disk ownPool = plant.fences() ? pool.take() : pool.share();
        user = Optional.of(by);
        StorageReach reach = by.reach();
        return new Taken(reach.disk(pace.storage(ownJournal)), new LocalPool(reach.disk(pace.storage(ownPool))));
    }

    /** All names are those of the new life at once. */
    private Taken takeOnHdfs(OnHdfs hdfs, SeatMember by, int partsLeft) {
        SimHdfs.User using = new SimHdfs.User() {
            @Override
            public void uses() {
                user = Optional.of(by);
            }

            @Override
            public void asks() {
                by.reach().requireAnswer();
            }
        };
        user.filter(before -> before != by).ifPresent(this::mayWakeSoon);
        Disk ownJournal =
                plant.fences() ? hdfs.journal().take(using) : hdfs.journal().share(using);
        Disk ownPool = plant.fences() ? hdfs.pool().take(using) : hdfs.pool().share(using);
        user = Optional.of(by);
        world.tally().count("hdfs: folder taken");
        require(partsLeft > 1);
        return new Taken(by.reach().asked(ownJournal), new LocalPool(by.reach().asked(ownPool)));
    }

    /** Who slept through the end of his session wakes while his files are being closed. */
    private void mayWakeSoon(SeatMember before) {
        if (before.isRunning() && before.isAsleep() && prng.oneIn(2)) {
            world.tally().count("hdfs: woke while files were being closed");
            world.plan(WAKING, prng.between(0, WAKING_NS), () -> wake(before));
        }
    }

    private static void wake(SeatMember before) {
        if (before.isRunning() && before.isAsleep()) {
            before.wake();
        }
    }

    /**
     * Goes on when whoever had it before can write nothing any more: on HDFS once that has closed its files, those of the journal first.
     *
     * @param by who has taken it
     * @param life of him
     * @param failed hears why that can't be seen
     */
    void awaitFence(SeatMember by, Life life, Runnable then, Consumer<PfsException> failed) {
        if (onHdfs.isPresent() && plant.fences()) {
            OnHdfs hdfs = onHdfs.get();
            Waiting waiting = new Waiting(by.reach(), life, failed);
            waiting.close(hdfs.journal(), () -> waiting.close(hdfs.pool(), then));
        } else {
            then.run();
        }
    }

    /** Until files are closed that somebody else had open, for however long. Data nodes may lose their power before, in the midst or after it. */
    private final class Waiting {
        private static final int LOSES_ONE_IN = 4;

        private final StorageReach reach;
        private final Life life;
        private final Consumer<PfsException> failed;

        Waiting(StorageReach reach, Life life, Consumer<PfsException> failed) {
            this.reach = reach;
            this.life = life;
            this.failed = failed;
        }

        void close(SimHdfs folder, Runnable then) {
            mayLosePower();
            folder.recoverLeases();
            look(folder, () -> {
                mayLosePower();
                then.run();
            });
        }

        private void mayLosePower() {
            if (prng.oneIn(LOSES_ONE_IN)) {
                losePower();
            }
        }

        private void look(SimHdfs folder, Runnable then) {
            reach.await(life, answers -> {
                if (!answers || isAway) {
                    world.tally().count("hdfs: away while files were to be closed");
                    failed.accept(new PfsException(ErrorCode.IO_FAILED, "planned: the storage is away"));
                } else if (folder.areLeasesClosed()) {
                    then.run();
                } else {
                    world.plan(life, LOOK_NS, () -> look(folder, then));
                }
            });
        }
    }

    /** Who has called its storage last, or has taken it since. */
    Optional<SeatMember> user() {
        return user;
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

    /** What was written and not forced may be lost or not, where that was not promised. */
    private void losePower() {
        if (durability != Durability.SYNC || !plant.fences()) {
            return;
        }
        onHdfs.ifPresentOrElse(OnHdfs::crash, () -> {
            journal.crash();
            pool.crash();
        });
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
