package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.hash.SplitArithmetic;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.inspect.GroupDamage;
import io.pfs.server.shard.RottenSlices;
import io.pfs.server.store.SeenRows.Seen;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Damages a copy of what a server of all shards has, and holds what becomes of that against what it would have been: of what is lost nothing is served, the rest as
 * if nothing had been; and once it is given up, all that is left is served, a row as it was or as it once was.
 */
public final class SalvageTrial {
    private final Superblock superblock;
    private final Epoch epoch;
    private final Clock clock;
    private final Entropy entropy;

    /** The bytes of its files. */
    public record Files(Map<String, byte[]> journal, Map<String, byte[]> pool) {}

    /** Something is not as it was promised. */
    public static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(String what) {
            super(what);
        }
    }

    /**
     * What is not there any more, or not as it was.
     *
     * @param others slices that are there beside it
     */
    private record Given(Set<ShardId> shards, Set<SliceKey> slices, Set<SliceKey> others) {
        boolean concerns(Seen row) {
            return shards.contains(row.shard()) || slices.contains(row.slice()) || isOfPart(row);
        }

        /** A slice that can't be read is not divided either, though the journal says so. */
        private boolean isOfPart(Seen row) {
            return !others.contains(row.slice())
                    && slices.stream()
                            .anyMatch(slice -> slice.table().equals(row.slice().table())
                                    && SplitArithmetic.covers(
                                            slice.slice().value(),
                                            depthOf(slice),
                                            row.slice().slice().value()));
        }

        private static int depthOf(SliceKey slice) {
            return SplitArithmetic.birthDepth(slice.slice().value());
        }
    }

    /** @param epoch later than all that was served in */
    public SalvageTrial(long rootSeed, int shards, Epoch epoch, Clock clock, Entropy entropy) {
        this.superblock = new Superblock(rootSeed, 0, shards);
        this.epoch = epoch;
        this.clock = clock;
        this.entropy = entropy;
    }

    /** Returns what became of it, in a few words. */
    public String run(Files whole, Files damaged) {
        Map<String, Seen> before = SeenRows.of(disks(whole)).rows();
        Map<String, Seen> later = SeenRows.of(settled(disks(whole))).rows(); // what is on its way has come there
        Map<String, Seen> resting = new TreeMap<>(before);
        resting.entrySet().removeIf(row -> !isSame(row.getValue(), later.get(row.getKey())));
        Set<SliceKey> there = requireRestServed(before, damaged);
        ServerDisks left = disks(damaged);
        List<Salvaged> done = new ArrayList<>();
        try {
            FolderSalvage.run(List.of(left), clock, entropy, done::add);
        } catch (PfsException e) {
            require(e.code() != ErrorCode.INVARIANT_BROKEN, "a mistake of ours: " + e.getMessage());
            requireUnchanged(left, damaged, e);
            return "nothing could be given up";
        }
        if (done.isEmpty()) {
            requireUnchanged(left, damaged, new PfsException(ErrorCode.CORRUPT, "nothing was lost"));
            require(
                    SeenRows.of(left).rows().keySet().equals(before.keySet()),
                    "nothing was lost, but rows are missing");
            return "nothing was lost";
        }
        requireWhatIsLeft(resting, later, done.get(0), there, left);
        requireWell(left, done.get(0), !damaged.journal().equals(whole.journal()));
        return told(done.get(0).salvage());
    }

    private static String told(Salvage salvage) {
        if (!salvage.slices().isEmpty()) {
            return "slices were given up";
        }
        return salvage.outcomes().isEmpty() ? "counts were given up" : "shards were given up";
    }

    private ServerDisks disks(Files files) {
        return new ServerDisks(
                superblock, epoch, "copy", MemoryDisk.of(files.journal), MemoryDisk.of(files.pool), clock, entropy);
    }

    private static ServerDisks settled(ServerDisks disks) {
        disks.with(group -> {
            group.checkpoint();
            return group;
        });
        return disks;
    }

    /** Before anything is given up; returns which slices are there. */
    private Set<SliceKey> requireRestServed(Map<String, Seen> before, Files damaged) {
        try {
            SeenRows left = SeenRows.of(disks(damaged));
            Given lost = disks(damaged)
                    .with(group -> new Given(
                            group.apart().shards(),
                            RottenSlices.of(group, () -> {}).keySet(),
                            left.slices()));
            before.forEach((key, row) -> require(
                    lost.concerns(row) || isSame(row, left.rows().get(key)),
                    () -> lost + " is lost, but " + key + " is " + left.rows().get(key) + ", not " + row));
            return left.slices();
        } catch (PfsException e) {
            require(e.code().isUnreadable() || e.code() == ErrorCode.FILE_MISSING, "refused: " + e.getMessage());
            return Set.of();
        }
    }

    private void requireWhatIsLeft(
            Map<String, Seen> resting,
            Map<String, Seen> later,
            Salvaged salvaged,
            Set<SliceKey> there,
            ServerDisks left) {
        Salvage salvage = salvaged.salvage();
        Given given = new Given(
                salvage.outcomes().stream()
                        .map(Salvage.Outcome::shard)
                        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll),
                salvage.slices().stream()
                        .map(Salvage.GivenUp::slice)
                        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll),
                there);
        Map<String, Seen> found = SeenRows.of(left).rows();
        resting.forEach((key, row) -> require(
                given.concerns(row) || isSame(row, found.get(key)),
                () -> given + " was given up, but " + key + " is " + found.get(key) + ", not " + row));
        found.forEach((key, row) -> {
            Seen newest = later.get(key);
            require(newest == null || row.isNoNewerThan(newest), () -> key + " never was " + row + ", but " + newest);
        });
    }

    /**
     * None of the damage that is left is added to. What the journal has lost may leave some, cells that it alone had and what is between shards, and so may old rows, whose
     * cells became garbage since.
     */
    private void requireWell(ServerDisks left, Salvaged salvaged, boolean isOfJournal) {
        boolean isOld = salvaged.salvage().slices().stream().anyMatch(Salvage.GivenUp::isOld);
        boolean isCounted = salvaged.uncounted().isEmpty();
        Apart apart = left.with(group -> group.apart());
        require(
                apart.shards().isEmpty() && (apart.isNothing() || !isCounted),
                () -> "set apart still: " + apart.refusal());
        List<?> damage = damage(left);
        require(isOfJournal || isOld || damage.isEmpty(), () -> "damage is left: " + damage);
        left.with(group -> isCounted && group.collection().start(GcGoal.ALL, ended -> {}));
        settled(left);
        List<?> after = damage(left);
        require(damage.containsAll(after), () -> "damage was done: " + after + " after " + damage);
        List<Salvaged> again = new ArrayList<>();
        FolderSalvage.run(List.of(left), clock, entropy, again::add);
        require(again.isEmpty() || !isCounted, "there is more to give up");
    }

    private static List<?> damage(ServerDisks disks) {
        return disks.with(group ->
                GroupDamage.of(new TreeMap<>(Map.of(new ServerId(0), group)), server -> new LocalPool(disks.pool)));
    }

    private static boolean isSame(Seen row, @Nullable Seen other) {
        return other != null && row.isSame(other);
    }

    private static void require(boolean isTrue, String what) {
        require(isTrue, () -> what);
    }

    private static void require(boolean isTrue, Supplier<String> what) {
        if (!isTrue) {
            throw new Broken(what.get());
        }
    }

    private static void requireUnchanged(ServerDisks left, Files before, PfsException why) {
        requireSame(left.journal, before.journal, why);
        requireSame(left.pool, before.pool, why);
    }

    private static void requireSame(Disk disk, Map<String, byte[]> before, PfsException why) {
        Set<String> changed = new TreeSet<>(disk.list());
        before.keySet().stream().filter(name -> !changed.remove(name)).toList().forEach(changed::add);
        require(changed.isEmpty(), () -> "of the files " + changed + " were made or deleted, although " + why);
        before.forEach((name, bytes) -> {
            try (DiskFile file = disk.open(name)) {
                ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size()));
                file.read(all, 0);
                require(all.flip().equals(ByteBuffer.wrap(bytes)), () -> name + " has changed, although " + why);
            }
        });
    }
}
