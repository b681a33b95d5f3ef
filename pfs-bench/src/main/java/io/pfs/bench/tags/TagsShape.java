package io.pfs.bench.tags;

/**
 * How much is set and searched.
 *
 * @param rows that are searched
 * @param singles rows of each round of setting one by one
 * @param rounds of all that takes turns; the middle one counts
 * @param topQueries of the first ten
 * @param seed of what is random
 */
public record TagsShape(int rows, int singles, int rounds, int topQueries, long seed) {
    private static final int SINGLES_SHARE = 10;
    private static final int ROUNDS = 5;
    private static final int ROUNDS_QUICK = 3;
    private static final int TOP_QUERIES = 2000;
    private static final int TOP_QUERIES_QUICK = 200;

    /** For so many rows. */
    public static TagsShape of(int rows, boolean isQuick, long seed) {
        return new TagsShape(
                rows,
                Math.max(1, rows / SINGLES_SHARE),
                isQuick ? ROUNDS_QUICK : ROUNDS,
                isQuick ? TOP_QUERIES_QUICK : TOP_QUERIES,
                seed);
    }

    /** Tagged before anything is counted. */
    int warmUpRows() {
        return Math.max(1, singles / 2);
    }

    /** In indexes of PFS, in the end. */
    long tagsIndexed() {
        return 2L * rows + warmUpRows() + (long) singles * rounds;
    }
}
