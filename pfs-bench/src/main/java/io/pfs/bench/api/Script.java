package io.pfs.bench.api;

import java.util.Optional;

/** What one caller asks for, one thing after the other. It is called again when the last one was answered. */
interface Script {
    /** Asks for the next thing; empty if nothing is left. */
    Optional<Step> next();

    /** Makes those of the callers of a phase. */
    interface Maker {
        /**
         * The script of one caller.
         *
         * @param client which of the connections is its own
         * @param caller which of those that share it
         */
        Script script(int client, int caller);
    }
}
