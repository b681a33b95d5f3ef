package io.pfs.server.names;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.row.TablePointer;
import io.pfs.server.access.MovedFiles;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.gc.CellTally;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Reaping;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep.Detach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Takes apart what was cut off, a little at a time: each subdirectory of a table is cut off by itself, in its own shard,
 * and a table without any goes with all its rows at once. What is left to do stands in the table of intents.
 */
public final class Reaper {
    /** Subdirectories of one record. */
    private static final int DIRECTORIES = 64;
    /** Of one record: whatever cells the last row in it has, they fit into what is left of it. */
    private static final int RECORD_BYTES = Limits.JOURNAL_RECORD_BYTES_MAX / 2;
    /** What a record says of a row beside its name, and of a segment, at the most. */
    private static final int ROW_BYTES = 96;

    private static final int COUNT_BYTES = 20;
    /** A row is three changes at the most; the counts of all are one, and others may be added to the record. */
    private static final int CHANGES = Change.CHANGES_MAX - 8;
    /** As many again as this a single row may add. */
    private static final int COUNTS = Change.COUNTS_MAX / 2 - 8;

    /** Of those that take no records: so many are looked through before others have their turn. */
    private static final int ROWS_AT_ONCE = 2048;

    private final Supplier<NameMeans> meansLater;
    private boolean running;
    /** It begins again by itself, soon. */
    private boolean paused;

    private Optional<TableId> current = Optional.empty();
    /** What could not be done since all others had their turn. */
    private final Set<TableId> putOff = new HashSet<>();
    /** What can't go on until these subdirectories of it have answered. */
    private final Map<TableId, Set<TableId>> stuck = new HashMap<>();

    /** Subdirectories that were told to go and have not answered. Each is asked until it does, so not by two at a time. */
    private final Set<TableId> asked = new HashSet<>();

    /** What the current table waits for, if that is its subdirectories. */
    private Optional<CutOff> awaited = Optional.empty();

    private boolean watched;

    /** A subdirectory found in a table. */
    private record Child(RowName name, TablePointer pointer) {}

    /** Some subdirectories of a table, of which those in other shards have to answer. */
    private static final class CutOff {
        private final Walk walk;
        private final List<Child> children;
        private final Set<Child> told = new LinkedHashSet<>();
        private final Set<TableId> open = new HashSet<>();

        CutOff(Walk walk, List<Child> children) {
            this.walk = walk;
            this.children = children;
        }
    }

    public Reaper(Supplier<NameMeans> means) {
        this.meansLater = means;
    }

    private NameMeans means() {
        return meansLater.get();
    }

    private Tables tables() {
        return means().state().tables();
    }

    /** Begins, if there is anything to do and it is not under way. */
    void wake() {
        Optional<TableId> next = running ? Optional.empty() : nextOf();
        if (next.isPresent()) {
            running = true;
            current = next;
            reap(next.get());
        }
    }

    private Optional<TableId> nextOf() {
        Optional<TableId> next = first(id -> !stuck.containsKey(id) && !putOff.contains(id));
        if (next.isEmpty()) {
            putOff.clear();
        }
        return next.or(() -> first(id -> !stuck.containsKey(id)));
    }

    private Optional<TableId> first(Predicate<TableId> able) {
        return tables().intents().reaped().stream().filter(able).findFirst();
    }

    private void next() {
        running = false;
        wake();
    }

    /** What can't be done now is tried again when others had their turn, and by the next opening at the latest. */
    private void pause(PfsException cause) {
        current.ifPresent(putOff::add);
        giveWay();
    }

    private void giveWay() {
        running = false;
        if (!paused) {
            paused = means().calls().later(this::goOn);
        }
    }

    private void goOn() {
        paused = false;
        wake();
    }

    /** Whoever still has a change to it on its way comes first; after that nothing comes. */
    private void reap(TableId id) {
        Optional<HashedName> held = means().holds().anyOf(id);
        if (held.isPresent()) {
            means().holds().await(held.get(), () -> reap(id));
        } else if (!tables().intents().keptOf(id).isEmpty()) {
            awaitRows(id);
        } else {
            walk(new Walk(id));
        }
    }

    private void awaitRows(TableId id) {
        try {
            means().keptNames().requireAllSoon(id);
        } catch (PfsException e) {
            pause(e);
            return;
        }
        means().keptNames().settleAll(id, () -> reap(id));
    }

    /** How far a table was looked through, a slice at a time. */
    private static final class Walk {
        private final TableId id;
        private final LastReplies replies = new LastReplies();
        private int index;
        private long rows;
        /** When others had their turn last. */
        private long rowsBefore;

