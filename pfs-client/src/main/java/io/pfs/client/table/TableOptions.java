package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.table.Policy;

/**
 * What a table is born with.
 *
 * @param mode permission bits
 * @param spread how far it is spread over the shards of the file system: over 2 to the power of this
 */
public record TableOptions(Policy policy, int mode, int owner, int group, int spread) {
    private static final int MODE = 0755;

    public static final TableOptions DEFAULT = new TableOptions(Policy.DYNAMIC, MODE, 0, 0, 0);

    public TableOptions {
        Check.inRange("mode of a table", mode, 0, 07777);
        Check.inRange("spread of a table", spread, 0, Limits.SLICE_DEPTH_MAX);
    }

    public TableOptions withPolicy(Policy other) {
        return new TableOptions(other, mode, owner, group, spread);
    }

    public TableOptions withMode(int other) {
        return new TableOptions(policy, other, owner, group, spread);
    }

    public TableOptions withOwner(int newOwner, int newGroup) {
        return new TableOptions(policy, mode, newOwner, newGroup, spread);
    }

    public TableOptions withSpread(int other) {
        return new TableOptions(policy, mode, owner, group, other);
    }
}
