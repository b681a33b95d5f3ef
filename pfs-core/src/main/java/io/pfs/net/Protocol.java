package io.pfs.net;

/** The numbers of the protocol that are not about frames. */
public final class Protocol {
    /** What a client's first frame begins with, behind its kind: "PFSw" in the order of bytes. */
    static final int MAGIC = 0x77534650;

    /** The versions that are spoken here. */
    public static final int VERSION_MIN = 1;

    public static final int VERSION_MAX = 1;

    /** The server tells where its pool is, and answers places of cells to who asks for them. */
    public static final int READS_BY_PLACE = 1;

    /** The server takes requests of many parts. */
    public static final int READS_MANY = 2;

    /** What can be done beyond the version. */
    public static final int FEATURES = READS_BY_PLACE | READS_MANY;

    /** A message is so long at most. */
    public static final int MESSAGE_BYTES_MAX = 128 << 20;
    /** A longer one goes in pieces. */
    public static final int MESSAGE_WHOLE_BYTES_MAX = 256 << 10;
    /** A frame of messages takes no more of them when it has so many bytes. */
    static final int FRAME_FULL_BYTES = 64 << 10;

    public static final int USER_BYTES_MAX = 255;

    /** Who has not shown who it is after so long is left; a server says so a little sooner. */
    public static final long LOGIN_NS = 10_000_000_000L;

    private Protocol() {}
}
