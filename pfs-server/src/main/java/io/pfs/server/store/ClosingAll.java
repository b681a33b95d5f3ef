package io.pfs.server.store;

import java.util.List;
import java.util.Optional;

/** Closes all of what was opened, whatever becomes of each: what is left open could be opened by nobody else. */
final class ClosingAll {
    private ClosingAll() {}

    /** In this order; throws in the end what went wrong first. */
    static void of(List<Runnable> closings) {
        first(closings).ifPresent(failure -> {
            throw failure;
        });
    }

    /** The same after something else went wrong, which is what counts. */
    static void after(Throwable cause, List<Runnable> closings) {
        first(closings).ifPresent(cause::addSuppressed);
    }

    private static Optional<RuntimeException> first(List<Runnable> closings) {
        Optional<RuntimeException> first = Optional.empty();
        for (Runnable closing : closings) {
            try {
                closing.run();
            } catch (RuntimeException e) {
                first = first.or(() -> Optional.of(e));
            }
        }
        return first;
    }
}