        Walk(TableId id) {
            this.id = id;
        }

        void pass(Slice slice) {
            rows += slice.rowCount();
            replies.take(slice);
        }

        /** Whether it is time to let others have their turn. */
        boolean isLong() {
            boolean isLong = rows - rowsBefore >= ROWS_AT_ONCE;
            rowsBefore = isLong ? rows : rowsBefore;
            return isLong;
        }
    }

    private void walk(Walk walk) {
        try {
            if (!tables().exists(walk.id)) {
                forget(walk.id);
                return;
            }
            TableState table = tables().find(walk.id);
            while (walk.index < table.places()) {
                Optional<HeldSlice> slice = table.at(walk.index);
                if (slice.isPresent() && !slice.get().isLoaded()) {
                    means().loader().load(slice.get(), () -> walk(walk), this::pause);
                    return;
                }
                List<Child> children = slice.map(Reaper::childrenOf).orElse(List.of());
                if (!children.isEmpty()) {
                    cutOff(walk, children);
                    return;
                }
                List<Doomed> doomed = slice.map(one -> withCells(walk.id, one)).orElse(List.of());
                if (!doomed.isEmpty()) {
                    giveUpCells(walk, doomed);
                    return;
                }
                slice.ifPresent(one -> walk.pass(one.loaded()));
                walk.index++;
                if (walk.isLong() && means().calls().soon(() -> walk(walk))) {
                    return;
                }
            }
            drop(walk);
        } catch (PfsException e) {
            pause(e);
        }
    }

    /** It is gone, and what stands there of it leads to nothing. */
    private void forget(TableId id) {
        Change gone = new RowRemoved(tables().intentTable(), new Reaping(id).rowName());
        Runnable durable = () -> {
            means().went(id);
            next();
        };
        means().records().commit(List.of(), List.of(gone), durable, this::pause);
    }

    /** Some of the subdirectories in a slice. */
    private static List<Child> childrenOf(HeldSlice slice) {
        List<Child> children = new ArrayList<>();
        RowCursor rows = slice.loaded().rows();
        while (rows.next() && children.size() < DIRECTORIES) {
            if (RowLayout.kind(rows.array(), rows.rowAt()) == RowKind.DIRECTORY) {
                children.add(child(rows));
            }
        }
        return children;
    }

    private static Child child(RowCursor rows) {
        RowName name = RowName.of(rows.array(), rows.nameAt(), rows.nameLength());
        byte[] row = Arrays.copyOfRange(rows.array(), rows.rowAt(), rows.rowAt() + rows.rowLength());
        return new Child(name, RenameProcedure.pointerOf(Row.decode(name, row)));
    }

    /** Those of other shards are cut off there first, so that none is forgotten. */
    private void cutOff(Walk walk, List<Child> children) {
        CutOff next = new CutOff(walk, children);
        children.stream().filter(child -> !means().isWhollyHere(child.pointer)).forEach(next.told::add);
        next.told.forEach(child -> next.open.add(child.pointer.table()));
        if (next.open.isEmpty()) {
            toldAll(next);
            return;
        }
        awaited = Optional.of(next);
        watch();
        next.told.forEach(child -> tell(child.pointer));
    }

    private void tell(TablePointer child) {
        if (asked.add(child.table())) {
            ProcedureId procedure =
                    new ProcedureId(means().here(), means().entropy().nextLong());
            means().calls().insist(child.base(), child.table(), procedure, new Detach(), () -> told(child.table()));
        }
    }

    /** Its own shard reaps it. If what it belongs to is stuck, it is told once more, which changes nothing. */
    private void told(TableId child) {
        asked.remove(child);
        stuck.values().forEach(open -> open.remove(child));
        if (stuck.values().removeIf(Set::isEmpty)) {
            wake();
        }
        awaited.filter(current -> current.open.remove(child) && current.open.isEmpty())
                .ifPresent(current -> {
                    awaited = Optional.empty();
                    toldAll(current);
                });
    }

    private void toldAll(CutOff done) {
        boolean isAllTold = done.children.stream()
                .allMatch(child -> done.told.contains(child) || means().isWhollyHere(child.pointer));
        if (isAllTold) {
            remove(done.walk, done.children, done.told);
        } else {
            cutOff(done.walk, done.children); // one was spread over others meanwhile
        }
    }

    /** Looks a while later whether all have answered; one look at a time. */
    private void watch() {
        if (!watched) {
            watched = true;
            Optional<CutOff> seen = awaited;
            means().calls().muchLater(() -> look(seen));
        }
    }

