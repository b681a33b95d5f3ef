package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.SealedTables;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.wire.NameStep.AskOutcome;
import io.pfs.wire.Reply.OutcomeFound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tables of this shard in which nothing is born for now, since a procedure wants them away, if they are empty. Who would
 * make a row in one waits until that is decided.
 */
public final class Seals implements SealedTables {
    private final ShardState state;
    private final NameHolds holds;
    private final KeptNames keptNames;
    private final SliceLoader loader;
    private final PeerCalls calls;
    private final SliceRest rest;
    private final SliceMoves moves;
    private final Map<TableId, Seal> seals = new LinkedHashMap<>();

    /** Whose it is, and who waits. */
    private static final class Seal {
        private final ProcedureId procedure;
        private final List<Runnable> waiting = new ArrayList<>();
        private boolean asked;

        Seal(ProcedureId procedure) {
            this.procedure = procedure;
        }
    }

    /** Does what an answer about a remote procedure says with its seal. */
    public interface Outcome {
        void decided(Sealed seal, boolean committed);
    }

    private final Outcome outcome;

    public Seals(
            ShardState state,
            NameHolds holds,
            KeptNames keptNames,
            SliceLoader loader,
            PeerCalls calls,
            SliceRest rest,
            SliceMoves moves,
            Outcome outcome) {
        this.state = state;
        this.holds = holds;
        this.keptNames = keptNames;
        this.loader = loader;
        this.calls = calls;
        this.rest = rest;
        this.moves = moves;
        this.outcome = outcome;
    }

    @Override
    public boolean isSealed(TableId table) {
        return !seals.isEmpty() && seals.containsKey(table);
    }

    Optional<ProcedureId> holder(TableId table) {
        return Optional.ofNullable(seals.get(table)).map(seal -> seal.procedure);
    }

    @Override
    public void await(TableId table, Runnable task) {
        Seal seal = seals.get(table);
        if (seal == null) {
            task.run();
            return;
        }
        seal.waiting.add(task);
        ask(table, seal);
    }

    private void ask(TableId table, Seal seal) {
        boolean isElsewhere = !seal.procedure.coordinator().equals(state.shard());
        boolean isJournaled = state.tables().intents().seal(table).isPresent();
        if (seal.asked || (!isElsewhere && !isJournaled)) {
            return; // who sealed it here takes the seal off
        }
        seal.asked = true;
        ProcedureId procedure = seal.procedure;
        calls.ask(procedure.coordinator(), table, procedure, new AskOutcome(), reply -> {
            seal.asked = false;
            if (reply instanceof OutcomeFound found) {
                outcome.decided(new Sealed(procedure, table), found.committed());
            } else {
                calls.later(() -> ask(table, seal));
            }
        });
    }

    /** Seals that were journaled before this shard was opened. */
    void resume() {
        for (Sealed sealed : state.tables().intents().seals()) {
            Seal seal = new Seal(sealed.procedure());
            seals.put(sealed.table(), seal);
            ask(sealed.table(), seal);
        }
    }

    /**
     * Seals a table, which must not be sealed; {@code empty} hears when nothing is in it or on its way there. One that is
     * not empty is unsealed.
     */
    void seal(TableId table, ProcedureId procedure, Runnable empty, Consumer<PfsException> refused) {
        state.tables().serving(table);
        seals.put(table, new Seal(procedure));
        check(table, procedure, empty, failure -> {
            unseal(table, procedure);
            refused.accept(failure);
        });
    }

    /** Every change in flight ends first, and everything that may arrive from elsewhere. */
    private void check(TableId table, ProcedureId procedure, Runnable empty, Consumer<PfsException> refused) {
        try {
            requireSealedBy(table, procedure);
            Optional<HashedName> held = holds.anyOf(table);
            if (held.isPresent()) {
                holds.await(held.get(), () -> check(table, procedure, empty, refused));
            } else if (!state.tables().intents().keptOf(table).isEmpty()) {
                keptNames.requireAllSoon(table);
                keptNames.settleAll(table, () -> check(table, procedure, empty, refused));
            } else {
                checkSlices(new Look(table, procedure, empty, refused));
            }
        } catch (PfsException e) {
            refused.accept(e);
        }
    }

    /** Looks through the slices of a table, one that is not in memory after the other. */
    private static final class Look {
        private final TableId table;
        private final ProcedureId procedure;
        private final Runnable empty;
        private final Consumer<PfsException> refused;
        private int index;
        private boolean passedOver;

        Look(TableId table, ProcedureId procedure, Runnable empty, Consumer<PfsException> refused) {
            this.table = table;
            this.procedure = procedure;
            this.empty = empty;
            this.refused = refused;
        }
    }

    /**
     * Rows are found before anything is waited for, as what is on its way may be so for long. A slice that was seen to be empty stays so,
     * and need not stay in memory.
     */
    private void checkSlices(Look look) {
        TableState table = state.tables().serving(look.table);
        for (; look.index < table.places(); look.index++) {
            Optional<HeldSlice> slice = table.at(look.index);
            if (slice.isEmpty()) {
                continue;
            }
            if (moves.mustWait(slice.get().key())) {
                look.passedOver = true; // its rows may be another shard's by now
            } else if (slice.get().place().target().rowCount() > 0) {
                throw new PfsException(ErrorCode.NOT_EMPTY, look.table + " is not empty");
            } else if (!slice.get().isLoaded() && !slice.get().isKnownEmpty()) {
                loader.load(slice.get(), () -> checkOn(look), look.refused);
                return;
            }
        }
        checkRest(look);
    }

    private void checkOn(Look look) {
        try {
            requireSealedBy(look.table, look.procedure);
            checkSlices(look);
        } catch (PfsException e) {
            look.refused.accept(e);
        }
    }

    private void checkRest(Look look) {
        if (state.tables().intents().isSpreading(look.table)) {
            throw new PfsException(ErrorCode.BUSY, look.table + " is being distributed");
        }
        Runnable again = () -> check(look.table, look.procedure, look.empty, look.refused);
        if (rest.isQuiet(look.table, again)) {
            (look.passedOver ? again : look.empty).run();
        }
    }

    private void requireSealedBy(TableId id, ProcedureId procedure) {
        if (!holder(id).equals(Optional.of(procedure))) {
            throw new PfsException(ErrorCode.BUSY, id + " was unsealed meanwhile");
        }
    }

    /** Takes a seal off, if it is this procedure's; who waited goes on. */
    void unseal(TableId table, ProcedureId procedure) {
        Seal seal = seals.get(table);
        if (seal != null && seal.procedure.equals(procedure)) {
            seals.remove(table);
            seal.waiting.forEach(Runnable::run);
        }
    }
}
