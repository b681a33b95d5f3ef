package io.pfs.server.names;

import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Unlock;
import io.pfs.wire.NameStep.Unseal;
import java.util.Optional;
import java.util.function.Supplier;

/** What an attempt of a procedure has got, or asked for, of others; all of it is given back when it is over. */
final class OthersParts {
    private final NameMeans means;
    private boolean locked;
    private Optional<Part> sealed = Optional.empty();
    private Optional<Part> kept = Optional.empty();

    /** A table in a shard that has a part in it. */
    private record Part(ShardId shard, TableId table, boolean isAsked) {}

    OthersParts(NameMeans means) {
        this.means = means;
    }

    void locked() {
        locked = true;
    }

    /** @param isAsked by a step, and so is the end of it; even of this shard itself, if others have parts of the table */
    void sealed(ShardId shard, TableId table, boolean isAsked) {
        sealed = Optional.of(new Part(shard, table, isAsked));
    }

    void kept(ShardId shard, TableId table) {
        kept = Optional.of(new Part(shard, table, true));
    }

    boolean isKept() {
        return kept.isPresent();
    }

    /** The procedure was decided: a table of this shard that was sealed is gone, and who waited may see that. */
    void unsealHere(ProcedureId procedure) {
        sealed.filter(part -> !part.isAsked).ifPresent(part -> means.seals().unseal(part.table, procedure));
    }

    /**
     * Nothing comes of it.
     *
     * @param whatWasKept what the shard that keeps something is told
     */
    void giveBack(ProcedureId procedure, Supplier<NameStep> whatWasKept) {
        unlock(procedure);
        sealed.ifPresent(part -> unseal(part, procedure));
        sealed = Optional.empty();
        kept.ifPresent(part -> means.calls().insist(part.shard, part.table, procedure, whatWasKept.get(), () -> {}));
        kept = Optional.empty();
    }

    /** Gives back the lock, if it has it. */
    void unlock(ProcedureId procedure) {
        if (!locked) {
            return;
        }
        locked = false;
        if (means.isHere(NameMeans.LOCK_SHARD)) {
            means.lock().release(procedure, () -> {}, failure -> {});
        } else {
            TableId any = TableId.of(NameMeans.LOCK_SHARD, 1);
            means.calls().insist(NameMeans.LOCK_SHARD, any, procedure, new Unlock(), () -> {});
        }
    }

    private void unseal(Part part, ProcedureId procedure) {
        if (!part.isAsked) {
            means.seals().unseal(part.table, procedure);
        } else {
            means.calls().insist(part.shard, part.table, procedure, new Unseal(), () -> {});
        }
    }
}
