package io.pfs.server.table;

/**
 * When a table that is to be spread as needed goes over all servers: when all of this holds. One that few clients use is served
 * faster by one server, however large it is.
 *
 * @param rows about so many are in it
 * @param requestsPerSecond are made of it, over a second or longer
 * @param clients made them
 */
public record SpreadRule(long rows, long requestsPerSecond, int clients) {
    /** More than these are not told apart. */
    public static final int CLIENTS_MAX = 32;

    public static final SpreadRule DEFAULT = new SpreadRule(8_000, 1_000, 4);
}
