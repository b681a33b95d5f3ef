package io.pfs.sim;

import io.pfs.server.gc.GcGoal;
import io.pfs.server.shard.ShardGroup;
import java.util.List;

/** What happens to servers whose seats move, to what is between them, and to who says where they are. */
final class SeatFates {
    private static final Life FOREVER = new Life("fates of seats");
    private static final int BLOWS = 24;
    /** Some tries take less. */
    private static final long HINDERED_MAX_NS = 8_000_000_000L;
    /** Nothing is given up for that. */
    private static final long SHORT_SILENCE_NS = StorageReach.SILENCE_NS;

    private final SeatCluster cluster;
    private final SimWorld world;
    private final Prng prng;
    private final Prng hindering;
    private final Prng storage;
    private final Prng silence;
    private final long sessionNs;
    private int blowsLeft;
    private boolean striking;

    SeatFates(SeatCluster cluster, Prng prng) {
        this.cluster = cluster;
        this.world = cluster.world();
        this.prng = prng;
        this.hindering = prng.child("hindering");
        this.storage = prng.child("storage");
        this.silence = prng.child("silence");
        this.sessionNs = cluster.times().timeoutNs();
        cluster.whenMoving(this::moving);
    }

    void begin() {
        striking = true;
        blowsLeft = BLOWS;
        planNext();
        planHindrance();
        planAbsence();
        planSilence();
    }

    boolean isSpent() {
        return blowsLeft == 0;
    }

    /** Heals everything; who sleeps wakes, who runs goes on. */
    void end() {
        striking = false;
        cluster.ensemble().away(false);
        cluster.net().heal();
        cluster.homes().forEach(SeatHome::heal);
        cluster.running().forEach(this::mend);
        if (cluster.running().stream().allMatch(SeatMember::isStopping)) {
            startOneMore();
        }
    }

    private void mend(SeatMember member) {
        member.cut(false);
        member.loseMessages(false);
        member.hinder(false);
        member.reach().silent(false);
        wake(member);
    }

    private void wake(SeatMember member) {
        if (member.isRunning() && member.isAsleep()) {
            member.wake();
        }
    }

    private void planNext() {
        world.plan(FOREVER, prng.between(1_000_000, sessionNs), this::strike);
    }

    /** Beside all else, so that what else happens to a seed hangs little on it. */
    private void planHindrance() {
        world.plan(FOREVER, hindering.between(1_000_000, 8 * sessionNs), () -> {
            List<SeatMember> running = cluster.running();
            if (striking && !running.isEmpty()) {
                hinder(running.get(hindering.below(running.size())));
                planHindrance();
            }
        });
    }

    private void hinder(SeatMember one) {
        world.tally().count("seats: server hindered for a while");
        world.trace("hindered", one.number());
        one.hinder(true);
        world.plan(FOREVER, hindering.between(1_000_000, HINDERED_MAX_NS), () -> one.hinder(false));
    }

    /** Of the storage of one seat, for all who take it. */
    private void planAbsence() {
        world.plan(FOREVER, storage.between(1_000_000, 4 * sessionNs), () -> {
            if (striking) {
                List<SeatHome> homes = cluster.homes();
                leave(homes.get(storage.below(homes.size())));
                planAbsence();
            }
        });
    }

    private void leave(SeatHome home) {
        world.tally().count("seats: storage away for who takes one");
        world.trace("storage away", home.seat().value());
        home.away(true);
        world.plan(FOREVER, storage.between(1_000_000, HINDERED_MAX_NS), () -> home.away(false));
    }

    /** Of all storage, for one server that goes on to reach all else. */
    private void planSilence() {
        world.plan(FOREVER, silence.between(1_000_000, 8 * sessionNs), () -> {
            List<SeatMember> running = cluster.running();
            if (striking && !running.isEmpty()) {
                fallSilent(running.get(silence.below(running.size())));
                planSilence();
            }
        });
    }

    private void fallSilent(SeatMember one) {
        world.tally().count("seats: storage silent for one");
        world.trace("storage silent", one.number());
        one.reach().silent(true);
        world.plan(
                FOREVER,
                silence.between(1_000_000, silence.oneIn(2) ? SHORT_SILENCE_NS : HINDERED_MAX_NS),
                () -> one.reach().silent(false));
    }

