package io.pfs.server.names;

import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.state.Tables;
import io.pfs.wire.NameStep;
import java.util.List;

/** Speaks to the shards that have adopted slices of a table from this one, which have theirs do the same. */
final class HeirCalls {
    private final NameMeans means;

    HeirCalls(NameMeans means) {
        this.means = means;
    }

    List<ShardId> of(TableId table) {
        Tables tables = means.state().tables();
        return tables.exists(table) ? List.copyOf(tables.find(table).heirs()) : List.of();
    }

    /** Has all of them take a step that was decided. */
    void insist(TableId table, ProcedureId procedure, NameStep step, Runnable then) {
        List<ShardId> heirs = of(table);
        int[] open = {heirs.size() + 1};
        Runnable taken = () -> {
            open[0]--;
            if (open[0] == 0) {
                then.run();
            }
        };
        heirs.forEach(heir -> means.calls().insist(heir, table, procedure, step, taken));
        taken.run();
    }
}
