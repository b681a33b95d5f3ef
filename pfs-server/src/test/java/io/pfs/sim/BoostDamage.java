package io.pfs.sim;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What can happen to the boost index while no server runs: it is lost, cut, damaged, or an older one is put back. It is
 * derived, so nobody may notice, but by the time that a scan takes.
 */
final class BoostDamage {
    private final SimWorld world;
    private final Prng prng;
    private final SimDisk disk;
    private Optional<Older> older = Optional.empty();

    private record Older(String name, byte[] bytes) {}

    BoostDamage(SimWorld world, Prng prng, SimDisk disk) {
        this.world = world;
        this.prng = prng;
        this.disk = disk;
    }

    static boolean isBoost(String name) {
        return name.startsWith("boost-");
    }

    void maybeDamage() {
        List<String> names = disk.names().stream().filter(BoostDamage::isBoost).toList();
        if (names.isEmpty() || prng.oneIn(2)) {
            return;
        }
        String name = names.get(prng.below(names.size()));
        SimInode inode = disk.inode(name);
        byte[] before = inode.bytes();
        world.trace("boost damage " + name, inode.size());
        switch (prng.below(4)) {
            case 0 -> {
                disk.lose(name);
                world.tally().count("boost index: file lost");
            }
            case 1 -> putBack(name, inode);
            case 2 -> {
                inode.replace(Arrays.copyOf(before, prng.below(before.length + 1)));
                world.tally().count("boost index: file cut");
            }
            default -> flip(inode);
        }
        if (older.isEmpty() || prng.oneIn(3)) {
            older = Optional.of(new Older(name, before));
        }
    }

    private void putBack(String name, SimInode inode) {
        older.ifPresent(old -> {
            if (disk.names().contains(old.name)) {
                disk.inode(old.name).replace(old.bytes);
            } else {
                inode.replace(old.bytes); // under another name it is a foreign one
            }
            world.tally().count("boost index: an older one put back");
            world.trace("put back " + name, old.bytes.length);
        });
    }

    private void flip(SimInode inode) {
        if (inode.size() > 0) {
            inode.rot(prng.below(inode.size()), prng.below(8));
            world.tally().count("boost index: bit flipped");
        }
    }
}