    private void strike() {
        if (!striking) {
            return;
        }
        blowsLeft--;
        List<SeatMember> running = cluster.running();
        if (running.stream().filter(member -> !member.isStopping()).count() < 2) {
            startOneMore();
        } else {
            strike(running.get(prng.below(running.size())), running);
        }
        if (blowsLeft > 0) {
            planNext();
        }
    }

    private void strike(SeatMember one, List<SeatMember> running) {
        switch (prng.below(16)) {
            case 0, 1 -> startOneMore();
            case 2 -> kill(one);
            case 3 -> stop(one);
            case 4, 5, 6 -> sleep(one);
            case 7 -> cutOff(one);
            case 8 -> coordinatorGoes();
            case 9 -> part(running);
            case 10 -> one.port().cutAny();
            case 11 -> crashSoon();
            case 12 -> work(one);
            case 13, 14 -> sleepSoon();
            default -> one.loseMessages(prng.oneIn(2));
        }
    }

    void startOneMore() {
        if (cluster.running().size() < cluster.addresses().size()) {
            SeatMember member = cluster.start();
            world.tally().count("seats: server joined");
            world.trace("joined", member.number());
        }
    }

    private void kill(SeatMember one) {
        world.tally().count(one.isAsleep() ? "seats: server killed asleep" : "seats: server killed");
        world.trace("killed", one.number());
        cluster.kill(one);
    }

    private void stop(SeatMember one) {
        if (!one.isStopping()) {
            world.tally().count("seats: server stopped in order");
            world.trace("stopped", one.number());
            one.stop();
        }
    }

    /** Often longer than its session lives. */
    private void sleep(SeatMember one) {
        if (!one.isAsleep()) {
            world.tally().count("seats: server fell asleep");
            world.trace("asleep", one.number());
            one.sleep();
            world.plan(FOREVER, prng.between(1_000_000, 3 * sessionNs), () -> wake(one));
        }
    }

    /** In the midst of writing. */
    private void sleepSoon() {
        List<SeatHome> homes = cluster.homes();
        SeatHome home = homes.get(prng.below(homes.size()));
        home.callSoon(40, () -> cluster.userOf(home).ifPresent(this::sleep));
    }

    /** It is to open a seat that is its own now, or to close one that others want. */
    private void moving(SeatMember one) {
        if (striking && prng.oneIn(8)) {
            world.tally().count("seats: fell asleep before it opened or closed a seat");
            sleep(one);
        }
    }

    private void cutOff(SeatMember one) {
        world.tally().count("coordinator: out of reach for one");
        one.cut(true);
        world.plan(FOREVER, prng.between(1_000_000, 4 * sessionNs), () -> one.cut(false));
    }

    private void coordinatorGoes() {
        world.tally().count("coordinator: away");
        cluster.ensemble().away(true);
        world.plan(
                FOREVER,
                prng.between(1_000_000, 4 * sessionNs),
                () -> cluster.ensemble().away(false));
    }

    private void part(List<SeatMember> running) {
        SeatMember one = running.get(prng.below(running.size()));
        SeatMember other = running.get(prng.below(running.size()));
        if (one != other) {
            world.tally().count("seats: partition");
            cluster.net().part(one.port(), other.port());
            world.plan(FOREVER, prng.between(1_000_000, 2 * sessionNs), cluster.net()::heal);
        }
    }

    private void crashSoon() {
        List<SeatHome> homes = cluster.homes();
        homes.get(prng.below(homes.size())).crashSoon(40);
    }

    /** Who was about to call that disk is gone, if he was not before: what he had asked for may happen late. */
    void crashed(SimCrash crash) {
        cluster.userOf(crash.disk()).ifPresent(user -> {
            world.tally().count("seats: server died in a call of a disk");
            world.trace("died in a call", user.number());
            cluster.kill(user);
        });
    }

    private void work(SeatMember one) {
        one.engines().values().forEach(engine -> engine.onGroup(this::work));
    }

    private void work(ShardGroup group) {
        if (prng.oneIn(2)) {
            group.checkpoint();
        } else {
            boolean unused = group.collection().start(prng.oneIn(2) ? GcGoal.ALL : GcGoal.WORTHWHILE, ended -> {});
        }
    }
}
