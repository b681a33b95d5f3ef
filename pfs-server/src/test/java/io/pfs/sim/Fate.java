package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.FileHeader;
import io.pfs.sim.SimWorkload.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strikes now and then, with what this run's seed allows. */
final class Fate {
    private static final int BLOWS = 60;
    private static final Life FOREVER = new Life("fate");

    private final SimWorld world;
    private final Prng prng;
    private final Faults faults;
    private final SimServer server;
    private final DiskFaults disk;
    private final SimNetwork network;
    private final Auditor auditor;
    private final BoostDamage boost;
    private final List<Runnable> blows = new ArrayList<>();
    private Runnable restart = () -> {};
    private Optional<Rot> rot = Optional.empty();
    private boolean striking;
    private int blowsLeft = BLOWS;

    /** One flipped bit. */
    private record Rot(SimInode inode, String file, int at, int bit) {
        void flip() {
            inode.rot(at, bit);
        }

        @Override
        public String toString() {
            return "bit " + bit + " of byte " + at + " of " + file;
        }
    }

    Fate(
            SimWorld world,
            Prng prng,
            Faults faults,
            SimServer server,
            DiskFaults disk,
            SimNetwork network,
            Auditor auditor) {
        this.world = world;
        this.prng = prng;
        this.faults = faults;
        this.server = server;
        this.disk = disk;
        this.network = network;
        this.auditor = auditor;
        this.boost = new BoostDamage(world, prng.child("boost damage"), server.poolDisk());
        blows.add(this::checkpoint);
        choose(faults.crashes(), this::crash);
        choose(faults.crashes(), this::crashSoon);
        choose(faults.kills(), this::kill);
        choose(faults.disk(), this::failDisk);
        choose(faults.disk(), this::failSegments);
        choose(faults.space(), this::fillDisk);
        choose(faults.clocks(), this::jumpClock);
    }

    private void choose(boolean allowed, Runnable blow) {
        if (allowed) {
            blows.add(blow);
        }
    }

    void begin(Runnable restartServer) {
        restart = restartServer;
        striking = true;
        if (faults.network()) {
            network.allow(0.02, 0.2);
        }
        planNext();
    }

    /** Heals everything. */
    void end() {
        striking = false;
        heal();
        network.allow(0, 0);
        cure();
    }

    private void heal() {
        disk.none();
        server.journalDisk().unlimitSpace();
        server.poolDisk().unlimitSpace();
        server.poolDisk().refuseWrites("");
    }

    /** Whether it has struck as often as it may. */
    boolean isSpent() {
        return blowsLeft == 0;
    }

    private void planNext() {
        world.plan(FOREVER, prng.between(2_000_000, 60_000_000), this::strike);
    }

    private void strike() {
        if (!striking) {
            return;
        }
        if (faults.any()) {
            blowsLeft--;
        }
        blows.get(prng.below(blows.size())).run();
        if (striking && blowsLeft > 0) {
            planNext();
        }
    }

    private void checkpoint() {
        server.group().ifPresent(group -> {
            world.tally().count("checkpoint asked for");
            group.checkpoint();
        });
    }

    private void crash() {
        if (server.isUp()) {
            world.tally().count("crash");
            world.trace("crash", blowsLeft);
            server.crash();
            maybeRot();
            boost.maybeDamage();
            planRestart();
        }
    }

    private void kill() {
        if (server.isUp()) {
            world.tally().count("kill");
            world.trace("kill", blowsLeft);
            server.kill();
            maybeRot();
            boost.maybeDamage();
            planRestart();
        }
    }

    /** The next crash comes in the middle of an operation of one of the disks. */
    private void crashSoon() {
        long operations =
                Math.max(server.journalDisk().operations(), server.poolDisk().operations());
        disk.crashAt(operations + prng.between(1, 40));
    }

    private void failDisk() {
        double force = prng.oneIn(2) ? 0.05 : 0;
        double write = prng.oneIn(2) ? 0.02 : 0;
        disk.allow(force, write, 0);
        disk.allowReads(prng.oneIn(3) ? 0.05 : 0);
        world.plan(FOREVER, prng.between(1_000_000, 40_000_000), () -> {
            disk.allow(0, 0, 0);
            disk.allowReads(0);
        });
    }

