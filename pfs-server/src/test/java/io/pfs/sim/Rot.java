package io.pfs.sim;

import io.pfs.format.FileHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Rots a bit, or a byte, of what is on the disks of a server while no process uses them; at most one at a time. */
final class Rot {
    private final SimWorld world;
    private final Prng prng;
    private final SimServer server;
    private final boolean mayBeInCells;
    private final Consumer<String> cured;
    private Optional<Bit> rotten = Optional.empty();

    /** Some bits of one byte. */
    private record Bit(SimInode inode, String file, int at, int mask) {
        void flip() {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                if ((mask >> bit & 1) == 1) {
                    inode.rot(at, bit);
                }
            }
        }

        @Override
        public String toString() {
            return "bits " + Integer.toBinaryString(mask) + " of byte " + at + " of " + file;
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
        return rotten.map(Bit::file);
    }

    /** Whether it is in the header of its file, which is needed for all that is in it. */
    boolean isInHeader() {
        return rotten.filter(bit -> bit.at < FileHeader.BYTES).isPresent();
    }

    void cure() {
        if (rotten.isPresent()) {
            Bit well = rotten.get();
            well.flip();
            rotten = Optional.empty();
            cured.accept(well.file);
        }
    }

    /**
     * Flips a bit where the product promises to notice: in what was forced and is known to be. In the newest file of the
     * journal that ends where the last batch begins that knows of it; damage to that one can't be told from a torn tail.
     */
    void strike() {
        boolean ofJournal = prng.oneIn(2);
        SimDisk chosen = ofJournal ? server.journalDisk() : server.poolDisk();
        List<String> names = new ArrayList<>(chosen.names());
        // what happens to the boost index is no excuse for anything
        names.removeIf(name -> name.endsWith(".tmp") || BoostDamage.isBoost(name));
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
            int mask = prng.oneIn(2) ? 0xff : 1 << prng.below(Byte.SIZE);
            Bit bit = new Bit(inode, name, prng.below(below), mask);
            bit.flip();
            rotten = Optional.of(bit);
            world.tally().count("disk: bit rotten");
            world.trace("rot " + bit, 0);
        }
    }

    @Override
    public String toString() {
        return rotten.map(Bit::toString).orElse("nothing rotten");
    }
}
