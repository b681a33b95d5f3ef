package io.pfs.sim;

import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.wire.TableView;

/** A table, apart from its rows, as clients know it. */
record TableValue(Schema schema, Policy policy, int mode, int owner, int group) implements SimValue {
    boolean isSeenAs(TableView view) {
        return view.schema().equals(schema)
                && view.policy() == policy
                && view.mode() == mode
                && view.owner() == owner
                && view.group() == group;
    }
}