    /** Cells can't be copied while everything else goes on: the journal alone holds them over several checkpoints. */
    private void failSegments() {
        server.poolDisk().refuseWrites("column-");
        world.plan(
                FOREVER,
                prng.between(20_000_000, 300_000_000),
                () -> server.poolDisk().refuseWrites(""));
    }

    private void fillDisk() {
        SimDisk full = prng.oneIn(2) ? server.journalDisk() : server.poolDisk();
        full.limitSpace(prng.between(0, 8192));
        world.plan(FOREVER, prng.between(5_000_000, 60_000_000), full::unlimitSpace);
    }

    private void jumpClock() {
        world.tally().count("clock jumped");
        server.clock().jump(prng.between(-3_600_000, 3_600_000));
    }

    private void planRestart() {
        world.plan(FOREVER, prng.between(1_000_000, 30_000_000), restart);
    }

    /**
     * Flips a bit where the product promises to notice: in what was forced and is known to be. In the newest file of the
     * journal that ends where the last batch begins that knows of it; damage to that one can't be told from a torn tail.
     */
    private void maybeRot() {
        if (!faults.rot() || prng.oneIn(4)) {
            return;
        }
        boolean ofJournal = prng.oneIn(2);
        SimDisk chosen = ofJournal ? server.journalDisk() : server.poolDisk();
        List<String> names = new ArrayList<>(chosen.names());
        // what happens to the boost index is no excuse for anything
        names.removeIf(name -> name.endsWith(".tmp") || BoostDamage.isBoost(name));
        if (!names.isEmpty()) {
            boolean newest = prng.oneIn(2);
            String name = names.get(newest ? names.size() - 1 : prng.below(names.size()));
            boolean stillOpen = ofJournal && name.equals(names.get(names.size() - 1));
            SimInode inode = chosen.inode(name);
            rot(inode, name, stillOpen ? inode.knownForced() : inode.size());
        }
    }

    private void rot(SimInode inode, String name, int below) {
        if (below > 0) {
            rot = Optional.of(new Rot(inode, name, prng.below(below), prng.below(8)));
            rot.get().flip();
            world.tally().count("disk: bit rotten");
            world.trace("rot " + rot.get(), 0);
        }
    }

    /** Recovery refused to go on: it must have a reason that this run gave it. */
    void requireExcuse(PfsException refusal) {
        world.trace("refused", refusal.code().number());
        boolean isRot = rot.isPresent() && isDamage(refusal.code());
        boolean isDisk = (faults.disk() || faults.space()) && isFailure(refusal.code());
        if (isRot) {
            world.tally().count("recovery refused a rotten file");
            cure();
        } else if (isDisk) {
            world.tally().count("recovery met a failing disk");
            heal();
        } else {
            throw new SimViolation("recovery refused without a reason: " + refusal.getMessage());
        }
    }

    private static boolean isFailure(ErrorCode code) {
        return code == ErrorCode.NO_SPACE || code == ErrorCode.IO_FAILED || code == ErrorCode.FORCE_FAILED;
    }

    private static boolean isDamage(ErrorCode code) {
        return code.kind() == ErrorCode.Kind.DATA;
    }

    /** A server came back: what it has must be right, rot or not. */
    void recovered() {
        if (rot.isPresent() || prng.oneIn(2)) {
            try {
                auditor.audit(server, rot.map(Rot::file));
                requireFewRefused();
            } catch (PfsException e) {
                if (rot.isEmpty() || !isDamage(e.code())) {
                    throw e;
                }
                world.tally().count("a rotten slice was refused");
                cure();
                server.kill();
                planRestart();
                return;
            }
        }
        rot.ifPresent(r -> world.tally().count("rot where nothing is promised"));
        cure();
    }

    /** A bit behind a segment's header is in one cell, or in the places of those of one row. */
    private void requireFewRefused() {
        boolean isInHeader = rot.filter(r -> r.at < FileHeader.BYTES).isPresent();
        if (auditor.refusedRows() > 1 && !isInHeader) {
            throw new SimViolation(auditor.refusedRows() + " rows are refused for " + rot);
        }
    }

    /** A server that stopped itself: it must have had a reason. */
    void requireStopExcuse(PfsException why) {
        world.trace("stopped", why.code().number());
        if (!(faults.disk() || faults.space()) || !isFailure(why.code())) {
            throw new SimViolation("the shards stopped without a reason: " + why.getMessage());
        }
    }

    private void cure() {
        rot.ifPresent(Rot::flip);
        rot = Optional.empty();
    }
}
