package io.pfs.bench.hadoop;

import java.util.List;

/**
 * How much of it is measured.
 *
 * @param threads how many, one number after the other
 * @param firstSeconds of each phase with small files before anything counts, until Java has compiled what all of them do
 * @param seconds of each such phase afterwards
 * @param rounds that count
 * @param entries of a directory of very many
 * @param reaped rows of a tree that is removed
 * @param largeBytes of a large file
 */
record Scale(
        List<Integer> threads,
        double firstSeconds,
        double seconds,
        int rounds,
        int entries,
        int reaped,
        long largeBytes,
        List<Part> parts) {
    static Scale full(List<Integer> threads, List<Part> parts) {
        return new Scale(threads, 10, 3, 3, 100_000, 100_000, 1L << 30, parts);
    }

    static Scale quick(List<Integer> threads, List<Part> parts) {
        return new Scale(threads, 1, 1, 1, 10_000, 100_000, 1L << 28, parts);
    }
}
