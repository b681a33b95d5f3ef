package io.pfs.server.identity;

import io.pfs.PfsException;
import io.pfs.wire.Asker;
import java.util.function.Supplier;

/** Knows the users who connect. Any thread. */
@FunctionalInterface
public interface Askers {
    /** Everybody who connects asks in this name: for tools, and where nobody else can reach the server. */
    static Askers all(Asker asker) {
        return (user, told) -> told.known(() -> asker);
    }

    /**
     * Finds out who this is.
     *
     * @param told hears of it once, on any thread
     */
    void know(String user, Told told);

    /** Who wants to know who somebody is. */
    interface Told {
        /** @param asker who it is now, whenever that is asked, since it may change */
        void known(Supplier<Asker> asker);

        /** Nobody can say just now who it is: he may come again. */
        void refused(PfsException cause);
    }
}
