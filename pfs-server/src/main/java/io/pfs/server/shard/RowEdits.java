package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.access.Committer;
import io.pfs.server.access.FileIds;
import io.pfs.server.access.Guard;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.CellStage;
import io.pfs.server.cell.EmbedRule;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HashedName;
import io.pfs.table.Policy;
import io.pfs.wire.Envelope;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes and changes rows: one, or many of a table in one record. */
final class RowEdits {
    /** What the rows and cells of one record may take of it; the rest is for its reply and what is counted in it. */
    private static final int RECORD_BYTES_MAX = Limits.JOURNAL_RECORD_BYTES_MAX - (32 << 10);

    private final Committer committer;
    private final NameAccess access;
    private final CellGather gather;
    private final CellStage stage;
    private final FileIds fileIds;
    private final Clock clock;
    private final EmbedRule embedding;
    private final GroupCounters counters;
    private final Guard guard;

    RowEdits(
            Committer committer,
            NameAccess access,
            CellGather gather,
            CellStage stage,
            FileIds fileIds,
            Clock clock,
            EmbedRule embedding,
            GroupCounters counters,
            Guard guard) {
        this.committer = committer;
        this.access = access;
        this.gather = gather;
        this.stage = stage;
        this.fileIds = fileIds;
        this.clock = clock;
        this.embedding = embedding;
        this.counters = counters;
        this.guard = guard;
    }

    /** A request, and how its reply follows from what became of its rows. */
    private record Asked(
            Envelope envelope,
            TableId table,
            List<EditRow> edits,
            Function<List<RowChanged>, Kept> reply,
            Reply.Sink sink) {}

    /** The indirect record of a row as it was read, and where it stood. */
    private record Fetched(CellLocation place, IndirectCells cells) {}

    /** What is decided: by the edits, in their order. */
    private record Decided(List<RowPlan> plans, boolean anyNew, long nowMillis) {}

    void edit(Envelope envelope, EditRow request, Reply.Sink sink) {
        start(new Asked(envelope, request.table(), List.of(request), rows -> rows.get(0), sink), new HashMap<>());
    }

    void edit(Envelope envelope, EditRows request, Reply.Sink sink) {
        start(new Asked(envelope, request.table(), request.edits(), RowsChanged::new, sink), new HashMap<>());
    }

    private void start(Asked asked, Map<RowName, Fetched> fetched) {
        RowName first = asked.edits.get(0).name();
        committer.reach(asked.envelope, asked.table, first, asked.sink, reached -> {
            if (asked.edits.size() == 1) {
                decide(asked, List.of(reached), fetched);
            } else {
                reachOthers(asked, reached, fetched);
            }
        });
    }

    /** If one of them has to be waited for, those reached before may change meanwhile, or this very request be done. */
    private void reachOthers(Asked asked, Reached first, Map<RowName, Fetched> fetched) {
        List<EditRow> edits = asked.edits;
        List<HashedName> names = new ArrayList<>(edits.size());
        for (EditRow edit : edits) {
            names.add(new HashedName(asked.table, first.table().hash().of(edit.name())));
        }
        access.touch(first.table(), names);
        List<Reached> all = new ArrayList<>(edits.size());
        all.add(first);
        for (int i = 1; i < names.size(); i++) {
            RowName name = edits.get(i).name();
            Optional<Reached> reached = access.reachAtOnce(first.table(), name, names.get(i));
            if (reached.isEmpty()) {
                await(asked, name, all, fetched);
                return;
            }
            all.add(reached.get());
        }
        decide(asked, all, fetched);
    }

    /** Rows that were reached before stay in memory so long, or they might go in turn. */
    private void await(Asked asked, RowName name, List<Reached> before, Map<RowName, Fetched> fetched) {
        before.forEach(one -> one.slice().waitWith(true));
        access.reach(
                asked.table,
                name,
                found -> {
                    before.forEach(one -> one.slice().waitWith(false));
                    start(asked, fetched);
                },
                failure -> {
                    before.forEach(one -> one.slice().waitWith(false));
                    committer.refuse(asked.envelope, failure, asked.sink);
                });
    }

