package io.pfs.server.state;

import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Arriving;
import io.pfs.server.table.Intent.Born;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Locked;
import io.pfs.server.table.Intent.Reaping;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.Todo.DetachTable;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.server.table.Todo.ShareRights;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts that a shard has in procedures, as its table of intents says, by the names of their rows. */
public final class Intents {
    /** A row's name does not tell whose it is, so that it can be looked up by what it is about. */
    private static final ProcedureId NOBODY = new ProcedureId(new ShardId(0), 0);

    private static final TableId NOWHERE = new TableId(0);

    /** All but the loans: of those there may be very many. */
    private final TreeMap<RowName, Intent> byName = new TreeMap<>(Intents::compare);

    private final TreeMap<RowName, byte[]> travellers = new TreeMap<>(Intents::compare);
    /** For what every request asks. */
    private final Map<HashedName, Kept> keptByName = new HashMap<>();

    private final Map<TableId, Map<RowName, Kept>> keptByTable = new HashMap<>();

    private final TreeSet<TableId> reaped = new TreeSet<>();
    /** Slices between shards, for what every request asks. */
    private final Map<SliceKey, Intent> moving = new HashMap<>();

    /** Tables whose slices go to where they belong by a spread that was raised. */
    private final Map<TableId, Spreading> spreading = new HashMap<>();

    private final LoanRows loans = new LoanRows();

    private static int compare(RowName a, RowName b) {
        return a.toString().compareTo(b.toString());
    }

    void clear() {
        byName.clear();
        travellers.clear();
        keptByName.clear();
        keptByTable.clear();
        reaped.clear();
        moving.clear();
        spreading.clear();
        loans.clear();
    }

    public boolean isEmpty() {
        return isQuiet() && loans.count() == 0;
    }

    @Override
    public String toString() {
        return byName.values() + " with " + travellers.size() + " rows";
    }

    void put(RowName name, byte[] row) {
        Optional<Intent> intent = IntentCodec.ofRow(name, row);
        if (intent.isEmpty()) {
            travellers.put(name, row);
            return;
        }
        if (intent.get() instanceof Lending lending) {
            loans.put(name, lending);
            return;
        } else if (intent.get() instanceof Borrowing borrowing) {
            loans.put(name, borrowing);
            return;
        }
        byName.put(name, intent.get());
        if (intent.get() instanceof Kept kept) {
            keptByName.put(HashedName.of(kept), kept);
            keptByTable
                    .computeIfAbsent(kept.table(), table -> new TreeMap<>(Intents::compare))
                    .put(name, kept);
        } else if (intent.get() instanceof Reaping reaping) {
            reaped.add(reaping.table());
        } else if (intent.get() instanceof Leaving leaving) {
            moving.put(leaving.slice(), leaving);
        } else if (intent.get() instanceof Arriving arriving) {
            moving.put(arriving.slice(), arriving);
        } else if (intent.get() instanceof Spreading its) {
            spreading.put(its.table(), its);
        }
    }

    void remove(RowName name) {
        travellers.remove(name);
        loans.remove(name);
        Intent gone = byName.remove(name);
        if (gone instanceof Kept kept) {
            keptByName.remove(HashedName.of(kept));
            keptByTable.computeIfPresent(kept.table(), (table, rows) -> without(rows, name));
        } else if (gone instanceof Reaping reaping) {
            reaped.remove(reaping.table());
        } else if (gone instanceof Leaving leaving) {
            moving.remove(leaving.slice());
        } else if (gone instanceof Arriving arriving) {
            moving.remove(arriving.slice());
        } else if (gone instanceof Spreading its) {
            spreading.remove(its.table());
        }
    }

    @Nullable
    private static Map<RowName, Kept> without(Map<RowName, Kept> rows, RowName name) {
        rows.remove(name);
        return rows.isEmpty() ? null : rows;
    }

    private <T extends Intent> Stream<T> all(Class<T> type) {
        return byName.values().stream().filter(type::isInstance).map(type::cast);
    }

    /** Whether any name is kept for a row that may come. */
    public boolean keepsNames() {
        return !keptByName.isEmpty();
    }

    private <T extends Intent> Optional<T> find(Class<T> type, T sought) {
        return Optional.ofNullable(byName.get(sought.rowName()))
                .filter(type::isInstance)
                .map(type::cast);
    }

    /** What keeps this name, if anything does. */
    public Optional<Kept> kept(HashedName name) {
        return keptByName.isEmpty() ? Optional.empty() : Optional.ofNullable(keptByName.get(name));
    }

    /** What is kept of a table's names. */
    public List<Kept> keptOf(TableId table) {
        Map<RowName, Kept> rows = keptByTable.isEmpty() ? null : keptByTable.get(table);
        return rows == null ? List.of() : List.copyOf(rows.values());
    }

    public Optional<Sealed> seal(TableId table) {
        return byName.isEmpty() ? Optional.empty() : find(Sealed.class, new Sealed(NOBODY, table));
    }

