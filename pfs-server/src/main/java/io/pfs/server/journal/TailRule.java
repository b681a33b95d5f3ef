package io.pfs.server.journal;

/** Tells a torn tail, which is left out, from damage to what was promised, which is a loss. */
@FunctionalInterface
public interface TailRule {
    /** What is damaged below a position that some header knew to be forced was once whole. */
    TailRule KNOWN_FORCED = (damagedAt, knownForced) -> damagedAt >= knownForced;

    /**
     * Whether a file simply ends at the first batch that isn't whole.
     *
     * @param damagedAt where that batch begins
     * @param knownForced the highest position that anything whole in the file, or the next file's head, knows forced
     */
    boolean isTorn(long damagedAt, long knownForced);
}
