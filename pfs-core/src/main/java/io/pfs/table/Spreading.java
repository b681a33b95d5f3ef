package io.pfs.table;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * How a table goes over the shards.
 *
 * @param spread over 2 to the power of this to begin with, or from now on
 */
public record Spreading(SpreadPolicy policy, int spread) {
    /** As tables are if nobody says otherwise. */
    public static final Spreading DEFAULT = new Spreading(SpreadPolicy.DYNAMIC, 0);

    public Spreading {
        Check.inRange("spread of a table", spread, 0, Limits.SLICE_DEPTH_MAX);
    }

    public void encode(ByteWriter out) {
        out.u8(policy.number()).u8(spread);
    }

    public static Spreading decode(ByteReader in) {
        SpreadPolicy policy = SpreadPolicy.decode(in);
        return new Spreading(policy, (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX));
    }
}
