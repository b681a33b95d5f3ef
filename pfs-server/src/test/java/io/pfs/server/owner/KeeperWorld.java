package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.cluster.SeatPlan;
import io.pfs.testing.ManualWorld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Servers whose keepers move seats among them, and what must be true of them at any time. */
final class KeeperWorld {
    static final long MS = 1_000_000;

    private static final long STEP_NS = 2 * MS;

    final ManualWorld time;
    final SplittableRandom random;
    final SessionTimes times = SessionTimes.ofMillis(1000);
    final MemoryEnsemble ensemble;
    final List<KeeperServer> servers = new ArrayList<>();

    private final int seats;
    /** The newest epoch in which each seat was opened, as its home remembers it. */
    private final Epoch[] opened;

    private final Map<ServerId, KeeperServer> openedLast = new TreeMap<>();

    /** Who was there, and the fewest moves that these changes took. */
    private NavigableMap<MemberId, Integer> present = new TreeMap<>();

    private List<Optional<MemberId>> fewest;
    private int fewestMoves;
    /** As of which of its changes these were compared with the coordinator. */
    private long counted;

    private int moves;
    boolean isCalm;
    /** By how much the time of day of servers that start is wrong. */
    long aheadMillis;
    /** Seats that nobody can open. */
    private final Set<ServerId> damaged = new TreeSet<>();
    /** What each seat has to do, of 1,000; and how long it was busy with that. */
    private final int[] heat;

    private final long[] busyNs;
    /** Whether seats may have moved for that. */
    private boolean isHeated;

    KeeperWorld(long seed, int seats) {
        time = new ManualWorld(seed);
        random = new SplittableRandom(seed);
        this.seats = seats;
        ensemble = new MemoryEnsemble(seats, time.timers(), times);
        opened = new Epoch[seats];
        Arrays.fill(opened, new Epoch(0));
        heat = new int[seats];
        busyNs = new long[seats];
        fewest = ensemble.wanted();
    }

    int seats() {
        return seats;
    }

    KeeperServer start() {
        return start("server" + servers.size());
    }

    KeeperServer start(String host) {
        KeeperServer server = new KeeperServer(this, servers.size(), host);
        servers.add(server);
        return server;
    }

    boolean maybe(int percent) {
        return !isCalm && random.nextInt(100) < percent;
    }

    void damage(ServerId seat, boolean isDamaged) {
        boolean unused = isDamaged ? damaged.add(seat) : damaged.remove(seat);
    }

    boolean isDamaged(ServerId seat) {
        return damaged.contains(seat);
    }

    /** From now on it has so much to do, of 1,000; more is absurd. */
    void heat(int seat, int permille) {
        isHeated = true;
        heat[seat] = permille;
    }

    /** Each is busy for a part of that time, where a server is slow for so many times as long. */
    private void beBusy(long ns, List<KeeperServer> slow) {
        for (int seat = 0; seat < seats; seat++) {
            if (heat[seat] > 0) {
                busyNs[seat] += ns / 1000 * heat[seat] * slowness(new ServerId(seat), slow);
            }
        }
    }

    private static int slowness(ServerId seat, List<KeeperServer> slow) {
        for (KeeperServer server : slow) {
            if (server.mayAnswer(seat)) {
                return server.slowness;
            }
        }
        return 1;
    }

    long busyNs(ServerId seat) {
        return busyNs[seat.value()];
    }

    /** Whether each seat is answered for. */
    boolean isServed() {
        return IntStream.range(0, seats).mapToObj(ServerId::new).allMatch(this::isServed);
    }

    /** Short as a rule. */
    long delayNs(long usuallyNs) {
        return random.nextLong(usuallyNs) * (maybe(3) ? 30 : 1) + 1;
    }

    /** A home refuses who comes late; says whether it opens. */
    boolean openHome(ServerId seat, Epoch epoch) {
        if (epoch.compareTo(opened[seat.value()]) <= 0) {
            return false;
        }
        opened[seat.value()] = epoch;
        return true;
    }

    /** Its home remembers more than the coordinator, who has forgotten what was. */
    void forget(ServerId seat) {
        opened[seat.value()] = new Epoch(opened[seat.value()].value() + 1_000_000);
    }

    void opened(ServerId seat, KeeperServer by) {
        moves++;
        openedLast.put(seat, by);
    }

    /** Who served a seat last, be it for a moment; empty if nobody did. */
    Optional<KeeperServer> openedLast(ServerId seat) {
        return Optional.ofNullable(openedLast.get(seat));
    }

    boolean isServed(ServerId seat) {
        return servers.stream().anyMatch(server -> server.mayAnswer(seat));
    }

    void pass(long ns) {
        List<KeeperServer> slow =
                servers.stream().filter(server -> server.slowness > 1).toList();
        for (long passed = 0; passed < ns; passed += STEP_NS) {
            long before = time.happened();
            time.pass(STEP_NS);
            if (isHeated) {
                beBusy(STEP_NS, slow);
            }
            if (time.happened() > before) { // time alone ends leases, and has nobody answer who did not
                requireOneHolderEach();
                count();
            }
        }
    }

    private void requireOneHolderEach() {
        for (int seat = 0; seat < seats; seat++) {
            ServerId number = new ServerId(seat);
            KeeperServer holder = null;
            for (KeeperServer server : servers) {
                if (server.mayAnswer(number)) {
                    assertNull(holder, () -> number + " is answered for by two, one of them " + server);
                    holder = server;
                }
            }
        }
    }

    private void count() {
        if (ensemble.changes() == counted) {
            return;
        }
        counted = ensemble.changes();
        NavigableMap<MemberId, Integer> now = new TreeMap<>();
        ensemble.servers().values().stream()
                .filter(server -> server.weight() > 0)
                .forEach(server -> now.put(server.member(), server.weight()));
        if (now.isEmpty() || now.equals(present)) {
            return;
        }
        present = now;
        List<Optional<MemberId>> next =
                SeatPlan.next(fewest, now).stream().map(Optional::of).toList();
        for (int seat = 0; seat < seats; seat++) {
            fewestMoves += next.get(seat).equals(fewest.get(seat)) ? 0 : 1;
        }
        fewest = next;
    }

    /** Lets everything come to rest, then looks whether it is as it should be. */
    void settle() {
        isCalm = true;
        ensemble.away(false);
        servers.forEach(KeeperServer::mend);
        if (isHeated) {
            Arrays.fill(heat, 0);
            pass(60_000 * MS);
        }
        pass(60_000 * MS);
        List<KeeperServer> running =
                servers.stream().filter(KeeperServer::isRunning).toList();
        assertEquals(running.size(), ensemble.servers().size(), "those that run have joined, and nobody else");
        List<Optional<MemberId>> wanted = ensemble.wanted();
        for (int seat = 0; seat < seats && !running.isEmpty(); seat++) {
            ServerId number = new ServerId(seat);
            assertEquals(
                    wanted.get(seat), ensemble.seats().get(seat).holder(), () -> number + " is where it is wanted");
            assertEquals(
                    1,
                    running.stream().filter(server -> server.mayAnswer(number)).count(),
                    () -> number + " is served");
        }
        assertTrue(isHeated || moves <= fewestMoves * 3 / 2, moves + " moves where " + fewestMoves + " are the fewest");
    }
}
