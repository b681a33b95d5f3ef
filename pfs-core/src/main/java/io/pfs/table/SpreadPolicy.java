package io.pfs.table;

import io.pfs.format.ByteReader;

/** When the rows of a table go over more than one shard, apart from when somebody says so. */
public enum SpreadPolicy {
    /** They stay in one shard. */
    NEVER(1),
    /** When it is large, and enough clients ask for much of it. */
    DYNAMIC(2),
    /** From its birth on, as far as there are servers. */
    ALWAYS(3),
    /** From its birth on, each slice in a shard that was drawn for it. It is there to be compared with, and stays so. */
    RANDOM(4);

    private final int number;

    SpreadPolicy(int number) {
        this.number = number;
    }

    /** Whether a table is born with places on all servers. */
    public boolean isFromBirth() {
        return this == ALWAYS || this == RANDOM;
    }

    public int number() {
        return number;
    }

    /** The policy with this number, for decoding. */
    public static SpreadPolicy decode(ByteReader in) {
        int number = (int) in.inRange("spread policy of a table", in.u8("spread policy of a table"), 1, 4);
        return values()[number - 1];
    }
}
