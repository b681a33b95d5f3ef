package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.gc.GcGoal;
import io.pfs.sim.DiskFaults.Call;
import java.util.ArrayList;
import java.util.List;

/** Strikes a server now and then, with what this run's seed allows. */
final class Fate {
    private static final int BLOWS = 60;
    private static final long LEASES_NS = 20_000_000;
    private static final Life FOREVER = new Life("fate");

    private final SimWorld world;
    private final Prng prng;
    private final SimWorkload workload;
    private final SimCluster cluster;
    private final SimServer server;
    private final DiskFaults disk;
    private final Auditor auditor;
    private final BoostDamage boost;
    private final Rot rot;
    private final SimSalvage salvage;
    private final Prng endings;
    private final List<Runnable> blows = new ArrayList<>();
    private Runnable restart = () -> {};
    private boolean striking;
    private int blowsLeft;
    private int pace = 1;

    Fate(SimCluster cluster, SimServer server, Prng prng, Auditor auditor) {
        this.world = cluster.world();
        this.prng = prng;
        this.workload = cluster.workload();
        this.cluster = cluster;
        this.server = server;
        this.disk = server.faults();
        this.auditor = auditor;
        this.boost = new BoostDamage(world, prng.child("boost damage"), server.poolDisk());
        this.endings = prng.child("endings");
        this.rot = new Rot(world, prng.child("rot"), server, cluster.isOne(), cluster::cured);
        this.salvage = new SimSalvage(world, prng.child("salvage"), server, workload);
        this.blowsLeft = BLOWS / workload.servers();
        blows.add(this::checkpoint);
        blows.add(this::collect);
        choose(FaultClass.CRASHES, this::crash);
        choose(FaultClass.CRASHES, this::crashSoon);
        choose(FaultClass.KILLS, this::kill);
        choose(FaultClass.DISK, this::failDisk);
        choose(FaultClass.DISK, this::failSegments);
        choose(FaultClass.READS, () -> failFor(Call.READ, 0.05));
        choose(FaultClass.NAMES, () -> failFor(Call.RENAME, 0.3));
        choose(FaultClass.NAMES, () -> failFor(Call.DELETE, 0.3));
        choose(FaultClass.CLOSES, () -> {
            if (endings.oneIn(2)) {
                closeInOrder();
            } else {
                close();
            }
        });
        choose(FaultClass.POISON, server::poison);
        choose(FaultClass.SPACE, this::fillDisk);
        choose(FaultClass.CLOCKS, this::jumpClock);
    }

    private void choose(FaultClass allowed, Runnable blow) {
        if (workload.has(allowed)) {
            blows.add(blow);
        }
    }

    void begin(Runnable restartServer) {
        restart = restartServer;
        striking = true;
        planNext();
    }

    /** Half of what strikes the server is from now on that it ends in order, if that may be. */
    void endInOrderOften() {
        List<Runnable> others = List.copyOf(blows);
        others.forEach(other -> choose(FaultClass.CLOSES, this::closeInOrder));
    }

    /** From now on it strikes so many times as seldom. */
    void slowDown(int times) {
        pace = times;
    }

    /** Heals everything. */
    void end() {
        striking = false;
        heal();
        rot.cure();
    }

    private void heal() {
        disk.none();
        server.heal();
        server.journalDisk().unlimitSpace();
        server.poolDisk().unlimitSpace();
        server.poolDisk().refuseWrites("");
    }

    /** Whether it has struck as often as it may. */
    boolean isSpent() {
        return blowsLeft == 0;
    }

    /** All servers together are struck as often as one. */
    private void planNext() {
        long each = (long) pace * workload.servers();
        world.plan(FOREVER, prng.between(2_000_000L * each, 60_000_000L * each), this::strike);
    }

