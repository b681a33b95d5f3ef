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
        public void whenLost(Consumer<PfsException> told) {}
    };

    /** As long as both hold. */
    static Tenure both(Tenure one, Tenure other) {
        return new Tenure() {
            @Override
            public boolean holds() {
                return one.holds() && other.holds();
            }

            @Override
            public void whenLost(Consumer<PfsException> told) {
                one.whenLost(told);
                other.whenLost(told);
            }
        };
    }

    /**
     * Whether nobody else can have taken it over by now. To be asked before something is answered from memory: what is written is
     * refused by the storage itself. Any thread.
     */
    boolean holds();

    /** Has somebody told, on some thread, if another life has taken it over. */
    void whenLost(Consumer<PfsException> told);
}
