package io.pfs.sim;

import io.pfs.format.FileHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Rots a bit, or a few bytes, of what is on the disks of a server while no process uses them; at most one of these at a time. */
final class Rot {
    /** More than what can be found out. */
    private static final int BYTES_MAX = 5;

    private final SimWorld world;
    private final Prng prng;
    private final SimServer server;
    private final boolean mayBeInCells;
    private final Consumer<String> cured;
    private Optional<Spot> rotten = Optional.empty();

    /** Some bits of one byte, and of those behind it. */
    private record Spot(SimInode inode, String file, int at, int length, int mask) {
        void flip() {
            for (int i = at; i < at + length; i++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    if ((mask >> bit & 1) == 1) {
                        inode.rot(i, bit);
                    }
                }
            }
        }

        @Override
        public String toString() {
            return "bits " + Integer.toBinaryString(mask) + " of " + length + " bytes from " + at + " on of " + file;
        }
    }

    /**
     * @param mayBeInCells not if others read cells of this server while it is down, and nobody looks for rot
     * @param cured hears which file is well again
     */
    Rot(SimWorld world, Prng prng, SimServer server, boolean mayBeInCells, Consumer<String> cured) {
        this.world = world;
        this.prng = prng;
        this.server = server;
        this.mayBeInCells = mayBeInCells;
        this.cured = cured;
    }

    boolean isThere() {
        return rotten.isPresent();
    }

    /** The file that is rotten, if one is. */
    Optional<String> file() {
        return rotten.map(Spot::file);
    }

    /** Whether it is in the header of its file, which is needed for all that is in it. */
    boolean isInHeader() {
        return rotten.filter(spot -> spot.at < FileHeader.BYTES).isPresent();
    }

    void cure() {
        if (rotten.isPresent()) {
            Spot well = rotten.get();
            well.flip();
            rotten = Optional.empty();
            cured.accept(well.file);
        }
    }

    /**
     * Changes something where the product promises to notice: in what was forced and is known to be. In the newest file of the
     * journal that ends where the last batch begins that knows of it; damage to that one can't be told from a torn tail.
     */
    void strike() {
        boolean ofJournal = prng.oneIn(2);
        SimDisk chosen = ofJournal ? server.journalDisk() : server.poolDisk();
        List<String> names = new ArrayList<>(chosen.names());
        // what happens to the boost index is no excuse for anything, and which file is the newest is said by a name
        // alone
        names.removeIf(name -> name.endsWith(".tmp") || name.startsWith("newest-") || BoostDamage.isBoost(name));
        names.removeIf(name -> !mayBeInCells && isOfCells(name));
        if (!ofJournal && prng.oneIn(2) && names.stream().anyMatch(Rot::isMetadata)) {
            names.removeIf(name -> !isMetadata(name)); // there are few of them among many segments
        }
        if (!names.isEmpty()) {
            boolean newest = prng.oneIn(2);
            String name = names.get(newest ? names.size() - 1 : prng.below(names.size()));
            boolean stillOpen = ofJournal && name.equals(names.get(names.size() - 1));
            SimInode inode = chosen.inode(name);
            flip(inode, name, stillOpen ? inode.knownForced() : inode.size());
        }
    }

    /** Whether cells are in it, to which rows of other servers may point. */
    static boolean isOfCells(String name) {
        return name.startsWith("column-") || name.startsWith("object-");
    }

    private static boolean isMetadata(String name) {
        return name.startsWith("metadata-");
    }

    private void flip(SimInode inode, String name, int below) {
        if (below > 0) {
            int at = prng.below(below);
            Spot spot = prng.oneIn(2)
                    ? new Spot(inode, name, at, Math.min(BYTES_MAX, below - at), 0xff)
                    : new Spot(inode, name, at, 1, 1 << prng.below(Byte.SIZE));
            spot.flip();
            rotten = Optional.of(spot);
            world.tally().count("disk: bit rotten");
            world.trace("rot " + spot, 0);
        }
    }

    @Override
    public String toString() {
        return rotten.map(Spot::toString).orElse("nothing rotten");
    }
}