    private void decide(Asked asked, List<Reached> all, Map<RowName, Fetched> fetched) {
        if (committer.mustAwaitSeal(asked.table, all, () -> start(asked, fetched))) {
            return;
        }
        List<Source> behind = new ArrayList<>(0);
        for (int i = 0; i < all.size(); i++) {
            if (indirectPlace(asked.edits.get(i), all.get(i), fetched) instanceof Place.Unread unread) {
                behind.add(unread.source);
            }
        }
        if (behind.isEmpty()) {
            carryOut(asked, all, plan(asked, all, fetched));
        } else {
            fetchIndirect(asked, all, behind, fetched);
        }
    }

    /** Whether an indirect record matters for an edit, and is at hand. */
    private sealed interface Place {
        record None() implements Place {}

        record Read(IndirectCells cells) implements Place {}

        record Unread(Source source) implements Place {}
    }

    private static Place indirectPlace(EditRow edit, Reached reached, Map<RowName, Fetched> fetched) {
        if (!RowPlan.touchesIndirect(edit.edit()) || reached.row().isEmpty()) {
            return new Place.None();
        }
        Source source = new Source(reached.row().get());
        Optional<CellLocation> place = source.slot(RowLayout.INDIRECT_SLOT);
        if (place.isEmpty()) {
            return new Place.None();
        }
        Fetched before = fetched.get(edit.name());
        return before != null && before.place.equals(place.get())
                ? new Place.Read(before.cells)
                : new Place.Unread(source);
    }

    /** What was fetched before stays at hand, or two rows that change in turn would have each other fetched for ever. */
    private void fetchIndirect(
            Asked asked, List<Reached> all, List<Source> behind, Map<RowName, Fetched> fetchedBefore) {
        gather.indirectOf(
                behind,
                found -> {
                    Map<RowName, Fetched> fetched = new HashMap<>(fetchedBefore);
                    fetched.putAll(named(all, behind, found));
                    start(asked, fetched);
                },
                () -> start(asked, new HashMap<>()),
                failure -> committer.refuse(asked.envelope, failure, asked.sink));
    }

    private static Map<RowName, Fetched> named(List<Reached> all, List<Source> behind, List<IndirectCells> found) {
        Map<RowName, Fetched> fetched = new HashMap<>();
        for (Reached one : all) {
            int at = one.row().map(row -> behind.indexOf(new Source(row))).orElse(-1);
            if (at >= 0) {
                CellLocation place =
                        behind.get(at).slot(RowLayout.INDIRECT_SLOT).orElseThrow();
                fetched.put(one.name(), new Fetched(place, found.get(at)));
            }
        }
        return fetched;
    }

