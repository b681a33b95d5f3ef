package io.pfs.server.store;

import io.pfs.PfsException;
import io.pfs.server.remote.Tenure;
import java.util.function.Consumer;

/** A tenure that holds as long as the test says so, and of whose loss nobody is told. */
final class SwitchedTenure implements Tenure {
    boolean holds = true;

    @Override
    public boolean holds() {
        return holds;
    }

    @Override
    public Listening whenLost(Consumer<PfsException> told) {
        return () -> {};
    }
}
