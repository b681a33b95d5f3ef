package io.pfs.server.identity;

import io.pfs.wire.Asker;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Knows the users who connect. Any thread. */
@FunctionalInterface
public interface Askers {
    /** Everybody who connects asks in this name: for tools, and where nobody else can reach the server. */
    static Askers all(Asker asker) {
        return (user, known) -> known.accept(() -> asker);
    }

    /**
     * Finds out who this is.
     *
     * @param known hears of it once, on any thread: who it is now, whenever that is asked, since it may change
     */
    void know(String user, Consumer<Supplier<Asker>> known);
}
