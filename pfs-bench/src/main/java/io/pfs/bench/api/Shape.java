package io.pfs.bench.api;

/**
 * How much is asked at once, and of how many files.
 *
 * @param clients connections, each a client of its own
 * @param inFlight callers that share one of them
 * @param files of each client
 * @param seed of what is random
 */
public record Shape(int clients, int inFlight, int files, long seed) {
    private static final int WARM_UP_SHARE = 10;

    /** As much at once, with fewer files: enough for the compiler to have seen it all. */
    Shape warmUp() {
        int fewer = Math.min(files, Math.max(inFlight, files / WARM_UP_SHARE));
        return new Shape(clients, inFlight, fewer, seed);
    }

    int callers() {
        return clients * inFlight;
    }

    long filesOfAll() {
        return (long) clients * files;
    }

    /** How many of a client's things are one caller's. */
    int shareOf(int caller, int things) {
        return things / inFlight + (caller < things % inFlight ? 1 : 0);
    }
}
