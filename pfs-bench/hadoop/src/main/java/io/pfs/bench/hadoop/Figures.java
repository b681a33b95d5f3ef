package io.pfs.bench.hadoop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was measured: by what was done and how many did it, of each store the middle one of its rounds. */
final class Figures {
    static final String STATUS = "status";
    static final String RENAME = "rename";
    static final String DELETE = "delete";
    static final String LIST = "list, entries";
    static final String DELETE_TREE = "delete a tree, files";
    static final String REAP_EMPTY = "reap empty files";
    static final String REAP = "reap files of 1 KiB";
    static final String WRITE_LARGE = "write 1 GiB, MB";
    static final String READ_LARGE = "read 1 GiB, MB";

    private final Map<Key, Map<String, List<Double>>> all = new LinkedHashMap<>();

    /**
     * What was done.
     *
     * @param threads that did it at the same time
     */
    record Key(String what, int threads) {}

    static String create(int bytes) {
        return bytes == 0 ? "create" : "create, write " + kibibytes(bytes);
    }

    static String read(int bytes) {
        return "open, read " + kibibytes(bytes);
    }

    private static String kibibytes(int bytes) {
        return (bytes >> 10) + " KiB";
    }

    /** Of one round. */
    void add(Key key, String store, double perSecond) {
        all.computeIfAbsent(key, its -> new LinkedHashMap<>())
                .computeIfAbsent(store, its -> new ArrayList<>())
                .add(perSecond);
    }

    Set<Key> keys() {
        return all.keySet();
    }

    /** NaN if that was not measured. */
    double of(Key key, String store) {
        List<Double> rounds = all.getOrDefault(key, Map.of()).getOrDefault(store, List.of());
        if (rounds.isEmpty()) {
            return Double.NaN;
        }
        double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
