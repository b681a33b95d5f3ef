package io.pfs.server.names;

import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.wire.NameStep.Lock;
import java.util.function.Consumer;

/**
 * Gives leave to move or cut off a directory, in the lock shard: first the lock, then two walks to the root. One from where
 * the directory is, since what was cut off can't be saved; one from where it goes, which must not be below it.
 */
final class LockStep {
    private LockStep() {}

    static void take(
            NameMeans means, ProcedureId procedure, Lock step, Runnable granted, Consumer<PfsException> refused) {
        Consumer<PfsException> giveBack =
                failure -> means.lock().release(procedure, () -> refused.accept(failure), e -> refused.accept(failure));
        means.lock()
                .acquire(
                        procedure,
                        () -> ParentWalk.walk(
                                means.calls(),
                                procedure,
                                step.from(),
                                step.moved(),
                                () -> walkTo(means, procedure, step, granted, giveBack),
                                giveBack),
                        refused);
    }

    private static void walkTo(
            NameMeans means, ProcedureId procedure, Lock step, Runnable granted, Consumer<PfsException> refused) {
        if (step.to().isEmpty() || step.to().get().equals(step.from())) {
            granted.run();
        } else {
            ParentWalk.walk(means.calls(), procedure, step.to().get(), step.moved(), granted, refused);
        }
    }
}