    /** Some child may be out of reach for long: others have their turn, and this table when all have answered that it waits for. */
    private void look(Optional<CutOff> seen) {
        watched = false;
        if (awaited.isPresent() && awaited.equals(seen)) {
            stuck.put(seen.get().walk.id, seen.get().open);
            awaited = Optional.empty();
            giveWay();
        } else if (awaited.isPresent()) {
            watch();
        }
    }

    private void remove(Walk walk, List<Child> children, Set<Child> told) {
        List<Change> changes = new ArrayList<>();
        for (Child child : children) {
            changes.add(new RowRemoved(walk.id, child.name));
            if (!told.contains(child) && tables().exists(child.pointer.table())) {
                changes.add(RemoveProcedure.reaping(means(), child.pointer.table()));
            }
        }
        means().records().commit(List.of(), changes, () -> walk(walk), this::pause);
    }

    /** A row that has cells. */
    private record Doomed(HashedName held, RowName name, byte[] row) {}

    /** Rows of a slice whose cells must be counted as dropped, before the others go unseen with their table. */
    private static List<Doomed> withCells(TableId id, HeldSlice slice) {
        List<Doomed> doomed = new ArrayList<>();
        RowCursor rows = slice.loaded().rows();
        while (rows.next() && doomed.size() < CHANGES) {
            if (RowLayout.cellCount(rows.array(), rows.rowAt()) > 0) {
                RowName name = RowName.of(rows.array(), rows.nameAt(), rows.nameLength());
                int at = rows.rowAt();
                byte[] row = Arrays.copyOfRange(rows.array(), at, at + rows.rowLength());
                doomed.add(new Doomed(new HashedName(id, rows.hash()), name, row));
            }
        }
        return doomed;
    }

    /** Cells on the move come first: their names are held. */
    private void giveUpCells(Walk walk, List<Doomed> doomed) {
        Optional<HashedName> moving = means().holds().anyOf(walk.id);
        if (moving.isPresent()) {
            means().holds().await(moving.get(), () -> walk(walk));
            return;
        }
        CellTally tally = new CellTally();
        List<Change> changes = new ArrayList<>();
        List<HashedName> names = new ArrayList<>();
        int namesBytes = 0;
        while (names.size() < doomed.size()
                && mayTakeMore(names.size(), namesBytes, changes.size(), tally.segments())) {
            Doomed row = doomed.get(names.size());
            changes.add(new RowRemoved(walk.id, row.name));
            RowDrop.add(row.row, means().state().window(), tally, changes);
            MovedFiles.gone(tables(), row.row, changes);
            names.add(row.held);
            namesBytes += row.name.length();
        }
        changes.addAll(tally.changes());
        means().records().commit(names, changes, () -> gaveUp(walk, names.size()), this::pause);
    }

    /** Whether one more row fits into a record, whatever cells it has; the first one always does. */
    private static boolean mayTakeMore(int rows, int namesBytes, int changes, int segments) {
        int bytes = namesBytes + rows * ROW_BYTES + segments * COUNT_BYTES;
        return bytes < RECORD_BYTES && changes < CHANGES && segments < COUNTS;
    }

    private void gaveUp(Walk walk, int rows) {
        means().counters().rowsGivenUp(rows);
        walk(walk);
    }

    /** Slices that were to leave, and go with their table. */
    private List<Leaving> leaving(TableId id) {
        return tables().intents().leaving().stream()
                .filter(leaving -> leaving.slice().table().equals(id))
                .toList();
    }

    private void drop(Walk walk) {
        HashedName facts = tables().rows().nameOf(walk.id);
        if (means().holds().isHeld(facts)) {
            means().holds().await(facts, () -> drop(walk));
            return;
        }
        List<Change> changes = new ArrayList<>();
        changes.add(new RowRemoved(facts.table(), TableFacts.rowName(walk.id)));
        changes.add(new RowRemoved(tables().intentTable(), new Reaping(walk.id).rowName()));
        changes.add(new RowRemoved(tables().intentTable(), new Spreading(walk.id, 0).rowName()));
        List<Leaving> leaving = leaving(walk.id);
        leaving.forEach(one -> changes.add(new RowRemoved(tables().intentTable(), one.rowName())));
        changes.addAll(walk.replies.changes(facts));
        tables().rows()
                .of(walk.id)
                .ifPresent(row -> changes.addAll(RowDrop.of(row, means().state().window())));
        means().records()
                .commit(
                        List.of(facts),
                        changes,
                        () -> {
                            means().counters().reaped(walk.rows);
                            leaving.forEach(one -> means().rest().gone(one.slice()));
                            means().went(walk.id);
                            next();
                        },
                        this::pause);
    }
}
