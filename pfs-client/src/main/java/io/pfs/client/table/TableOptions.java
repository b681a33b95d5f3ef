package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Asker;

/**
 * What a table is born with.
 *
 * @param mode permission bits
 * @param owner number of a user; another than who asks only for the superuser
 * @param group number of a group that who asks is in
 * @param spreading how far it is spread over the shards of the file system, and when further
 */
public record TableOptions(Policy policy, int mode, int owner, int group, Spreading spreading) {
    /** Leaves it to the server: the owner is who asks, the group that of the table above. */
    public static final int UNSAID = Asker.UNSAID;

    private static final int MODE = 0755;

    public static final TableOptions DEFAULT =
            new TableOptions(Policy.DYNAMIC, MODE, UNSAID, UNSAID, Spreading.DEFAULT);

    public TableOptions {
        Check.inRange("mode of a table", mode, 0, 07777);
    }

    public TableOptions withPolicy(Policy other) {
        return new TableOptions(other, mode, owner, group, spreading);
    }

    public TableOptions withMode(int other) {
        return new TableOptions(policy, other, owner, group, spreading);
    }

    public TableOptions withOwner(int newOwner, int newGroup) {
        return new TableOptions(policy, mode, newOwner, newGroup, spreading);
    }

    /** Spread from its birth on over up to 2 to the power of this shards. */
    public TableOptions withSpread(int spread) {
        return new TableOptions(policy, mode, owner, group, new Spreading(spreading.policy(), spread));
    }

    public TableOptions withSpreadPolicy(SpreadPolicy other) {
        return new TableOptions(policy, mode, owner, group, new Spreading(other, spreading.spread()));
    }
}
