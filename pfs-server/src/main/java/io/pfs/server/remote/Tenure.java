package io.pfs.server.remote;

import io.pfs.PfsException;
import java.util.function.Consumer;

/** How long what a server has in the pool is its own. */
public interface Tenure {
    /** Of a folder that is locked, or taken by a claim that has a tenure of its own: until it is closed. */
    Tenure LOCKED = new Tenure() {
        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            return () -> {};
        }
    };

    /** That somebody is told of the loss of a tenure, which lasts longer than what is served by it. */
    interface Listening {
        /** Who listened may be forgotten; nothing is told from now on, but for what is being told now. */
        void end();
    }

    /** As long as both hold. */
    static Tenure both(Tenure one, Tenure other) {
        return new Tenure() {
            @Override
            public boolean holds() {
                return one.holds() && other.holds();
            }

            @Override
            public Listening whenLost(Consumer<PfsException> told) {
                Listening toOne = one.whenLost(told);
                Listening toOther = other.whenLost(told);
                return () -> {
                    toOne.end();
                    toOther.end();
                };
            }
        };
    }

    /**
     * Whether nobody else can have taken it over by now. To be asked before something is answered from memory: what is written is
     * refused by the storage itself. Any thread.
     */
    boolean holds();

    /** Has somebody told, on some thread, if another life has taken it over. */
    Listening whenLost(Consumer<PfsException> told);
}
