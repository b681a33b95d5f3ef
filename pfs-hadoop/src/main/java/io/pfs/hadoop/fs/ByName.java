package io.pfs.hadoop.fs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Sorts what has names, as text is sorted. Names of a hundred thousand files lie all over the memory, so the first characters that tell
 * them apart are taken out of them once, and compared as numbers.
 */
final class ByName {
    private static final int CHARACTERS = Long.BYTES;
    private static final int LARGEST = 0xff;

    private ByName() {}

    /** Something with the begin of what its name does not share with all the others. */
    private record Keyed<T>(long key, String name, T it) {}

    static <T> List<T> sorted(List<T> all, Function<T, String> nameOf) {
        int shared = shared(all, nameOf);
        List<Keyed<T>> keyed = new ArrayList<>(all.size());
        for (T one : all) {
            String name = nameOf.apply(one);
            keyed.add(new Keyed<>(key(name, shared), name, one));
        }
        keyed.sort(ByName::compare);
        return keyed.stream().map(Keyed::it).toList();
    }

    private static <T> int compare(Keyed<T> one, Keyed<T> other) {
        int byKey = Long.compareUnsigned(one.key, other.key);
        return byKey != 0 ? byKey : one.name.compareTo(other.name);
    }

    /** With how many characters all names begin alike. */
    private static <T> int shared(List<T> all, Function<T, String> nameOf) {
        String first = all.isEmpty() ? "" : nameOf.apply(all.get(0));
        int shared = first.length();
        for (T one : all) {
            String name = nameOf.apply(one);
            shared = Math.min(shared, name.length());
            while (!name.regionMatches(0, first, 0, shared)) {
                shared--;
            }
        }
        return shared;
    }

    /** A character each byte. Behind one that is no byte all count alike, as behind the end. */
    private static long key(String name, int from) {
        long key = 0;
        int end = Math.min(name.length(), from + CHARACTERS);
        for (int i = from; i < end; i++) {
            int character = Math.min(name.charAt(i), LARGEST);
            key |= (long) character << (Byte.SIZE * (CHARACTERS - 1 - (i - from)));
            if (character == LARGEST) {
                break;
            }
        }
        return key;
    }
}
