package io.pfs.sim;

/** What can go wrong in a run, each on or off by its seed. */
enum FaultClass {
    /** The power goes. */
    CRASHES,
    /** The process is killed. */
    KILLS,
    /** Forces and writes fail. */
    DISK,
    /** There is no space. */
    SPACE,
    /** Messages are lost and repeated. */
    NETWORK,
    /** The wall clock jumps. */
    CLOCKS,
    /** A bit rots while no process runs. */
    ROT,
    /** What is legal and seldom happens often. */
    RARE,
    /** Reads fail. */
    READS,
    /** Renaming and deleting files fails. */
    NAMES,
    /** Processes end in order, whatever is under way. */
    CLOSES,
    /** A record can't be applied. */
    POISON,
    /** Jobs of workers run in turns. */
    TURNS,
    /** Servers do not reach each other, while clients reach both. */
    PARTITIONS;

    /** Whether it strikes by itself; the others only make what happens anyway harder. */
    boolean isBlow() {
        return this != ROT && !isHarmless();
    }

    /** Whether it takes several servers. */
    boolean isBetweenServers() {
        return this == PARTITIONS;
    }

    /** Whether it is no fault at all, but legal and seldom. */
    boolean isHarmless() {
        return this == RARE || this == TURNS;
    }
}
