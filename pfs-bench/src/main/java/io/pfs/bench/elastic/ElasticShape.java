package io.pfs.bench.elastic;

/**
 * How much is done, and for how long.
 *
 * @param rate operations that are due a second, of all clients together
 * @param clients connections, each of a client of its own
 * @param files that are there before anything is counted
 * @param rounds of each step; the middle one counts
 * @param deaths servers that are killed, one after the other; the longest wait counts
 * @param seats of the pool
 * @param sessionSeconds after which a silent server is taken for dead
 * @param warmUpMillis of load that is not counted
 * @param phaseMillis of each phase that is compared
 * @param cells of 128 KiB, in the part that counts bytes
 */
public record ElasticShape(
        int rate,
        int clients,
        int files,
        int rounds,
        int deaths,
        int seats,
        int sessionSeconds,
        int warmUpMillis,
        int phaseMillis,
        int cells) {
    private static final int CLIENTS = 8;
    private static final int SEATS = 12;

    /** What counts. */
    public static ElasticShape full(int rate, int rounds) {
        return new ElasticShape(rate, CLIENTS, 6000, rounds, 3, SEATS, 10, 20_000, 10_000, 512);
    }

    /** Whether it works. */
    public static ElasticShape quick(int rate) {
        return new ElasticShape(rate, CLIENTS, 600, 1, 1, SEATS, 3, 2_000, 2_000, 64);
    }
}
