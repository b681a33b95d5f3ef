package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.server.store.SalvageTrial;
import io.pfs.server.store.SalvageTrial.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Loses, for good, something of copies of what a server has while no process uses it, and has what is lost given up there, by what ships for that: rotten bytes of
 * the journal or of the metadata log, or a file of one of these that is missing.
 */
final class SimSalvage {
    /** More than what can be found out. */
    private static final int BYTES_MAX = 5;

    private final SimWorld world;
    private final Prng prng;
    private final SimServer server;
    private final SimWorkload workload;
    private int attempts;

    SimSalvage(SimWorld world, Prng prng, SimServer server, SimWorkload workload) {
        this.world = world;
        this.prng = prng;
        this.server = server;
        this.workload = workload;
    }

    void attempt() {
        attempts++;
        Files whole = new Files(contents(server.journalDisk()), contents(server.poolDisk()));
        Files damaged = new Files(new TreeMap<>(whole.journal()), new TreeMap<>(whole.pool()));
        boolean ofJournal = prng.oneIn(2);
        Optional<String> damage = ofJournal
                ? damage(damaged.journal(), "journal-", newestKnown())
                : damage(damaged.pool(), "metadata-", Integer.MAX_VALUE);
        if (damage.isPresent()) {
            if (prng.oneIn(4)) {
                damaged.pool().keySet().removeIf(BoostDamage::isBoost);
            }
            SalvageTrial trial = new SalvageTrial(
                    SimServer.ROOT_SEED,
                    workload.shards(),
                    new Epoch(server.incarnation() + 1),
                    server.clock(),
                    prng.child("life " + attempts));
            try {
                world.tally().count("salvage: " + trial.run(whole, damaged));
            } catch (SalvageTrial.Broken e) {
                throw new SimViolation("salvage, " + damage.get() + ": " + e.getMessage());
            }
        }
    }

    private static Map<String, byte[]> contents(SimDisk disk) {
        Map<String, byte[]> contents = new TreeMap<>();
        disk.names().forEach(name -> contents.put(name, disk.inode(name).bytes()));
        return contents;
    }

    /** Of the newest file of the journal so much is known to have been forced: what comes behind may be a torn tail. */
    private int newestKnown() {
        List<String> names = names(server.journalDisk().names(), "journal-");
        return names.isEmpty()
                ? 0
                : server.journalDisk().inode(names.get(names.size() - 1)).knownForced();
    }

    private static List<String> names(Iterable<String> all, String kind) {
        List<String> names = new ArrayList<>();
        all.forEach(name -> {
            if (name.startsWith(kind) && !name.endsWith(".tmp")) {
                names.add(name);
            }
        });
        return names;
    }

    /**
     * Damages one of these files, and says how.
     *
     * @param newestBelow the newest of them only before here
     */
    private Optional<String> damage(Map<String, byte[]> files, String kind, int newestBelow) {
        List<String> names = names(files.keySet(), kind);
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String name = names.get(prng.below(names.size()));
        boolean isNewest = name.equals(names.get(names.size() - 1));
        boolean isNamed = files.keySet().stream().anyMatch(other -> other.startsWith("newest-" + name));
        boolean mayBeMissing = !isNewest || newestBelow == Integer.MAX_VALUE || isNamed;
        if (mayBeMissing && prng.oneIn(3)) {
            files.remove(name);
            return Optional.of(name + " is missing");
        }
        byte[] bytes = files.get(name).clone();
        int below = Math.min(bytes.length, isNewest ? newestBelow : Integer.MAX_VALUE);
        if (below == 0) {
            return Optional.empty();
        }
        int at = prng.below(below);
        int to = Math.min(below, at + 1 + prng.below(BYTES_MAX));
        for (int i = at; i < to; i++) {
            bytes[i] ^= (byte) (1 + prng.below(255));
        }
        files.put(name, bytes);
        return Optional.of("bytes from " + at + " to " + to + " of " + name + " are rotten");
    }
}