    private void strike() {
        if (!striking) {
            return;
        }
        if (workload.hasBlows()) {
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

    private void collect() {
        server.group().ifPresent(group -> {
            boolean begun = group.collection().start(prng.oneIn(2) ? GcGoal.ALL : GcGoal.WORTHWHILE, ended -> {});
            world.tally().count(begun ? "collection asked for" : "collection was under way");
            group.commit();
        });
    }

    void crash() {
        if (server.isUp()) {
            world.tally().count("crash");
            world.trace("crash", blowsLeft);
            server.crash();
            maybeRot();
            boost.maybeDamage();
            planRestart();
        }
    }

    void kill() {
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
        if (prng.oneIn(2)) {
            failFor(Call.FORCE, 0.05);
        }
        if (prng.oneIn(2)) {
            failFor(Call.WRITE, 0.02);
        }
    }

    private void failFor(Call call, double probability) {
        disk.allow(call, probability);
        world.plan(FOREVER, prng.between(1_000_000, 40_000_000), () -> disk.allow(call, 0));
    }

    boolean isClosing() {
        return server.isClosing();
    }

    /** Ends the process in order, with whatever is under way; one at a time, so that a failure at its end is known to be its. */
    private void close() {
        if (server.isUp() && cluster.servers().stream().noneMatch(SimServer::isClosing)) {
            world.tally().count("close");
            world.trace("close", blowsLeft);
            server.close();
            if (!server.isClosed()) {
                world.tally().count("close with a job under way");
            }
            awaitClosed(server.life());
        }
    }

    /** As a process is ended by who runs it: its clients are asked for their leases first, and given some time. */
    private void closeInOrder() {
        if (server.isWell()) {
            Life ending = server.life();
            server.handLeasesOver();
            world.plan(FOREVER, endings.oneIn(2) ? 0 : endings.between(0, LEASES_NS), () -> {
                if (striking && ending.isAlive()) {
                    close();
                }
            });
        }
    }

    private void awaitClosed(Life closing) {
        if (!closing.isAlive()) {
            return; // it crashed meanwhile
        }
        if (server.isClosed()) {
            server.kill();
            planRestart();
        } else {
            world.plan(FOREVER, 100_000, () -> awaitClosed(closing));
        }
    }

    /** The last writes of a process that ends failed. Nobody was told that they would not. */
    void closingFailed(PfsException failure) {
        if (!server.isClosing() || !isExcused(failure.code())) {
            throw failure;
        }
        world.tally().count("closing met a failing disk");
        server.kill();
        planRestart();
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
        long reserve = prng.oneIn(2) ? workload.limits().spaceReservedBytes() : 0;
        full.limitSpace(reserve + prng.between(0, 8192));
        world.plan(FOREVER, prng.between(5_000_000, 60_000_000), full::unlimitSpace);
    }

    private void jumpClock() {
        world.tally().count("clock jumped");
        server.clock().jump(prng.between(-3_600_000, 3_600_000));
    }

    private void planRestart() {
        world.plan(FOREVER, prng.between(1_000_000, 30_000_000), restart);
    }

    private void maybeRot() {
        if (workload.has(FaultClass.ROT) && cluster.isOne() && !rot.isThere()) {
            salvage.attempt();
        }
        if (workload.has(FaultClass.ROT) && !prng.oneIn(4)) {
            rot.strike();
        }
    }

    /** Recovery refused to go on: it must have a reason that this run gave it. */
    void requireExcuse(PfsException refusal) {
        world.trace("refused", refusal.code().number());
        boolean isRot = rot.isThere() && isDamage(refusal.code());
        boolean isDisk = isExcused(refusal.code());
        if (isRot) {
            world.tally().count("recovery refused a rotten file");
            rot.cure();
        } else if (isDisk) {
            world.tally().count("recovery met a failing disk");
            heal();
        } else {
            throw new SimViolation("recovery refused without a reason: " + refusal.getMessage());
        }
    }

    private boolean isExcused(ErrorCode code) {
        return (workload.failsCalls() || workload.has(FaultClass.SPACE)) && isFailure(code);
    }

    private static boolean isFailure(ErrorCode code) {
        return code == ErrorCode.NO_SPACE || code == ErrorCode.IO_FAILED || code == ErrorCode.FORCE_FAILED;
    }

    private static boolean isDamage(ErrorCode code) {
        return code.kind() == ErrorCode.Kind.DATA;
    }

    /** A server came back: what it has must be right, rot or not. What others have to say can be heard only if they are well. */
    void recovered() {
        if (rot.isThere() && !cluster.areAllWell()) {
            world.tally().count("rot where nothing is promised");
            recoverWithoutRot(); // what it has found damaged on its way it would go by
            return;
        }
        if (rot.isThere()
                && server.group().filter(group -> !group.apart().isNothing()).isPresent()) {
            auditor.auditOthers(this::wantForgetting);
            recoverWithoutRot();
            return;
        }
        boolean isWanted = rot.isThere() || prng.oneIn(2);
        if (isWanted && cluster.areAllWell()) {
            try {
                auditor.audit(rot.file());
                requireFewRefused();
            } catch (PfsException e) {
                if (!rot.isThere() || !isDamage(e.code())) {
                    throw e;
                }
                world.tally().count("a rotten slice was refused");
                recoverWithoutRot();
                return;
            }
        }
        if (rot.isThere()) {
            world.tally().count("rot where nothing is promised");
        }
        rot.cure();
    }

    /** Had it anything forgotten now, what is well again would lack it. */
    private void wantForgetting() {
        checkpoint();
        collect();
    }

    private void recoverWithoutRot() {
        rot.cure();
        server.kill();
        planRestart();
    }

    /** A few bytes behind a segment's header are in one cell or two, or in the places of those of so many rows. */
    private void requireFewRefused() {
        if (auditor.refusedRows() > 2 && !rot.isInHeader()) {
            throw new SimViolation("rot: " + auditor.refusedRows() + " rows are refused for " + rot);
        }
    }

    /** A server that stopped itself: it must have had a reason. */
    void requireStopExcuse(PfsException why) {
        world.trace("stopped", why.code().number());
        if (!server.tookPoison() && !isExcused(why.code())) {
            throw new SimViolation("the shards stopped without a reason: " + why.getMessage());
        }
    }
}
