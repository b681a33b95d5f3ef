package io.pfs.bench.api;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one caller does to files that no other touches, by a seed: the same seed gives the same. A transaction is two uses: one
 * file is read or appended to, then one is made or removed. Who has no file left makes one in place of either.
 */
final class Transactions {
    private final SplittableRandom random;
    private final SizeRange sizes;
    private final List<Sized> pool = new ArrayList<>();
    private int made;

    /** A file of the pool, and how many bytes it has. */
    record Sized(int number, int bytes) {}

    /**
     * One file that is used.
     *
     * @param bytesBefore how many it has by then
     * @param bytes how many are read or written
     */
    record Use(Operation operation, int number, int bytesBefore, int bytes) {}

    Transactions(long seed, SizeRange sizes) {
        this.random = new SplittableRandom(seed);
        this.sizes = sizes;
    }

    /** One more file for the pool. */
    Use create() {
        Sized file = new Sized(made++, sizes.any(random));
        pool.add(file);
        return new Use(Operation.CREATE, file.number(), 0, file.bytes());
    }

    /** The first half of a transaction. A file that has grown as large as any may be is read. */
    Use readOrAppend() {
        if (pool.isEmpty()) {
            return create();
        }
        int at = random.nextInt(pool.size());
        Sized file = pool.get(at);
        if (random.nextBoolean() || file.bytes() >= sizes.most()) {
            return new Use(Operation.READ, file.number(), file.bytes(), file.bytes());
        }
        int more = random.nextInt(1, sizes.most() - file.bytes() + 1);
        pool.set(at, new Sized(file.number(), file.bytes() + more));
        return new Use(Operation.APPEND, file.number(), file.bytes(), more);
    }

    /** The second half. */
    Use createOrRemove() {
        return pool.isEmpty() || random.nextBoolean() ? create() : remove(random.nextInt(pool.size()));
    }

    private Use remove(int at) {
        Sized file = pool.get(at);
        Sized last = pool.remove(pool.size() - 1);
        if (at < pool.size()) {
            pool.set(at, last);
        }
        return new Use(Operation.REMOVE, file.number(), file.bytes(), 0);
    }

    /** How many there are. */
    int files() {
        return pool.size();
    }

    /** Any of those that are left. */
    Use removeLast() {
        return remove(pool.size() - 1);
    }
}
