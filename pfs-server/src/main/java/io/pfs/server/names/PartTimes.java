package io.pfs.server.names;

import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.server.state.TableState;
import io.pfs.wire.NameStep.NoteNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells the homes of tables of which this shard has a part when names of that part change: a table's mtime is that of the
 * newest. One message at a time is under way for a table, so many changes make few. The home answers when it has written it down,
 * or nearly.
 */
public final class PartTimes {
    private final Supplier<NameMeans> meansLater;
    private final Map<TableId, Long> told = new HashMap<>();
    private final Set<TableId> underWay = new HashSet<>();

    public PartTimes(Supplier<NameMeans> means) {
        this.meansLater = means;
    }

    /** The table, or its part, is not here any more. */
    void went(TableId id) {
        told.remove(id);
    }

    boolean remembers(TableId id) {
        return told.containsKey(id);
    }

    /** A slice of this table was changed. */
    public void touched(TableId id) {
        NameMeans means = meansLater.get();
        if (!means.state().tables().hasParts()) {
            return;
        }
        if (!means.state().tables().exists(id)) {
            told.remove(id);
            return;
        }
        TableState table = means.state().tables().find(id);
        long changed = table.namesChangedMillis();
        boolean isNews = !table.isHome() && changed > told.getOrDefault(id, 0L);
        if (!isNews || !underWay.add(id)) {
            return;
        }
        told.put(id, changed);
        ProcedureId procedure = new ProcedureId(means.here(), means.entropy().nextLong());
        means.calls().ask(table.facts().base(), id, procedure, new NoteNames(changed), reply -> {
            underWay.remove(id);
            means.calls().later(() -> touched(id));
        });
    }
}
