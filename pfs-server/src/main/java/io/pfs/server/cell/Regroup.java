package io.pfs.server.cell;

import io.pfs.ColumnId;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.server.gc.CellTally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where collected cells go: those of one column of one table to segments of their own, once a quarter of a segment of them
 * went through here; all others share one. So a million small tables make few files, and a big one is read in sequence.
 */
public final class Regroup {
    /** With that of all others, and the two that clients' cells go to, 64 segments are written at most. */
    private static final int OWN_MAX = 61;
    /** Of so many columns it is known how much of them there is. */
    private static final int KNOWN_MAX = 4096;

    private final Supplier<CellIngest> maker;
    private final Consumer<CellIngest> ender;
    private final long ownFromBytes;
    private final CellIngest shared;
    /** The one used longest ago first. */
    private final LinkedHashMap<Family, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    /** Ways that made room for others: who was told one of them before may still have cells for it. */
    private final List<CellIngest> left = new ArrayList<>();

    /** Cells that belong together. */
    private record Family(TableId table, ColumnId column) {}

    private static final class Known {
        private long bytes;
        private Optional<CellIngest> own = Optional.empty();
    }

    /**
     * Where cells go.
     *
     * @param ender ends the segment that is being written
     * @param ownFromBytes so many bytes of a column get segments of their own
     */
    public Regroup(Supplier<CellIngest> maker, Consumer<CellIngest> ender, long ownFromBytes) {
        this.maker = maker;
        this.ender = ender;
        this.ownFromBytes = ownFromBytes;
        this.shared = maker.get();
    }

    /** The way to the segment that this cell is copied to. */
    public CellIngest streamOf(TableId table, ColumnId column, CellLocation cell) {
        Known family = known.computeIfAbsent(new Family(table, column), missing -> new Known());
        family.bytes += CellTally.weight(cell);
        if (family.own.isEmpty() && family.bytes >= ownFromBytes) {
            makeRoom();
            family.own = Optional.of(maker.get());
        }
        forgetOldest();
        return family.own.orElse(shared);
    }

    /** The way for what belongs to no column. */
    public CellIngest shared() {
        return shared;
    }

    private void makeRoom() {
        List<Known> owning =
                known.values().stream().filter(k -> k.own.isPresent()).toList();
        if (owning.size() >= OWN_MAX) {
            giveUp(owning.get(0));
        }
    }

    /** What comes later shares again, until there is enough of it. */
    private void giveUp(Known family) {
        family.own.ifPresent(left::add);
        family.own = Optional.empty();
        family.bytes = 0;
    }

    private void forgetOldest() {
        if (known.size() > KNOWN_MAX) {
            Map.Entry<Family, Known> oldest = known.entrySet().iterator().next();
            giveUp(oldest.getValue());
            known.remove(oldest.getKey());
        }
    }

    /** Everybody has added what he had: what nobody is told of any more comes to its end. */
    public void endLeft() {
        left.forEach(ender);
        left.clear();
    }

    /** Those that are written now. */
    public List<CellIngest> streams() {
        List<CellIngest> streams = new ArrayList<>(left);
        streams.add(shared);
        known.values().forEach(family -> family.own.ifPresent(streams::add));
        return streams;
    }

    void close() {
        streams().forEach(CellIngest::close);
    }
}
