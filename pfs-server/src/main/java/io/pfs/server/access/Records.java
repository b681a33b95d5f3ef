package io.pfs.server.access;

import io.pfs.PfsException;
import io.pfs.server.change.Change;
import io.pfs.server.state.HashedName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Journals records of procedures, while the names that they are about are held. */
public final class Records {
    private final Outbox outbox;
    private final NameHolds holds;

    public Records(Outbox outbox, NameHolds holds) {
        this.outbox = outbox;
        this.holds = holds;
    }

    /** Journals changes to names that are free now; {@code durable} is called when they were applied. */
    public void commit(
            Collection<HashedName> names, List<Change> changes, Runnable durable, Consumer<PfsException> failed) {
        commit(names, List.of(), sequence -> changes, durable, failed);
    }

    /**
     * The same.
     *
     * @param mine names that the caller holds already; they are released with the others
     * @param changes what the record with this sequence says
     */
    public void commit(
            Collection<HashedName> names,
            Collection<HashedName> mine,
            LongFunction<List<Change>> changes,
            Runnable durable,
            Consumer<PfsException> failed) {
        Set<HashedName> all = new LinkedHashSet<>(names);
        all.stream().filter(name -> !mine.contains(name)).forEach(holds::hold);
        try {
            List<Change> list = changes.apply(outbox.nextSequence());
            outbox.journal(list, () -> release(all, durable), e -> release(all, () -> failed.accept(e)));
        } catch (PfsException e) {
            release(all, () -> failed.accept(e));
        }
    }

    private void release(Set<HashedName> names, Runnable then) {
        List<Runnable> waited = new ArrayList<>();
        names.forEach(name -> waited.addAll(holds.release(name)));
        then.run();
        waited.forEach(Runnable::run);
    }
}