    private Decided plan(Asked asked, List<Reached> all, Map<RowName, Fetched> fetched) {
        Policy policy = all.get(0).table().facts().policy(); // all are of one table
        List<Optional<Row>> before = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            EditRow edit = asked.edits.get(i);
            if (i > 0) {
                guard.require(asked.envelope, edit, all.get(i)); // the first was looked at when it was reached
            }
            Optional<byte[]> bytes = all.get(i).row();
            Optional<Row> current =
                    bytes.isEmpty() ? Optional.empty() : Optional.of(RowService.decode(edit, bytes.get()));
            RowExpectation.require(edit, current);
            if (current.isEmpty()) {
                all.get(i).slice().requireRoom();
            }
            ObjectService.requireAllowed(edit, policy);
            before.add(current);
        }
        long now = clock.wallMillis();
        boolean anyNew = false;
        Births births = new Births(asked.envelope, now);
        RowPlan.Room room = new RowPlan.Room(embedding.bytesMax(asked.edits, policy), asked.edits);
        List<RowPlan> plans = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            EditRow edit = asked.edits.get(i);
            anyNew |= before.get(i).isEmpty();
            Row row = before.get(i).isPresent() ? before.get(i).get() : births.next(edit);
            Place indirect = indirectPlace(edit, all.get(i), fetched);
            IndirectCells cells = indirect instanceof Place.Read read ? read.cells : IndirectCells.EMPTY;
            plans.add(new RowPlan(edit, row, cells, now, room, policy));
        }
        return new Decided(plans, anyNew, now);
    }

    /** The rows of one request that are new: most of them have all but their name and number in common. */
    private final class Births {
        private final Envelope envelope;
        private final Row.Times times;
        private Optional<NewRow> said = Optional.empty();
        private Optional<NewRow> owned = Optional.empty();

        Births(Envelope envelope, long nowMillis) {
            this.envelope = envelope;
            this.times = Row.Times.all(nowMillis);
        }

        Row next(EditRow edit) {
            if (said.isEmpty() || !said.get().equals(edit.ifNew())) {
                said = Optional.of(edit.ifNew());
                owned = Optional.of(guard.owned(envelope, edit.table(), edit.ifNew()));
            }
            return RowPlan.newborn(owned.orElseThrow(), fileIds.next(), times);
        }
    }

    private void carryOut(Asked asked, List<Reached> all, Decided decided) {
        List<HashedName> names = new ArrayList<>(all.size());
        all.forEach(one -> names.add(one.held()));
        boolean isStaged = false;
        for (RowPlan plan : decided.plans) {
            counters.cellsWritten(plan.embedded().size(), plan.big().size());
            isStaged |= CellStage.isNeeded(plan);
        }
        Optional<CellStage.Staging> staging =
                isStaged ? Optional.of(stage.begin(decided.plans, names)) : Optional.empty();
        List<HashedName> held = committer.hold(names);
        List<RowChanged> changed = new ArrayList<>(decided.plans.size());
        decided.plans.forEach(plan -> changed.add(new RowChanged(plan.fileId(), plan.version())));
        Kept reply = asked.reply.apply(changed);
        if (staging.isEmpty()) {
            committer.commitAnswering(
                    asked.envelope, held, sequence -> changes(decided, sequence, Optional.empty()), reply, asked.sink);
        } else {
            write(asked.envelope, held, decided, staging.get(), reply, asked.sink);
        }
    }

    /** The cells are forced first, then the record that refers to them is written. */
    private void write(
            Envelope envelope,
            List<HashedName> names,
            Decided decided,
            CellStage.Staging staging,
            Kept reply,
            Reply.Sink sink) {
        Reply.Sink ended = staging.endingIn(sink);
        staging.write(
                () -> committer.commitHeld(
                        envelope, names, sequence -> changes(decided, sequence, Optional.of(staging)), reply, ended),
                failure -> committer.fail(names, failure, ended));
    }

    private List<Change> changes(Decided decided, long sequence, Optional<CellStage.Staging> staging) {
        List<Change> changes = new ArrayList<>(decided.plans.size() * 2 + 2);
        int cellsBefore = 0;
        for (RowPlan plan : decided.plans) {
            Map<ColumnId, CellLocation> places =
                    staging.isEmpty() ? Collections.emptyMap() : staging.get().placesOf(plan);
            cellsBefore += plan.addTo(changes, sequence, cellsBefore, places);
        }
        if (decided.plans.size() > 1) {
            requireFits(changes);
        }
        if (decided.anyNew) {
            fileIds.reservation(decided.nowMillis).ifPresent(changes::add);
        }
        return changes;
    }

    /** A single edit always fits; of many it takes a few rows with all the tags they may have. */
    private static void requireFits(List<Change> changes) {
        long bytes = 0;
        for (Change change : changes) {
            if (change instanceof RowPut put) {
                bytes += put.row().length + Limits.ROW_NAME_BYTES_MAX + 16;
            } else if (change instanceof CellKept cell) {
                bytes += cell.bytes().length + 16;
            }
        }
        if (bytes > RECORD_BYTES_MAX || changes.size() > Change.CHANGES_MAX - 4) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "rows that are changed at once take at most " + RECORD_BYTES_MAX + " bytes and "
                            + (Change.CHANGES_MAX - 4) + " parts of a record, but these take " + bytes + " and "
                            + changes.size());
        }
    }
}
