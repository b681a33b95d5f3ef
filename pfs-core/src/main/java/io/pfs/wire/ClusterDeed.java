package io.pfs.wire;

/** What is done with servers that come and go. Numbers are never given twice. */
public enum ClusterDeed {
    /** Nothing: who serves what is asked for. */
    LOOK(1),
    /** A server is to hold no seats, until that is undone, as long as others are there. */
    DRAIN(2),
    /** It may hold some again. */
    UNDRAIN(3);

    private final int number;

    ClusterDeed(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The one with this number, from 1 to how many there are. */
    public static ClusterDeed ofNumber(int number) {
        return values()[number - 1];
    }
}