    public Optional<ProcedureId> lockHolder() {
        return find(Locked.class, new Locked(NOBODY)).map(Locked::procedure);
    }

    /** What this shard decided and is not done with. */
    public Optional<Decided> decided(ProcedureId procedure) {
        return find(Decided.class, new Decided(procedure, List.of()));
    }

    /** The row that goes elsewhere with it. */
    public Optional<byte[]> traveller(ProcedureId procedure) {
        return Optional.ofNullable(travellers.get(Intent.travellerName(procedure)));
    }

    public boolean isReaped(TableId table) {
        return !reaped.isEmpty() && reaped.contains(table);
    }

    /** Whether nobody is told of a slice yet. */
    public boolean isBetween(TableState table, SliceKey slice) {
        return isMoving(slice) && !hasLeft(table, slice);
    }

    /** One that is leaving and is not here any more was seen in its new shard. */
    public boolean hasLeft(TableState table, SliceKey slice) {
        return isLeaving(slice) && !table.has(slice.slice().value());
    }

    /** Whether any slice is on its way to another shard or from one. */
    public boolean movesAny() {
        return !moving.isEmpty();
    }

    /** Slices that are not here as a whole yet. */
    public List<SliceKey> arriving() {
        return moving.keySet().stream().filter(this::isArriving).toList();
    }

    /** Whether a slice is on its way to another shard or from one: nobody is served from it. */
    public boolean isMoving(SliceKey slice) {
        return !moving.isEmpty() && moving.containsKey(slice);
    }

    public boolean isLeaving(SliceKey slice) {
        return !moving.isEmpty() && moving.get(slice) instanceof Leaving;
    }

    public boolean isArriving(SliceKey slice) {
        return !moving.isEmpty() && moving.get(slice) instanceof Arriving;
    }

    public List<Leaving> leaving() {
        return moving.isEmpty() ? List.of() : all(Leaving.class).toList();
    }

    /** A slice of a table that is on its way, if there is one. */
    public Optional<SliceKey> movingOf(TableId table) {
        return movingOf(table, slice -> true);
    }

    /** The same of those that meet a condition. */
    public Optional<SliceKey> movingOf(TableId table, Predicate<SliceKey> condition) {
        return moving.isEmpty()
                ? Optional.empty()
                : moving.keySet().stream()
                        .filter(key -> key.table().equals(table) && condition.test(key))
                        .min(Comparator.naturalOrder());
    }

    public boolean isSpreading(TableId table) {
        return !spreading.isEmpty() && spreading.containsKey(table);
    }

    public List<Spreading> spreading() {
        return List.copyOf(spreading.values());
    }

    /** Whether a slice was not given away yet by the spreading of its table that is under way. */
    public boolean isToBeGiven(SliceKey slice) {
        Spreading its = spreading.isEmpty() ? null : spreading.get(slice.table());
        return its != null && slice.slice().value() < its.below();
    }

    /** Tables that are to be taken apart, as they are by now: there may be as many as a tree has directories. */
    public Set<TableId> reaped() {
        return Collections.unmodifiableSet(reaped);
    }

    /** Segments that are shared with other servers. */
    public LoanRows loans() {
        return loans;
    }

    /** Whether what a loan is of is still here, or on its way, as far as is known here: then it is not lent yet. */
    public boolean isGoing(LoanId loan) {
        return loan.isSlice()
                ? isLeaving(new SliceKey(new TableId(loan.high()), new SliceId((int) loan.low())))
                : decided(new ProcedureId(new ShardId((int) loan.high()), loan.low()))
                        .isPresent();
    }

    /** Tables that are being made or taken apart by procedures that this shard has a part in. */
    public Set<TableId> passing() {
        Set<TableId> passing = new TreeSet<>(reaped);
        born().forEach(born -> passing.add(born.table()));
        seals().forEach(seal -> passing.add(seal.table()));
        for (Decided decided : decided()) {
            decided.todo().stream()
                    .filter(todo -> todo instanceof DropTable || todo instanceof DetachTable)
                    .forEach(todo -> passing.add(todo.table()));
        }
        return passing;
    }

    /** Whether anything is between shards: a loan may last for ever, all else comes to an end. */
    public boolean isQuiet() {
        return byName.isEmpty() && travellers.isEmpty();
    }

    /** The table that was born for a procedure. */
    public Optional<Born> born(ProcedureId procedure) {
        return find(Born.class, new Born(procedure, NOWHERE));
    }

    public List<Born> born() {
        return all(Born.class).toList();
    }

    public List<Kept> kept() {
        return all(Kept.class).toList();
    }

    public List<Sealed> seals() {
        return all(Sealed.class).toList();
    }

    public List<Decided> decided() {
        return all(Decided.class).toList();
    }

    /** Whether the policy of a table was changed, which some shards that have slices of it may not know yet. */
    public boolean isPolicyTold(TableId table) {
        return decided().stream()
                .map(decided -> decided.todo().stream()
                        .filter(todo ->
                                todo instanceof ShareRights && todo.table().equals(table))
                        .count())
                .anyMatch(times -> times > 1);
    }
}
