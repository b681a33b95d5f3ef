package io.pfs.server.tag;

import io.pfs.Check;

/**
 * What planning may cost, and when looking at all rows is the better way.
 *
 * @param countedMax keys of a condition's ranges that are counted; beyond, their number is a guess
 * @param positionsMax positions that are kept in memory; with more, all rows are looked at
 * @param rowsPerPosition so many rows are looked at one after the other while one is looked up
 */
public record PlanLimits(int countedMax, int positionsMax, int rowsPerPosition) {
    public static final PlanLimits USUAL = new PlanLimits(1000, 1 << 20, 8);

    public PlanLimits {
        Check.inRange("keys that are counted", countedMax, 1, 1 << 20);
        Check.inRange("positions in memory", positionsMax, 1, 1 << 24);
        Check.inRange("rows that cost as much as a position", rowsPerPosition, 1, 1 << 10);
    }

    /** Whether looking up so many rows costs less than looking at all. */
    boolean isWorth(long positions, TablePart part) {
        return positions <= part.rowsAbout() / rowsPerPosition;
    }
}
