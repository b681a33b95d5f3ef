package io.pfs.table;

import io.pfs.format.ByteReader;

/** What is done with the files of a table when they grow. */
public enum Policy {
    /** Every file is a cell; one over the limit is refused. */
    SMALL(1),
    /** A file is a cell up to the limit, above it an object of its own, and back. */
    DYNAMIC(2),
    /** Every file is an object of its own. */
    LARGE(3);

    private final int number;

    Policy(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The policy with this number, for decoding. */
    public static Policy decode(ByteReader in) {
        int number = (int) in.inRange("policy of a table", in.u8("policy of a table"), 1, 3);
        return values()[number - 1];
    }
}
