package io.pfs.server.tag;

/**
 * Where the rows stand that can fulfil a condition.
 *
 * @param positions ascending as unsigned numbers, none twice; not copied, treat as immutable
 * @param keysRead keys that were looked at
 */
public record Candidates(long[] positions, long keysRead) {
    /** For plans that were carried out. */
    public String words() {
        return PlanWords.number(keysRead) + " keys read, " + PlanWords.number(positions.length) + " rows to look at";
    }
}
