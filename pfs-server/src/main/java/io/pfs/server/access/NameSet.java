package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.TableId;
import io.pfs.server.state.HashedName;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A set of names, as pairs of numbers in one array: tens of thousands come and go between two forces, and as objects each of
 * them would be fetched from memory several times. Open addressing; whoever goes has those behind it move up.
 */
final class NameSet {
    private static final int SLOTS_MIN = 64;
    /** So many stay when all names have gone: as many will come. */
    private static final int SLOTS_KEPT = 1 << 13;
    /** Of a slot: the table's number and one, so that an empty slot is 0; then the hash. */
    private static final int STRIDE = 2;

    private long[] slots = new long[SLOTS_MIN * STRIDE];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Reads the place where a name is looked for first; returns what must be kept, or reading it would be optimized away. */
    int touch(HashedName name) {
        return (int) hashAt(home(key(name), name.hash()));
    }

    boolean contains(HashedName name) {
        return isTaken(find(name));
    }

    /** Returns whether it was not there before. */
    boolean add(HashedName name) {
        int at = find(name);
        if (isTaken(at)) {
            return false;
        }
        put(at, key(name), name.hash());
        count++;
        if (count > slotCount() / 2) {
            resize(slotCount() * 2);
        }
        return true;
    }

    /** Returns whether it was there. */
    boolean remove(HashedName name) {
        int at = find(name);
        if (!isTaken(at)) {
            return false;
        }
        count--;
        if (count == 0 && slotCount() > SLOTS_KEPT) {
            slots = new long[SLOTS_MIN * STRIDE];
        } else {
            close(at);
        }
        return true;
    }

    Optional<HashedName> any(Predicate<HashedName> condition) {
        for (int at = 0; at < slotCount(); at++) {
            if (isTaken(at)) {
                HashedName name = new HashedName(new TableId(tableAt(at) - 1), hashAt(at));
                if (condition.test(name)) {
                    return Optional.of(name);
                }
            }
        }
        return Optional.empty();
    }

    private static long key(HashedName name) {
        long key = name.table().value() + 1;
        Check.that(key != 0, "no table has the highest number that there is");
        return key;
    }

    private int slotCount() {
        return slots.length / STRIDE;
    }

    private long tableAt(int at) {
        return slots[at * STRIDE];
    }

    private long hashAt(int at) {
        return slots[at * STRIDE + 1];
    }

    private boolean isTaken(int at) {
        return tableAt(at) != 0;
    }

    /** Where it is, or where it would come. */
    private int find(HashedName name) {
        int at = home(key(name), name.hash());
        while (isTaken(at) && (hashAt(at) != name.hash() || tableAt(at) != key(name))) {
            at = next(at);
        }
        return at;
    }

    /** Hashes of names are even by themselves, but those of one slice have their lowest bits in common. */
    private int home(long table, long hash) {
        return (int) ((hash ^ Long.rotateLeft(table, 32)) >>> 20) & (slotCount() - 1);
    }

    private int next(int at) {
        return (at + 1) & (slotCount() - 1);
    }

    private void put(int at, long table, long hash) {
        slots[at * STRIDE] = table;
        slots[at * STRIDE + 1] = hash;
    }

    /** Makes a slot empty; whoever could not be found past the hole moves into it. */
    private void close(int hole) {
        int free = hole;
        put(free, 0, 0);
        for (int at = next(free); isTaken(at); at = next(at)) {
            int distance = at - home(tableAt(at), hashAt(at)) & (slotCount() - 1);
            if (distance >= (at - free & (slotCount() - 1))) {
                put(free, tableAt(at), hashAt(at));
                put(at, 0, 0);
                free = at;
            }
        }
    }

    private void resize(int slotsNow) {
        long[] before = slots;
        slots = new long[slotsNow * STRIDE];
        for (int i = 0; i < before.length; i += STRIDE) {
            if (before[i] != 0) {
                int at = home(before[i], before[i + 1]);
                while (isTaken(at)) {
                    at = next(at);
                }
                put(at, before[i], before[i + 1]);
            }
        }
    }
}
